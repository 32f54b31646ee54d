"""How a database of an earlier version becomes one of this: Alembic's environment, and a module for each step."""
