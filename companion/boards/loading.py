"""Board files found and read.

Knows where the shipped practice boards and an owner's boards lie and how TOML becomes
plain values. Refuses to know what a board means: each game checks that itself.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from companion.errors import BoardError

LARGEST_FILE_BYTES = 1_000_000
"""A board is some tens of kilobytes; more is not a board."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
"""What a board or game may be called; this keeps every path inside its folder."""


class PackagedBoards:
    """The practice boards that ship with the product, then those of plug-ins.

    ``roots`` are folders of plug-ins, laid out as ``<game>/<name>.toml``. Of boards of one
    name the first is used.
    """

    def __init__(self, roots: Sequence[Traversable] = ()) -> None:
        self._roots = (resources.files("companion.boards"), *roots)

    def names(self, game: str) -> tuple[str, ...]:
        """The boards for that game, each folder's in order of their names."""
        return tuple(dict.fromkeys(name for root in self._roots for name in names_in(root, game)))

    def load(self, game: str, name: str) -> dict[str, Any]:
        """The parsed file. Raises BoardError when there is none."""
        return _load(self._root(game, name), game, name, self.names(game))

    def text(self, game: str, name: str) -> str:
        """The file as it is written, remarks included; ``name`` is one of ``names``."""
        return (self._root(game, name) / game / f"{name}.toml").read_text("utf-8")

    def _root(self, game: str, name: str) -> Traversable:
        """The folder that holds that board; the first one where none does."""
        return next((root for root in self._roots if name in names_in(root, game)), self._roots[0])


class FolderBoards:
    """The boards that ship, those of plug-ins, then those in the owner's folder.

    Files lie at ``folder/<game>/<name>.toml``; the folder need not exist. A file with the
    name of a packaged board is reported when loaded rather than hidden.
    """

    def __init__(self, folder: Path, packaged: PackagedBoards | None = None) -> None:
        self._folder = folder
        self._packaged = packaged or PackagedBoards()

    def names(self, game: str) -> tuple[str, ...]:
        """The boards for that game, packaged ones first."""
        return tuple(dict.fromkeys((*self._packaged.names(game), *names_in(self._folder, game))))

    def load(self, game: str, name: str) -> dict[str, Any]:
        """The parsed file. Raises BoardError when there is none or it is not TOML."""
        shipped, own = name in self._packaged.names(game), name in names_in(self._folder, game)
        if shipped and own:
            raise BoardError(
                name,
                (f"{self._folder / game / name}.toml has the name of a shipped board; rename it.",),
            )
        if shipped:
            return self._packaged.load(game, name)
        return _load(self._folder, game, name, self.names(game))


def names_in(root: Traversable | Path, game: str) -> tuple[str, ...]:
    """The boards for that game in a folder, in order of their names; none where it lacks."""
    if not _NAME.fullmatch(game):
        return ()
    folder = root / game
    try:
        stems = [entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml")]
    except OSError:
        return ()
    return tuple(sorted(stem for stem in stems if _NAME.fullmatch(stem)))


def _load(root: Traversable | Path, game: str, name: str, known: tuple[str, ...]) -> dict[str, Any]:
    listed = ", ".join(known) or "none"
    if not _NAME.fullmatch(game) or not _NAME.fullmatch(name):
        fault = f"There is no board of that name; there are: {listed}."
        raise BoardError(repr(name[:40]), (fault,))
    file = root / game / f"{name}.toml"
    try:
        with file.open("rb") as stream:
            content = stream.read(LARGEST_FILE_BYTES + 1)
    except FileNotFoundError:
        raise BoardError(name, (f"There is no board of that name; there are: {listed}.",)) from None
    except OSError as error:
        raise BoardError(name, (f"The file cannot be read: {error.strerror}.",)) from error
    if len(content) > LARGEST_FILE_BYTES:
        raise BoardError(name, ("The file is larger than a megabyte, so it is no board.",))
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BoardError(name, ("The file is not written in UTF-8; save it so.",)) from error
    except tomllib.TOMLDecodeError as error:
        raise BoardError(name, (f"The file is not TOML: {error}.",)) from error
    except ValueError as error:  # Python reads no number of thousands of digits
        raise BoardError(name, ("The file holds a number that is too long.",)) from error
    except RecursionError as error:
        raise BoardError(name, ("The file is nested too deeply to be a board.",)) from error
