"""What a host needs: closed tables, blocked people, what has changed and who is to choose; indexes for long lists."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add columns and indexes."""
    for column in (
        sa.Column("closed", sa.Float),
        sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
        sa.Column("to_move", sa.Integer),
    ):
        op.add_column("tables", column)
    op.add_column("people", sa.Column("blocked", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("tables_an_hour", sa.Integer))
    op.create_index("ix_tables_owner_created", "tables", ["owner", "created"])
    op.create_index("ix_tables_in_play", "tables", ["finished", "closed", "changed"])
