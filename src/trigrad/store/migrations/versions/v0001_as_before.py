"""Tables, seats, choices, analyses: as the store made them before there were migrations.

A database from then bears no mark of its version, and may lack what came with a later one, so that this step
adds what is missing.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_METADATA = sa.MetaData()

sa.Table(
    "tables",
    _METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("undo", sa.Boolean, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("memory", sa.Boolean, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("owner", sa.String(32), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False, index=True),
    sa.Column("finished", sa.Boolean, nullable=False),
    sa.Column("rematch", sa.String(32)),
    sa.Column("patience", sa.String(8), nullable=False, server_default="1d"),
)
sa.Table(
    "seats",
    _METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("bot", sa.String(32)),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("user", sa.String(32), index=True),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("since", sa.Float, nullable=False, server_default="0"),
)
sa.Table(
    "choices",
    _METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("index", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("bot", sa.String(32)),
)
sa.Table(
    "analyses",
    _METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("analysis", sa.JSON, nullable=False),
)


def upgrade() -> None:
    """Create the tables, indexes and columns that are not there."""
    connection = op.get_bind()
    _METADATA.create_all(connection)
    for table in _METADATA.sorted_tables:
        found = sa.inspect(connection)
        there = {column["name"] for column in found.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                op.add_column(
                    table.name,
                    sa.Column(column.name, column.type, nullable=column.nullable, server_default=column.server_default),
                )
        indexes = {index["name"] for index in found.get_indexes(table.name)}
        for index in table.indexes:
            if index.name not in indexes:
                index.create(connection)
