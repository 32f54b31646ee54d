"""The tables of the database, as the newest version has them. Whoever changes them writes a migration, too."""

from sqlalchemy import (
    DDL,
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    event,
    false,
)
from sqlalchemy.schema import ExecutableDDLElement

HEAD = "0008"  # the newest of migrations/versions, which brings a database to what stands here

CHANNEL = "trigrad_changes"  # of PostgreSQL, on which each change of a table is told as "id revision"

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),  # the game's own
    Column("undo", Boolean, nullable=False),
    Column("finish", Boolean, nullable=False, server_default=false()),  # turns are finished by a button
    Column("hints", Boolean, nullable=False),
    Column("memory", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),  # shown to everybody on the first page
    Column("seed", LargeBinary, nullable=False),  # secret until the game is over
    Column("owner", String(32), nullable=False),
    Column("created", Float, nullable=False),  # seconds since 1970
    Column("changed", Float, nullable=False, index=True),
    Column("finished", Boolean, nullable=False, default=False),
    Column("rematch", String(32)),  # the table of the next game
    Column("patience", String(8), nullable=False, server_default="1d"),  # a key of club.patience
    Column("closed", Float),  # when nobody could go on there any more, though its game was not over
    Column("closed_by", String(8)),  # age, host; NULL = not closed, or by an earlier version
    Column("revision", Integer, nullable=False, server_default="0"),  # grows with every change of it or its seats
    Column("to_move", Integer),  # the seat that is to choose, once somebody has chosen
    Index("ix_tables_owner_created", "owner", "created"),
    Index("ix_tables_in_play", "finished", "closed", "changed"),
    Index("ix_tables_listed", "listed", "finished", "closed", "changed"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, human, bot
    Column("bot", String(32)),  # who chooses, also while the seat is lent by its user
    Column("name", String(64), nullable=False),
    Column("user", String(32), index=True),
    Column("key", String(64), nullable=False),  # secret of the link that moves the seat
    Column("since", Float, nullable=False, server_default="0"),  # when its user sat down or came back
)

choices = Table(
    "choices",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("index", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),  # -1 = undo, -2 = hold, -3 = finish
    Column("at", Float, nullable=False),
    Column("bot", String(32)),  # which bot chose, if one did
)

analyses = Table(
    "analyses",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the program's way to analyse
    Column("analysis", JSON, nullable=False),
)

analysing = Table(
    "analysing",  # analyses that are computed, or wait for a process that does
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # as of analyses
    Column("done", Integer, nullable=False),  # looks
    Column("total", Integer, nullable=False),
    Column("since", Float, nullable=False),
)

created = Table(
    "created",  # tables of the last hour
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("origin", String(32), nullable=False),  # where their creators came from, as a word that tells no address
    Column("at", Float, nullable=False, index=True),
    Index("ix_created_origin_at", "origin", "at"),
)

people = Table(
    "people",
    metadata,
    Column("user", String(32), primary_key=True),
    Column("settings", JSON, nullable=False),  # where they differ from the defaults of club.person_settings
    Column("blocked", Boolean, nullable=False, server_default=false()),
    Column("tables_an_hour", Integer),  # new ones at most, where that is not what the server allows everybody
)

_TELL = (
    f"""CREATE FUNCTION trigrad_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_notify('{CHANNEL}', NEW.id || ' ' || NEW.revision); RETURN NULL; END $$""",
    """CREATE TRIGGER trigrad_tell AFTER INSERT OR UPDATE OF revision ON tables
FOR EACH ROW EXECUTE FUNCTION trigrad_tell()""",
)
for _statement in _TELL:
    _ddl: ExecutableDDLElement = DDL(_statement)  # type: ignore[no-untyped-call]
    event.listen(tables, "after_create", _ddl.execute_if(dialect="postgresql"))
