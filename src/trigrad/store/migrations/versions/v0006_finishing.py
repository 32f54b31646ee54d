"""Tables at which turns are finished by a button. Databases without a mark may have this column already."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column unless it is there."""
    if "finish" not in {column["name"] for column in sa.inspect(op.get_bind()).get_columns("tables")}:
        op.add_column("tables", sa.Column("finish", sa.Boolean, nullable=False, server_default=sa.false()))
