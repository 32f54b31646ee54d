"""What is under way is known to all processes: analyses that are computed, tables that were created of late."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "analysing",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "created",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("origin", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False, index=True),
    )
    op.create_index("ix_created_origin_at", "created", ["origin", "at"])
