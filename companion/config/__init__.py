"""The settings of the service, from a file that its owner writes.

Knows every setting, its bounds and its meaning; where the file may lie; how to say what is
wrong with it. Refuses to know what the settings are used for: it opens no camera, no port
and no pin.

The file is TOML and may leave out anything::

    port = 8080
    camera = "v4l2:/dev/video0"

    [lights]
    pins = [17, 27, 22]

    [buttons]
    undo = 5
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from companion.config.framing import FramingSettings
from companion.config.link_sections import MqttSettings, WebhookSettings
from companion.config.pins import pin_uses
from companion.config.rules import HIGHEST_GPIO_PIN, as_toml, checked, setting
from companion.config.sections import (
    ButtonSettings,
    CopySettings,
    LightSettings,
    PictureSettings,
    SoundSettings,
    WledSettings,
)
from companion.errors import ConfigError

__all__ = [
    "HIGHEST_GPIO_PIN",
    "ButtonSettings",
    "Config",
    "CopySettings",
    "FramingSettings",
    "LightSettings",
    "MqttSettings",
    "PictureSettings",
    "SoundSettings",
    "WebhookSettings",
    "WledSettings",
    "boards_dir",
    "copies_dir",
    "described",
    "dice_dir",
    "journal_file",
    "load",
    "override",
    "parse",
    "pictures_dir",
    "settings_file",
    "state_dir",
]

FILE_NAME = "table-companion.toml"
SYSTEM_FILE = Path("/etc/table-companion") / FILE_NAME
SYSTEM_STATE = Path("/var/lib/table-companion")
"""Where the service of the system keeps its games."""


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set. Paths are as written, with ``~`` for the home directory."""

    host: str = setting(
        "127.0.0.1",
        "text",
        "the address to listen on; 0.0.0.0 lets phones and tablets of the same network in",
    )
    port: int = setting(8080, "whole number", "the port of the page", low=1, high=65535)
    camera: str = setting(
        "auto",
        "text",
        "auto, picamera2[:N], v4l2:/dev/videoN, recorded:PATH, scripted:PATH, scripted:demo or "
        "none",
    )
    view: str = setting(
        "above",
        "choice",
        "where the camera stands: above the tray, or below a clear floor",
        choices=("above", "below"),
    )
    state: Path | None = setting(
        None, "path", "where games and pictures are kept; left out: chosen for this machine"
    )
    boards: Path | None = setting(
        None,
        "path",
        "a folder with your own boards, as GAME/NAME.toml; left out: boards in the state folder",
    )
    dice: str = setting(
        "auto",
        "text",
        "the set of taught dice that is read when the game awaits its kind, as `companion teach "
        "list` names it; auto: your own sets whose faces the game knows, else the practice set; "
        "none: no taught dice",
    )
    framing: FramingSettings = field(
        default_factory=FramingSettings,
        metadata={"kind": "section", "meaning": "how the picture is had from the camera"},
    )
    lights: LightSettings = field(
        default_factory=LightSettings, metadata={"kind": "section", "meaning": "the lamps"}
    )
    buttons: ButtonSettings = field(
        default_factory=ButtonSettings, metadata={"kind": "section", "meaning": "the buttons"}
    )
    pictures: PictureSettings = field(
        default_factory=PictureSettings,
        metadata={"kind": "section", "meaning": "pictures of throws"},
    )
    copies: CopySettings = field(
        default_factory=CopySettings, metadata={"kind": "section", "meaning": "daily copies"}
    )
    sound: SoundSettings = field(
        default_factory=SoundSettings, metadata={"kind": "section", "meaning": "the buzzer"}
    )
    wled: WledSettings = field(
        default_factory=WledSettings, metadata={"kind": "section", "meaning": "an LED strip"}
    )
    mqtt: MqttSettings = field(
        default_factory=MqttSettings, metadata={"kind": "section", "meaning": "a broker"}
    )
    webhook: WebhookSettings = field(
        default_factory=WebhookSettings,
        metadata={"kind": "section", "meaning": "events by post"},
    )


def load(path: Path | None, env: Mapping[str, str]) -> Config:
    """The settings of ``path``, else of the first file found, else the defaults.

    Without ``path``, the user's file (``$XDG_CONFIG_HOME``, else ``~/.config``) is looked
    for before the system's. Raises ConfigError, one sentence, for a file that was named but
    is not there, cannot be read, is not TOML, or holds an unknown key or a bad value.
    """
    if path is None:
        found = settings_file(None, env)
        return Config() if found is None else load(found, env)
    try:
        text = path.expanduser().read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigError(
            f"There is no settings file {path}. Check the name, or leave it out for the defaults."
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"The settings file {path} cannot be read ({_reason(error)}). "
            "It must be a text file in UTF-8 that this user may read."
        ) from error
    return parse(text, str(path))


def settings_file(path: Path | None, env: Mapping[str, str]) -> Path | None:
    """The file that ``load`` would read; None where it would take the defaults."""
    if path is not None:
        return path.expanduser()
    return next((place for place in _usual_places(env) if place.is_file()), None)


def parse(text: str, source: str) -> Config:
    """The settings written in ``text``; ``source`` names it in messages. Raises ConfigError."""
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{source} is not TOML: {error}. Mend that line.") from error
    except (ValueError, RecursionError) as error:  # thousands of digits, or of brackets
        raise ConfigError(
            f"{source} holds a number that is too long or is nested too deeply. Mend it."
        ) from error
    return override(Config(), written, source)


def override(config: Config, written: Mapping[str, Any], source: str) -> Config:
    """``config`` with some settings replaced, each checked; ``source`` as in ``parse``."""
    known = {f.name: f for f in fields(Config)}
    changes: dict[str, Any] = {}
    for key, value in written.items():
        declared = _known(known, key, "", source)
        if declared.metadata["kind"] != "section":
            changes[key] = checked(declared, value, key, source)
            continue
        if not isinstance(value, Mapping):
            raise ConfigError(
                f"In {source}, {key} must be a section: write [{key}] on its own line."
            )
        section = getattr(config, key)
        inner = {f.name: f for f in fields(section)}
        changes[key] = replace(
            section,
            **{
                name: checked(_known(inner, name, f"{key}.", source), item, f"{key}.{name}", source)
                for name, item in value.items()
            },
        )
    changed = replace(config, **changes)
    _refuse_shared_pins(changed, source)
    return changed


def state_dir(config: Config, env: Mapping[str, str]) -> Path:
    """Where games and pictures are kept: as set, else systemd's, else the user's data directory.

    For a user who has none, that of the service, where one is installed: commands beside the
    service then look at its games.
    """
    if config.state is not None:
        return config.state.expanduser()
    if given := env.get("STATE_DIRECTORY"):
        return Path(given.split(":")[0])
    own = _home(env, "XDG_DATA_HOME", ".local/share") / "table-companion"
    # A link there may lead to where only the service may look; that it is there is enough.
    installed = SYSTEM_STATE.is_symlink() or SYSTEM_STATE.is_dir()
    return SYSTEM_STATE if installed and not own.is_dir() else own


def journal_file(state: Path) -> Path:
    """The journal of all games, in the folder where games are kept."""
    return state / "journal.sqlite3"


def dice_dir(state: Path) -> Path:
    """Where the owner's sets of taught dice lie, beside the games. It need not exist."""
    return state / "dice"


def boards_dir(config: Config, state: Path) -> Path:
    """Where the owner's boards lie: as set, else beside the games. It need not exist."""
    return state / "boards" if config.boards is None else config.boards.expanduser()


def pictures_dir(config: Config, state: Path) -> Path:
    """Where pictures of throws lie: as set, else beside the games."""
    folder = config.pictures.folder
    return state / "evidence" if folder is None else folder.expanduser()


def copies_dir(config: Config, state: Path) -> Path:
    """Where the daily copies of the games lie: as set, else beside the games."""
    return state / "copies" if config.copies.folder is None else config.copies.folder.expanduser()


def described() -> tuple[tuple[str, str, str], ...]:
    """Every setting as key, default and meaning, in the order of declaration."""
    rows: list[tuple[str, str, str]] = []
    for declared in fields(Config):
        if declared.metadata["kind"] != "section":
            rows.append((declared.name, as_toml(declared.default), declared.metadata["meaning"]))
            continue
        rows.extend(
            (f"{declared.name}.{f.name}", as_toml(f.default), f.metadata["meaning"])
            for f in fields(getattr(Config(), declared.name))
        )
    return tuple(rows)


def _usual_places(env: Mapping[str, str]) -> tuple[Path, ...]:
    return (_home(env, "XDG_CONFIG_HOME", ".config") / FILE_NAME, SYSTEM_FILE)


def _home(env: Mapping[str, str], variable: str, beneath: str) -> Path:
    given = env.get(variable)
    return Path(given) if given else Path(env.get("HOME", "/")) / beneath


def _known(known: Mapping[str, Field[Any]], key: str, prefix: str, source: str) -> Field[Any]:
    if key in known:
        return known[key]
    near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
    hint = f"Did you mean {prefix}{near[0]}?" if near else f"Known are: {', '.join(sorted(known))}."
    raise ConfigError(f"{source} sets {prefix}{key}, which is not a setting. {hint}")


def _refuse_shared_pins(config: Config, source: str) -> None:
    """Raises ConfigError when one pin is given to two things: neither would work."""
    owners: dict[int, str] = {}
    for key, gpio in pin_uses(config.lights, config.buttons, config.sound):
        if owners.setdefault(gpio, key) != key:
            raise ConfigError(
                f"In {source}, {key} and {owners[gpio]} both name GPIO {gpio}. "
                "Give each lamp, button and buzzer pins of its own."
            )


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return (error.strerror or type(error).__name__).lower()
    return "it is not text in UTF-8"
