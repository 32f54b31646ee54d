"""Why a table was closed. Those that are closed already say no more than that they are."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sa.Column("closed_by", sa.String(8)))
