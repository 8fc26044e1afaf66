"""What every request must pass and every answer must carry.

Knows the same-origin check, the size limit and the security headers. Refuses to know
what a request wants.

There is no login: the page belongs to everybody at the table. What must not happen is
that a foreign site, open in the same browser, plays along; so requests that change
something have to come from this page (``Sec-Fetch-Site``, or ``Origin`` where the browser
leaves that out, as it does for plain HTTP by name). Programs send neither and may pass.

A foreign site could also give a name of its own the address of this machine and then be
"this page" (rebinding). So only names that no stranger can own are answered to: numbers,
names without a dot, this machine's own name, and the endings kept for home networks.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request

MAX_BODY_BYTES = 64 * 1024
"""The largest honest request, a game with five long names, is below 4 kB."""

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)

HOME_ENDINGS = (
    ".local",
    ".localhost",
    ".localdomain",
    ".lan",
    ".home",
    ".internal",
    ".home.arpa",
    ".fritz.box",
)
"""Endings of names that routers give at home and the public name system does not hand out
(RFC 6761, 6762, 8375), or hands out to the router's maker alone."""

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def install(app: Flask) -> None:
    """Put the checks before and the headers after every request of that app."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_BODY_BYTES
    app.before_request(_refuse_foreign_name)
    app.before_request(_refuse_foreign_origin)
    app.after_request(_add_headers)


def is_foreign(asked: Request) -> bool:
    """Whether a browser says that another site's page sent this request."""
    site = asked.headers.get("Sec-Fetch-Site")
    if site is not None and site not in ("same-origin", "none"):
        return True
    origin = asked.headers.get("Origin")
    if origin is None:
        return False
    return urlsplit(origin).netloc.lower() != asked.host.lower()


def is_own_name(host: str, machine: str) -> bool:
    """Whether no stranger can own that ``Host`` (a name or number, perhaps with a port).

    ``machine`` is the name of this machine.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:  # a bracket that is not closed
        return False
    try:
        ip_address(name)
    except ValueError:
        own = name == machine.lower().rstrip(".") or "." not in name
        return bool(name) and (own or name.endswith(HOME_ENDINGS))
    return True


def _refuse_foreign_name() -> None:
    if not is_own_name(request.host, socket.gethostname()):
        abort(
            403,
            "This table is not known by that name. Open it by the machine's number, such as "
            "http://192.168.1.20:8080, or by its name with .local behind it.",
        )


def _refuse_foreign_origin() -> None:
    if request.method not in _SAFE_METHODS and is_foreign(request):
        abort(403, "This came from another site, so nothing was changed. Use the table's own page.")


def _add_headers(response: Response) -> Response:
    headers = response.headers
    headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("X-Frame-Options", "DENY")
    headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    if request.endpoint != "static":
        headers.setdefault("Cache-Control", "no-store")
    return response
