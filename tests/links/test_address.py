"""Where a broker is, and what a wrong address is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import ConfigError
from companion.links.address import Address, parse, secret_in


def test_an_address_has_the_usual_port_unless_it_names_one(tmp_path: Path) -> None:
    assert parse("mqtt://broker.local") == Address("broker.local", 1883)
    assert parse("mqtts://broker.local") == Address("broker.local", 8883, tls=True)
    assert parse("mqtt://[::1]:18883/") == Address("::1", 18883)
    password = tmp_path / "password"
    password.write_text("open sesame\n", encoding="utf-8")
    assert parse("mqtt://ann@b", password_file=password) == Address(
        "b", 1883, user="ann", password="open sesame"
    )


@pytest.mark.parametrize(
    "url", ["", "broker.local", "http://b", "mqtt://", "mqtt://b:port", "mqtt://b/x", "mqtt://[b"]
)
def test_anything_else_is_told_how_to_write_it(url: str) -> None:
    with pytest.raises(ConfigError, match="must be written as mqtt://HOST"):
        parse(url)


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(ConfigError) as caught:
        parse("mqtt://ann:sesame@b")
    assert "sesame" not in str(caught.value)
    with pytest.raises(ConfigError) as caught:
        parse("http://ann:sesame@b")
    assert "sesame" not in str(caught.value)


def test_a_password_is_in_no_message() -> None:
    assert "sesame" not in str(Address("b", 1883, user="ann", password="sesame"))


def test_a_secret_that_is_not_there_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n", encoding="utf-8")
    for name in ("missing", "empty"):
        with pytest.raises(ConfigError, match="Write it there as one line"):
            secret_in(tmp_path / name, "password")
    with pytest.raises(ConfigError, match="without a user"):
        parse("mqtt://b", password_file=tmp_path / "empty")
    with pytest.raises(ConfigError, match="no file of certificates"):
        parse("mqtts://b", ca=tmp_path / "missing")
