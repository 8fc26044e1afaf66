"""The tray's newest picture and the kept pictures of throws.

Knows names and caching of pictures. Refuses to know what is on them.
"""

from __future__ import annotations

import re
import zlib

from flask import Blueprint, Response, abort, make_response, request

from companion.table.ports import TrayPictures

_NAME = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$")
"""Names that the journal may hold: no separators, no leading dot, so never another folder."""

_NO_PICTURE = "There is no picture of the tray yet. Wait for the camera or type the dice."
_GONE = "That picture is no longer kept. The log still says what was read."


def blueprint(pictures: TrayPictures) -> Blueprint:
    """The routes of the pictures."""
    routes = Blueprint("pictures", __name__)

    @routes.get("/tray.jpg")
    @routes.get("/api/v1/tray.jpg")
    def tray() -> Response:
        newest = pictures.newest()
        if newest is None:
            abort(404, _NO_PICTURE)
        serial, jpeg = newest
        response = _jpeg(jpeg)
        response.set_etag(f"{serial}-{zlib.crc32(jpeg):08x}")
        response.headers["Cache-Control"] = "no-cache"
        response.make_conditional(request)
        return response

    @routes.get("/evidence/<name>")
    def evidence(name: str) -> Response:
        jpeg = pictures.evidence(name) if is_picture_name(name) else None
        if jpeg is None:
            abort(404, _GONE)
        response = _jpeg(jpeg)
        response.headers["Cache-Control"] = "private, max-age=86400, immutable"
        return response

    return routes


def is_picture_name(name: str) -> bool:
    """Whether this can be the name of a kept picture at all."""
    return bool(_NAME.match(name)) and ".." not in name


def _jpeg(jpeg: bytes) -> Response:
    response = make_response(jpeg)
    response.headers["Content-Type"] = "image/jpeg"
    return response
