"""Static files under names that change with what is in them, kept by phones for ever.

Each file is read and compressed once, when the app starts; `url_for("static", filename=…)` gives
the hashed name. The plain name still answers, without being kept.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.exceptions import NotFound

HASH_LETTERS = 10
FOR_EVER = "public, max-age=31536000, immutable"
COMPRESSED = (".css", ".js", ".json", ".svg", ".txt", ".webmanifest")


@dataclass(frozen=True)
class Asset:
    """A static file: what is in it, plain and compressed, and the hash of it."""

    plain: bytes
    packed: bytes | None
    kind: str
    hash: str


class Assets:
    """Every static file by its name, and by its hashed name."""

    def __init__(self, folder: Path) -> None:
        self.by_name = {
            str(file.relative_to(folder)): _read(file)
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        }
        self.by_hashed = {hashed(name, asset): asset for name, asset in self.by_name.items()}

    @property
    def version(self) -> str:
        """A hash of all of them."""
        return hashlib.sha256("".join(self.by_hashed).encode()).hexdigest()[:HASH_LETTERS]

    def name(self, name: str) -> str:
        """The hashed name of a file; the name itself where there is no such file."""
        asset = self.by_name.get(name)
        return hashed(name, asset) if asset else name

    def answer(self, filename: str) -> Response:
        """The file of a plain or a hashed name; 404 where there is none."""
        asset = self.by_hashed.get(filename) or self.by_name.get(filename)
        if asset is None:
            raise NotFound
        packed = asset.packed if "gzip" in request.accept_encodings else None
        response = Response(packed or asset.plain, mimetype=asset.kind)
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        if asset.packed:
            response.headers["Vary"] = "Accept-Encoding"
        response.set_etag(asset.hash + ("-gz" if packed else ""))
        kept = filename in self.by_hashed
        response.headers["Cache-Control"] = FOR_EVER if kept else "no-cache"
        response.make_conditional(request)
        return response


def hashed(name: str, asset: Asset) -> str:
    """js/app.js as js/app.0123456789.js."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem}.{asset.hash}{dot}{ending}" if dot else f"{name}.{asset.hash}"


def _read(file: Path) -> Asset:
    plain = file.read_bytes()
    packed = gzip.compress(plain, 9, mtime=0) if file.suffix in COMPRESSED else None
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Asset(plain, packed, kind, hashlib.sha256(plain).hexdigest()[:HASH_LETTERS])


def init_app(app: Flask, folder: Path) -> None:
    """Serves the files of a folder as the endpoint "static"."""
    assets = app.extensions["assets"] = Assets(folder)

    def static(filename: str) -> Response:
        return assets.answer(filename)

    def with_hash(endpoint: str, values: dict[str, str]) -> None:
        if endpoint == "static" and "filename" in values:
            values["filename"] = assets.name(values["filename"])

    app.add_url_rule("/static/<path:filename>", "static", static)
    app.url_defaults(with_hash)
