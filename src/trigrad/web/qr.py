"""QR codes of addresses, so that a phone opens what another screen shows."""

from functools import lru_cache

import segno
from markupsafe import Markup

_MOST = 1000  # bytes; more would be too fine for a phone to read


@lru_cache(maxsize=500)
def svg(text: str) -> Markup:
    """The QR code of a text as an SVG element, black on white with its quiet zone; nothing for more than fits."""
    if len(text.encode()) > _MOST:
        return Markup("")
    code = segno.make_qr(text, error="m")
    drawn = code.svg_inline(dark="#000", light="#fff", border=4, omitsize=True, svgclass="qr-code", lineclass=None)
    return Markup(drawn)  # noqa: S704 - drawn by the library, and only of black and white squares
