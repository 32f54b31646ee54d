"""Leaving to the system what a process has loaded of a library and needs no more, so that it counts nowhere."""

import ctypes
import re
from pathlib import Path

_MAPPING = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) r-xp .* (/.*)$", re.MULTILINE)
_DONTNEED = 4  # of madvise(2)


def release(library: str, maps: Path = Path("/proc/self/maps")) -> int:
    """Give back the memory of a library's machine code; returns its bytes, 0 where they are unknown.

    Machine code is never written to: what is called again is read from the file again. Only Linux has ``maps``.
    """
    try:
        ranges = [
            (int(start, 16), int(end, 16))
            for start, end, path in _MAPPING.findall(maps.read_text("utf-8", "surrogateescape"))
            if Path(path).name.startswith(library)
        ]
        madvise = ctypes.CDLL(None).madvise
    except (OSError, AttributeError, TypeError):  # no such file, function, or way to ask for it
        return 0
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return sum(end - start for start, end in ranges if madvise(start, end - start, _DONTNEED) == 0)
