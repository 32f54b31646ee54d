"""Pictures as PNG, which messengers show where they do not know SVG; each drawn in a process of its own.

Drawing takes some tenths of a second in which no other Python may run, so it is not done here. One picture is drawn at
a time, and then none for a while, so that nobody can keep a processor busy by asking; the last ones are kept.
"""

import hashlib
import subprocess
import sys
import threading
import time
from collections import OrderedDict

from trigrad.engine.text import Refusal, RefusalKind, Text

_KEPT = 50  # pictures, of about 100 kB
_WAITING = 8  # who wait for a picture at a time, at most; of the 40 threads that answer requests
_PATIENCE = 5.0  # seconds for which they do
_LONGEST = 20.0  # seconds after which a process counts as hung
_REST = 2.0  # times as long as it took to draw the last one, nothing is drawn


class TooManyPictures(Refusal):
    """Others wait for pictures already."""

    kind = RefusalKind.UNAVAILABLE
    reason = Text("Too many pictures are being drawn. Try again in a moment.")


class Raster:
    """Draws pictures of SVG. Methods may be called from several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._kept_lock = threading.Lock()
        self._places = threading.BoundedSemaphore(_WAITING)
        self._drawing = threading.Lock()
        self._rested = 0.0

    def png(self, svg: str) -> bytes:
        """The PNG of a picture of ours; ``TooManyPictures`` if too many others wait for theirs."""
        digest = hashlib.sha256(svg.encode()).hexdigest()
        return self._known(digest) or self._drawn(digest, svg)

    def _known(self, digest: str) -> bytes | None:
        with self._kept_lock:
            picture = self._kept.get(digest)
            if picture is not None:
                self._kept.move_to_end(digest)
            return picture

    def _drawn(self, digest: str, svg: str) -> bytes:
        if not self._places.acquire(blocking=False):
            raise TooManyPictures
        try:
            if not self._drawing.acquire(timeout=_PATIENCE):
                raise TooManyPictures
            try:
                return self._known(digest) or self._draw(digest, svg)
            finally:
                self._drawing.release()
        finally:
            self._places.release()

    def _draw(self, digest: str, svg: str) -> bytes:
        time.sleep(max(0.0, self._rested - time.monotonic()))
        began = time.monotonic()
        picture = draw(svg)
        ended = time.monotonic()
        self._rested = ended + _REST * (ended - began)
        with self._kept_lock:
            self._kept[digest] = picture
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return picture


def draw(svg: str) -> bytes:
    """The PNG of an SVG, drawn in another process; ``CalledProcessError`` if it is none."""
    command = [sys.executable, "-P", "-m", "trigrad.web.rasterizer"]
    return subprocess.run(command, input=svg.encode(), capture_output=True, timeout=_LONGEST, check=True).stdout  # noqa: S603
