"""The settings file: what it may say, and one clear sentence for what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import config
from companion.config import (
    ButtonSettings,
    Config,
    CopySettings,
    FramingSettings,
    LightSettings,
    PictureSettings,
    SoundSettings,
    WledSettings,
)
from companion.errors import ConfigError


def test_an_empty_file_gives_the_defaults() -> None:
    assert config.parse("", "x.toml") == Config()


def test_every_setting_can_be_written() -> None:
    text = """
        host = "0.0.0.0"
        port = 80
        camera = "v4l2:/dev/video0"
        view = "below"
        state = "/srv/table"
        boards = "~/boards"
        [framing]
        rotation = 90
        mirror = true
        cut_left = 0.1
        cut_right = 0.2
        cut_top = 0.3
        cut_bottom = 0
        hold_exposure = false
        [lights]
        pins = [17, 27, 22]
        seats = [23, 24]
        brightness = 1
        night = "on"
        night_from = "21:30"
        night_until = "06:00"
        night_brightness = 0
        [buttons]
        confirm = 5
        undo = 6
        next = 13
        hold_s = 2
        [sound]
        buzzer = 12
        on = false
        at_night = true
        [wled]
        url = "http://192.168.1.50"
        [pictures]
        keep = "doubts"
        most_mb = 50
        folder = "/run/table-companion/pictures"
        [copies]
        daily = false
        keep = 30
        folder = "/media/stick"
    """
    assert config.parse(text, "x.toml") == Config(
        host="0.0.0.0",
        port=80,
        camera="v4l2:/dev/video0",
        view="below",
        state=Path("/srv/table"),
        boards=Path("~/boards"),
        framing=FramingSettings(90, True, 0.1, 0.2, 0.3, 0.0, hold_exposure=False),
        lights=LightSettings(
            pins=(17, 27, 22),
            seats=(23, 24),
            brightness=1.0,
            night="on",
            night_from="21:30",
            night_until="06:00",
            night_brightness=0.0,
        ),
        buttons=ButtonSettings(confirm=5, undo=6, next=13, hold_s=2.0),
        sound=SoundSettings(buzzer=12, on=False, at_night=True),
        wled=WledSettings(url="http://192.168.1.50"),
        pictures=PictureSettings("doubts", 50, Path("/run/table-companion/pictures")),
        copies=CopySettings(daily=False, keep=30, folder=Path("/media/stick")),
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 8080", "x.toml sets prot, which is not a setting. Did you mean port?"),
        (
            "zzz = 1",
            "x.toml sets zzz, which is not a setting. "
            "Known are: boards, buttons, camera, copies, dice, framing, host, lights, mqtt, "
            "pictures, port, sound, state, view, webhook, wled.",
        ),
        (
            "[lights]\nbrightnes = 1",
            "x.toml sets lights.brightnes, which is not a setting. Did you mean lights.brightness?",
        ),
        ("port = 0", "In x.toml, port must be a whole number from 1 to 65535, got 0."),
        ("port = 65536", "In x.toml, port must be a whole number from 1 to 65535, got 65536."),
        ("port = true", "In x.toml, port must be a whole number from 1 to 65535, got true."),
        ('port = "80"', 'In x.toml, port must be a whole number from 1 to 65535, got "80".'),
        ('view = "side"', 'In x.toml, view must be "above" or "below", got "side".'),
        ("view = [1]", 'In x.toml, view must be "above" or "below", got [1].'),
        ("camera = 3", 'In x.toml, camera must be a text in quotes, such as "auto", got 3.'),
        ('state = ""', 'In x.toml, state must be a path in quotes, got "".'),
        ("lights = 3", "In x.toml, lights must be a section: write [lights] on its own line."),
        (
            "[lights]\nbrightness = 1.5",
            "In x.toml, lights.brightness must be a number from 0 to 1, got 1.5.",
        ),
        (
            "[lights]\nbrightness = nan",
            "In x.toml, lights.brightness must be a number from 0 to 1, got nan.",
        ),
        (
            "[lights]\npins = [17, 27]",
            "In x.toml, lights.pins must be a list of different GPIO numbers from 2 to 27, "
            "three for each lamp, such as [17, 27, 22], got [17, 27].",
        ),
        (
            "[lights]\npins = [17, 17, 22]",
            "In x.toml, lights.pins must be a list of different GPIO numbers from 2 to 27, "
            "three for each lamp, such as [17, 27, 22], got [17, 17, 22].",
        ),
        (
            "[lights]\nseats = [4, 5, 6, 7, 8, 9]",
            "In x.toml, lights.seats must be a list of at most 5 different GPIO numbers from 2 to "
            "27, one for each seat, such as [23, 24, 25], got [4, 5, 6, 7, 8, 9].",
        ),
        (
            "[buttons]\nundo = 1",
            "In x.toml, buttons.undo must be a GPIO number from 2 to 27, got 1.",
        ),
        (
            '[lights]\nnight_from = "25:00"',
            'In x.toml, lights.night_from must be a time of day in quotes, such as "22:00", '
            'got "25:00".',
        ),
        (
            "[framing]\nrotation = 45",
            "In x.toml, framing.rotation must be 0 or 90 or 180 or 270, got 45.",
        ),
        (
            "[framing]\nrotation = false",
            "In x.toml, framing.rotation must be 0 or 90 or 180 or 270, got false.",
        ),
        (
            "[sound]\non = 1",
            "In x.toml, sound.on must be true or false, got 1.",
        ),
        (
            '[wled]\nurl = "192.168.1.50"',
            'In x.toml, wled.url must be a web address in quotes, such as "http://192.168.1.50", '
            'or "" for none, got "192.168.1.50".',
        ),
        (
            "[lights]\npins = [17, 27, 22]\nseats = [23, 27]",
            "In x.toml, lights.seats and lights.pins both name GPIO 27. "
            "Give each lamp, button and buzzer pins of its own.",
        ),
        (
            "[buttons]\nundo = 12\n[sound]\nbuzzer = 12",
            "In x.toml, sound.buzzer and buttons.undo both name GPIO 12. "
            "Give each lamp, button and buzzer pins of its own.",
        ),
        (
            "[buttons]\nundo = 28",
            "In x.toml, buttons.undo must be a GPIO number from 2 to 27, got 28.",
        ),
        (
            "[buttons]\nnext = true",
            "In x.toml, buttons.next must be a GPIO number from 2 to 27, got true.",
        ),
        (
            "[buttons]\nnxt = 5",
            "x.toml sets buttons.nxt, which is not a setting. Did you mean buttons.next?",
        ),
        (
            "[buttons]\nundo = 5\nnext = 5",
            "In x.toml, buttons.next and buttons.undo both name GPIO 5. "
            "Give each lamp, button and buzzer pins of its own.",
        ),
        (
            "[lights]\npins = [17, 27, 22]\n[buttons]\nconfirm = 27",
            "In x.toml, buttons.confirm and lights.pins both name GPIO 27. "
            "Give each lamp, button and buzzer pins of its own.",
        ),
    ],
)
def test_a_bad_setting_is_named_with_what_to_write(text: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config.parse(text, "x.toml")
    assert str(caught.value) == sentence


def test_a_file_that_is_not_toml_names_the_line() -> None:
    with pytest.raises(ConfigError, match=r"x\.toml is not TOML: .*line 1.*Mend that line"):
        config.parse("port: 80", "x.toml")


@pytest.mark.parametrize("digits", ["9" * 5_000, "[" * 3_000])
def test_a_number_or_a_nest_without_end_is_named(digits: str) -> None:
    with pytest.raises(ConfigError, match=r"x\.toml .*(too long|not TOML)"):
        config.parse(f"a = {digits}", "x.toml")


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="There is no settings file"):
        config.load(tmp_path / "none.toml", {})


def test_a_folder_or_a_binary_file_is_one_sentence(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path, binary):
        with pytest.raises(ConfigError, match=r"cannot be read \(.*It must be a text file"):
            config.load(path, {})


def test_without_a_name_the_users_file_is_found_and_its_absence_is_fine(tmp_path: Path) -> None:
    env = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert config.load(None, env).port == 8080
    (tmp_path / "table-companion.toml").write_text("port = 9000", encoding="utf-8")
    assert config.load(None, env).port == 9000


def test_the_command_line_overrides_the_file_and_is_checked_alike() -> None:
    base = config.parse("port = 9000\n[lights]\nbrightness = 0.2", "x.toml")
    changed = config.override(base, {"host": "::1", "lights": {"pins": [2, 3, 4]}}, "the command")
    assert changed.port == 9000
    assert changed.host == "::1"
    assert changed.lights == LightSettings(pins=(2, 3, 4), brightness=0.2)
    with pytest.raises(ConfigError, match="In the command, port must be"):
        config.override(base, {"port": -1}, "the command")


def test_games_are_kept_where_set_else_where_systemd_says_else_with_the_user() -> None:
    env = {"STATE_DIRECTORY": "/var/lib/table:/x", "HOME": "/home/ann"}
    assert config.state_dir(Config(state=Path("/srv/t")), env) == Path("/srv/t")
    assert config.state_dir(Config(), env) == Path("/var/lib/table")
    del env["STATE_DIRECTORY"]
    assert config.state_dir(Config(), env) == Path("/home/ann/.local/share/table-companion")


def test_a_user_without_games_looks_at_those_of_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "ann" / ".local/share/table-companion"
    system = tmp_path / "system"
    monkeypatch.setattr(config, "SYSTEM_STATE", system)
    env = {"HOME": str(tmp_path / "ann")}
    assert config.state_dir(Config(), env) == own
    system.mkdir()
    assert config.state_dir(Config(), env) == system
    own.mkdir(parents=True)
    assert config.state_dir(Config(), env) == own


def test_pictures_and_copies_lie_where_set_else_beside_the_games() -> None:
    assert config.pictures_dir(Config(), Path("/srv/t")) == Path("/srv/t/evidence")
    assert config.copies_dir(Config(), Path("/srv/t")) == Path("/srv/t/copies")
    elsewhere = Config(
        pictures=PictureSettings(folder=Path("/p")), copies=CopySettings(folder=Path("/c"))
    )
    assert config.pictures_dir(elsewhere, Path("/srv/t")) == Path("/p")
    assert config.copies_dir(elsewhere, Path("/srv/t")) == Path("/c")


def test_the_file_that_is_read_can_be_named(tmp_path: Path) -> None:
    env = {"XDG_CONFIG_HOME": str(tmp_path)}
    file = tmp_path / "table-companion.toml"
    assert config.settings_file(Path("x.toml"), env) == Path("x.toml")
    assert config.settings_file(None, env) != file
    file.touch()
    assert config.settings_file(None, env) == file


def test_own_boards_lie_where_set_else_beside_the_games() -> None:
    assert config.boards_dir(Config(), Path("/srv/t")) == Path("/srv/t/boards")
    assert config.boards_dir(Config(boards=Path("/b")), Path("/srv/t")) == Path("/b")


def test_every_setting_is_described_with_a_default_that_can_be_written_back() -> None:
    rows = config.described()
    assert [key for key, _, _ in rows] == [
        "host",
        "port",
        "camera",
        "view",
        "state",
        "boards",
        "dice",
        "framing.rotation",
        "framing.mirror",
        "framing.cut_left",
        "framing.cut_right",
        "framing.cut_top",
        "framing.cut_bottom",
        "framing.hold_exposure",
        "lights.pins",
        "lights.seats",
        "lights.brightness",
        "lights.night",
        "lights.night_from",
        "lights.night_until",
        "lights.night_brightness",
        "buttons.confirm",
        "buttons.undo",
        "buttons.next",
        "buttons.hold_s",
        "pictures.keep",
        "pictures.most_mb",
        "pictures.folder",
        "copies.daily",
        "copies.keep",
        "copies.folder",
        "sound.buzzer",
        "sound.on",
        "sound.at_night",
        "wled.url",
        "mqtt.broker",
        "mqtt.user",
        "mqtt.password_file",
        "mqtt.ca_file",
        "mqtt.prefix",
        "mqtt.table",
        "mqtt.name",
        "mqtt.tournament",
        "mqtt.commands",
        "mqtt.discovery",
        "mqtt.discovery_prefix",
        "webhook.url",
        "webhook.secret",
        "webhook.secret_file",
    ]
    written = "\n".join(f"{key} = {value}" for key, value, _ in rows if value != "left out")
    assert config.parse(written, "x.toml") == Config()
    assert all(meaning for _, _, meaning in rows)


def test_taught_dice_lie_beside_the_games() -> None:
    assert config.dice_dir(Path("/srv/t")) == Path("/srv/t/dice")
