"""An index for the list of public tables."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add it."""
    op.create_index("ix_tables_listed", "tables", ["listed", "finished", "closed", "changed"])
