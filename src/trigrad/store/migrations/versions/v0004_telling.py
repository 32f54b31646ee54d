"""On PostgreSQL a change of a table is told to all processes, whoever writes."""

from alembic import op

revision = "0004"
down_revision = "0003"

_TELL = (
    """CREATE FUNCTION trigrad_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_notify('trigrad_changes', NEW.id || ' ' || NEW.revision); RETURN NULL; END $$""",
    """CREATE TRIGGER trigrad_tell AFTER UPDATE OF revision ON tables
FOR EACH ROW EXECUTE FUNCTION trigrad_tell()""",
)


def upgrade() -> None:
    """Add the trigger."""
    if op.get_bind().dialect.name == "postgresql":
        for statement in _TELL:
            op.execute(statement)
