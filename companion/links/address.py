"""Where a broker is and how it is entered.

Knows the written form of an address and the secrets that lie in files. Refuses to connect.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from companion.errors import ConfigError

PLAIN_PORT, TLS_PORT = 1883, 8883


@dataclass(frozen=True, slots=True)
class Address:
    """A broker. ``tls``: the connection is encrypted and the broker's name is checked.

    ``ca`` is a file of certificates to trust instead of those of the operating system;
    ``user`` None: nobody is named.
    """

    host: str
    port: int = PLAIN_PORT
    tls: bool = False
    ca: Path | None = None
    user: str | None = None
    password: str | None = None

    def __str__(self) -> str:
        """For messages and logs: never with the password."""
        return f"{'mqtts' if self.tls else 'mqtt'}://{self.host}:{self.port}"


def parse(
    url: str,
    user: str | None = None,
    password_file: Path | None = None,
    ca: Path | None = None,
) -> Address:
    """The broker of ``mqtt://HOST[:PORT]`` or ``mqtts://HOST[:PORT]`` (encrypted).

    A name before an @ in the address is the user, unless ``user`` says otherwise. Raises
    ConfigError, one sentence.
    """
    wanted = f"The broker must be written as mqtt://HOST or mqtts://HOST:PORT, got {_shown(url)}."
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ConfigError(wanted) from None
    if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname:
        raise ConfigError(wanted)
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ConfigError(wanted)
    if parts.password:
        raise ConfigError(
            "A password does not belong into the address of the broker, where everybody can "
            "read it. Write it into a file and name that as password_file."
        )
    tls = parts.scheme == "mqtts"
    if ca is not None and not ca.expanduser().is_file():
        raise ConfigError(f"There is no file of certificates {ca}. Check the name.")
    named = user or (unquote(parts.username) if parts.username else None)
    if password_file is not None and named is None:
        raise ConfigError("A password was named without a user. Name the user of the broker too.")
    return Address(
        host=parts.hostname,
        port=port or (TLS_PORT if tls else PLAIN_PORT),
        tls=tls,
        ca=None if ca is None else ca.expanduser(),
        user=named,
        password=None if password_file is None else secret_in(password_file, "password"),
    )


def secret_in(path: Path, what: str) -> str:
    """The first line of that file. Raises ConfigError when there is none."""
    try:
        lines = path.expanduser().read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise ConfigError(
            f"The {what} cannot be read from {path} ({reason}). Write it there as one line, "
            f"readable by the user of the service alone."
        ) from error
    if not lines or not lines[0].strip():
        raise ConfigError(f"There is no {what} in {path}. Write it there as one line.")
    return lines[0].strip()


def _shown(url: str) -> str:
    """The address without what may be a password."""
    return repr(url.rpartition("@")[2])
