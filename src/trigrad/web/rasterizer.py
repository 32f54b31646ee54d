"""The process that draws one picture: SVG on its input, PNG on its output. Text is drawn the same on every machine.

Fonts of the machine are used for what Source Serif Pro lacks, as names in other scripts.
"""

import os
import sys

import resvg_py
from font_source_serif_pro import font_files_otf

_FONTS = [font_files_otf[name] for name in ("SourceSerifPro", "SourceSerifProBold")]
_COURTEOUS = 10  # how much it stands back behind the server, where the system knows that


def main() -> None:
    """Draw."""
    if hasattr(os, "nice"):
        os.nice(_COURTEOUS)
    svg = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=svg, font_files=_FONTS))


if __name__ == "__main__":
    main()
