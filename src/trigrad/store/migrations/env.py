"""What Alembic runs: all steps on the connection that ``database.migrate`` hands over, within its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
