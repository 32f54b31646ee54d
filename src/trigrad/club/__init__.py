"""What goes on between people: tables in play, seats, bots at them, hints, analyses. It knows no HTTP."""
