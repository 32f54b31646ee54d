"""What Alembic runs: the steps in versions/, none of which is changed once it was released.

They use the connection that ``database.migrate`` hands over, within its transaction.
"""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
