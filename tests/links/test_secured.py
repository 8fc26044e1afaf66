"""A broker that wants a password and encrypts."""

from __future__ import annotations

import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from companion.errors import LinkLost
from companion.links.address import Address, parse
from companion.links.line import Call
from companion.links.paho_line import PahoLine
from tests.links.broker import WITHIN_S, Broker, Listener, needs_mosquitto

pytestmark = [
    needs_mosquitto,
    pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed"),
    pytest.mark.skipif(
        shutil.which("mosquitto_passwd") is None, reason="mosquitto_passwd is not installed"
    ),
]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost that is its own authority, with its key beside it."""
    folder = tmp_path_factory.mktemp("tls")
    wanted = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(
        ["openssl", *wanted, "-subj", "/CN=localhost", "-addext", names, *files],
        check=True,
        capture_output=True,
    )
    return folder / "cert.pem"


def _guarded(folder: Path, certificate: Path) -> Broker:
    folder.mkdir(parents=True)
    passwords = folder / "passwords"
    subprocess.run(
        ["mosquitto_passwd", "-b", "-c", str(passwords), "ann", "sesame"],
        check=True,
        capture_output=True,
    )
    return Broker(
        folder,
        "allow_anonymous false",
        f"password_file {passwords}",
        f"certfile {certificate}",
        f"keyfile {certificate.with_name('key.pem')}",
    )


def _call(address: Address) -> PahoLine:
    return PahoLine(Call(address, "somebody"), lambda message: None, lambda: None)


def test_user_password_and_certificate_open_the_door(tmp_path: Path, certificate: Path) -> None:
    (tmp_path / "password").write_text("sesame\n", encoding="utf-8")
    with _guarded(tmp_path / "broker", certificate) as broker:
        url = f"mqtts://localhost:{broker.port}"
        address = parse(url, "ann", tmp_path / "password", certificate)
        with Listener(address, "companion/#") as listener:
            listener.say("companion/x", b"heard")
            assert listener.on("/x").payload == b"heard"


# paho leaves the socket of a failed handshake to be closed by the interpreter.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_whoever_lacks_one_of_them_is_told_what_to_check(tmp_path: Path, certificate: Path) -> None:
    with _guarded(tmp_path / "broker", certificate) as broker:
        port = broker.port
        wrong = Address("localhost", port, True, certificate, "ann", "open")
        with pytest.raises(LinkLost, match="Not authorized") as caught:
            _call(wrong)
        assert "open" not in str(caught.value)
        with pytest.raises(LinkLost, match=r"(?i)certificate"):
            _call(Address("localhost", port, True, None, "ann", "sesame"))
        with pytest.raises(LinkLost):
            _call(Address("localhost", port, False, None, "ann", "sesame"))


def test_a_topic_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    rights = tmp_path / "rights"
    rights.write_text("topic read #\ntopic write companion/#\n", encoding="utf-8")
    with Broker(tmp_path / "broker", "allow_anonymous true", f"acl_file {rights}") as broker:
        news = threading.Event()
        call = Call(broker.address, "somebody")
        with PahoLine(call, lambda message: None, news.set) as line:
            line.publish("companion/x", b"", True)
            assert news.wait(WITHIN_S)
            assert len(line.acknowledged()) == 1
            news.clear()
            line.publish("homeassistant/x", b"", True)
            assert news.wait(WITHIN_S)
            with pytest.raises(LinkLost, match=r"refuses homeassistant/x \(Not authorized\)"):
                line.acknowledged()
