"""Tables on disk: an append-only list of choices a table, in SQLite or another SQL database."""
