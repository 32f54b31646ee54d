"""A played match: seats, choices, undo, replay. Pure: it knows neither web nor database."""
