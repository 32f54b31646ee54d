"""Why a table was closed; and new tables are told of, too, since their people may be asked to choose at once.

Those that are closed already say no more than that they are.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column, and on PostgreSQL replace the trigger."""
    op.add_column("tables", sa.Column("closed_by", sa.String(8)))
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER trigrad_tell ON tables")
        op.execute(
            "CREATE TRIGGER trigrad_tell AFTER INSERT OR UPDATE OF revision ON tables "
            "FOR EACH ROW EXECUTE FUNCTION trigrad_tell()"
        )
