"""How often what has happened, for whoever looks after the server."""

import threading
from collections import Counter


class Tally:
    """Counts by name. Methods may be called from several threads."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def count(self, name: str, number: int = 1) -> None:
        """Count some more."""
        with self._lock:
            self._counts[name] += number

    def counts(self) -> dict[str, int]:
        """How often each has been counted."""
        with self._lock:
            return dict(self._counts)
