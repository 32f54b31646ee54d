"""The description of the JSON API, for programs and for people."""

from fastapi import FastAPI, Response
from fastapi.openapi.docs import get_swagger_ui_html

from trigrad.web import rendering
from trigrad.web.address import url
from trigrad.web.api.problems import Problem

_SWAGGER = "vendor/swagger-ui-5.35.0/swagger-ui"


def add_to(app: FastAPI) -> None:
    """OpenAPI’s description at /api/openapi.json and its pages at /api/docs, from this server alone."""

    @app.get("/api/openapi.json", include_in_schema=False)
    def openapi() -> dict[str, object]:
        described, root = app.openapi(), url("")
        described["components"]["schemas"].setdefault(Problem.__name__, Problem.model_json_schema())
        return {**described, "servers": [{"url": root}]} if root else described

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> Response:
        page = get_swagger_ui_html(
            openapi_url=url("/api/openapi.json"),
            title="Trigrad",
            swagger_js_url=rendering.static_url(f"{_SWAGGER}-bundle.js"),
            swagger_css_url=rendering.static_url(f"{_SWAGGER}.css"),
            swagger_favicon_url=rendering.static_url("icon.svg"),
        )
        page.headers["Content-Security-Policy"] = (
            "default-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
        )
        return page
