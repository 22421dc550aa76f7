"""Pages and JSON leave compressed; a stream never does, for its words must leave at once."""

from __future__ import annotations

from flask import Flask, Response, request
from flask_compress import Compress

TEXTS = [
    "application/json",
    "application/manifest+json",
    "application/problem+json",
    "text/csv",
    "text/html",
    "text/javascript",
]


def init_app(app: Flask) -> None:
    """Compresses every text of some length for whoever can unpack it."""
    app.config.from_mapping(
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_MIMETYPES=TEXTS,
        COMPRESS_REGISTER=False,
        COMPRESS_STREAMS=False,
    )
    packing = Compress(app)

    @app.after_request
    def pack(response: Response) -> Response:
        # A packed text has an ETag of its own; that of a change names facts, and is sent back.
        if "ETag" in response.headers and request.method not in ("GET", "HEAD"):
            return response
        return packing.after_request(response)
