"""What people have set for themselves. Databases without a mark may have this table already."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table unless it is there."""
    op.create_table(
        "people",
        sa.Column("user", sa.String(32), primary_key=True),
        sa.Column("settings", sa.JSON, nullable=False),
        if_not_exists=True,
    )
