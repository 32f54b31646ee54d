"""The server's log on standard error: lines for people, or JSON objects for programs."""

import json
import logging
import sys
from datetime import UTC, datetime

from trigrad.web.observing import answer_id

PLAIN, JSON = "plain", "json"


class Lines(logging.Formatter):
    """One line for people, and what an error was."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        words = super().format(record)
        found = answer_id.get()
        return f"{words} (answer {found})" if found and record.exc_info is None else words


class Objects(logging.Formatter):
    """One JSON object a line: when, how bad, who says it, in which answer, what."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if found := answer_id.get():
            said["answer"] = found
        said |= getattr(record, "about", {})
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def set_up(form: str) -> None:
    """Let this process log in a form; only as JSON each answer has a line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Objects() if form == JSON else Lines("%(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("trigrad").setLevel(logging.INFO)
    logging.getLogger("trigrad.web.observing").setLevel(logging.INFO if form == JSON else logging.WARNING)
