"""Where the known tray is kept: a text and a picture in the state folder.

Knows how both are written so that a power cut leaves the old tray or the new one, and read
back. Refuses to know what is in them: see vision.calibration.stored.
"""

from __future__ import annotations

from pathlib import Path

from companion.cli.whole_files import write_whole
from companion.errors import CompanionError, TrayMissing, TrayUnusable, TrayUnwritable
from vision.calibration.stored import dumped, loaded, picture_name, reference_of
from vision.calibration.tray import Tray

FILE_NAME = "tray.json"
MOST_BYTES = 4_000_000


def tray_file(state: Path) -> Path:
    """The file of the known tray in the folder where games are kept."""
    return state / FILE_NAME


def load_tray(file: Path) -> Tray:
    """The tray of a file. Raises TrayMissing or TrayUnusable, one sentence each."""
    text = _read(file)
    try:
        written = text.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise TrayUnusable(
            f"{file} is not the file of a tray. Set the tray up again with `companion calibrate`."
        ) from fault
    name = reference_of(written, str(file))
    png = None
    if name is not None and (file.parent / name).is_file():
        png = _read(file.parent / name)
    return loaded(written, png, str(file))


def save_tray(file: Path, tray: Tray) -> None:
    """Keep a tray: picture first, then the text that names it, then the old picture goes.

    Raises TrayUnwritable where it cannot be written; the old tray is then still there.
    """
    if _is_no_file(file):
        raise TrayUnwritable(f"The tray cannot be kept as {file}: that is no file. Name another.")
    text, png = dumped(tray)
    before = _reference_named(file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if png is not None:
            write_whole(file.parent / picture_name(png), png)
        write_whole(file, text.encode("utf-8"))
        if before is not None and (png is None or before != picture_name(png)):
            (file.parent / before).unlink(missing_ok=True)
    except OSError as fault:
        raise TrayUnwritable(
            f"The tray cannot be kept as {file} ({fault.strerror}). Make room, or name a folder"
            " that can be written."
        ) from fault


def _reference_named(file: Path) -> str | None:
    """The picture that the present text names; None where there is none, or none to be read."""
    try:
        return reference_of(_read(file).decode("utf-8"), str(file))
    except (CompanionError, UnicodeDecodeError):
        return None


def _is_no_file(file: Path) -> bool:
    """Whether it is a folder, or a device such as /dev/zero, which has no size and no end."""
    try:
        return file.exists() and not file.is_file()
    except OSError:  # may not be looked at: reading and writing say so
        return False


def _read(file: Path) -> bytes:
    try:
        if _is_no_file(file):
            raise TrayUnusable(f"{file} cannot be read: it is no file. Name the file of a tray.")
        if file.stat().st_size > MOST_BYTES:
            raise TrayUnusable(f"{file} is too large to be the file of a tray. Name another.")
        return file.read_bytes()
    except FileNotFoundError as fault:
        raise TrayMissing(
            f"There is no tray kept as {file}. Set one up with `companion calibrate`."
        ) from fault
    except OSError as fault:
        raise TrayUnusable(
            f"{file} cannot be read ({fault.strerror}). Check its name and who may read it."
        ) from fault
