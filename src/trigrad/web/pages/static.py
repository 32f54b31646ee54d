"""Static files: style, scripts, pictures."""

from fastapi import APIRouter, Response

from trigrad.web import rendering
from trigrad.web.refusals import NotFound

router = APIRouter()


@router.get("/static/{path:path}")
def static(path: str, v: str = "") -> Response:
    """A static file; with its digest in the address it may be kept for ever."""
    try:
        file = rendering.static_file(path)
    except LookupError as error:
        raise NotFound from error
    same = rendering.static_url(path).endswith(f"?v={v}")
    keep = "public, max-age=31536000, immutable" if same else "no-cache"
    return Response(file.read_bytes(), media_type=rendering.MEDIA_TYPES[file.suffix], headers={"Cache-Control": keep})
