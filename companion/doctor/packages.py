"""Whether Python finds the packages of the operating system, and whether they fit together.

Knows what goes wrong when numpy, simplejpeg, picamera2 and lgpio come from two places.
Refuses to import any of them in this process: a broken one would end it.
"""

from __future__ import annotations

import sys

from companion.doctor.findings import Finding, fault, good, not_applicable
from companion.doctor.machine import Machine, Ran, is_a_pi, text_of

NUMPY, SYSTEM, LGPIO = "numpy", "system packages", "lgpio"
_MISFIT = "numpy.dtype size changed"
"""What a library says that was built for another numpy; its numbers differ."""

_ASK_NUMPY = (
    "import numpy; print(numpy.__version__, numpy.__file__)\n"
    "import cv2; print(cv2.__version__)\n"
    "try:\n    import simplejpeg\nexcept ModuleNotFoundError:\n    print('none')\n"
    "else:\n    print(getattr(simplejpeg, '__version__', 'there'))"
)
_ASK_LGPIO = (
    "import lgpio\nfrom importlib.metadata import PackageNotFoundError, version\n"
    "try:\n    number = version('lgpio')\nexcept PackageNotFoundError:\n    number = '?'\n"
    "print(number, lgpio.__file__, 'real' if hasattr(lgpio, 'gpiochip_open') else 'empty')"
)
_APT = "sudo apt install -y --no-install-recommends"


def numpy_fits(machine: Machine, python: str = sys.executable) -> Finding:
    """Whether numpy, OpenCV and, where it is there, simplejpeg can be imported together."""
    ran = machine.run((python, "-c", _ASK_NUMPY))
    if ran is not None and ran.status == 0:
        numpy, cv2, simplejpeg = ran.out.splitlines()[:3]
        beside = "" if simplejpeg == "none" else f", simplejpeg {simplejpeg}"
        return good(NUMPY, f"numpy {numpy.split()[0]}, OpenCV {cv2}{beside} fit together.")
    if ran is not None and _MISFIT in ran.err:
        where = next((line for line in ran.out.splitlines() if line), "numpy of unknown place")
        return fault(
            NUMPY,
            f"simplejpeg of the camera stack was built for another numpy than {where}.",
            "A numpy inside the environment hides the one of the operating system. Remove it: "
            "`pip uninstall numpy opencv-python opencv-python-headless`, then install Table "
            "Companion again, which takes the versions that fit.",
        )
    return fault(
        NUMPY,
        f"numpy and OpenCV cannot be imported ({_last_line(ran)}).",
        "Install Table Companion again in its environment.",
    )


def system_packages(machine: Machine, prefix: str, python: str = sys.executable) -> Finding:
    """Whether an environment on a Pi sees picamera2, which only the operating system has.

    ``prefix`` is the environment's folder, below the machine's root.
    """
    if not is_a_pi(machine):
        return not_applicable(SYSTEM, "This is no Raspberry Pi; nothing of its system is needed.")
    written = text_of(machine, f"{prefix.lstrip('/')}/pyvenv.cfg")
    if written is not None and "include-system-site-packages=true" not in _squeezed(written):
        return fault(
            SYSTEM,
            "The environment does not see the packages of the operating system, so neither the "
            "Pi's camera nor its pins can be used.",
            f"Make it anew: `python3 -m venv --clear --system-site-packages {prefix}`, then "
            f"install Table Companion in it.",
        )
    ran = machine.run((python, "-c", "import picamera2"))
    if ran is not None and ran.status == 0:
        return good(SYSTEM, "picamera2 of the operating system can be used.")
    return fault(
        SYSTEM,
        f"picamera2 cannot be imported ({_last_line(ran)}).",
        f"`{_APT} python3-picamera2`. A USB camera works without it.",
    )


def pins_library(machine: Machine, wanted: bool, python: str = sys.executable) -> Finding:
    """Whether lgpio is there and real; ``wanted``: pins are set, so it is needed."""
    ran = machine.run((python, "-c", _ASK_LGPIO))
    if ran is not None and ran.status == 0:
        number, where, state = ran.out.strip().rsplit("\n", 1)[-1].split(" ")
        if state == "real":
            return good(LGPIO, f"lgpio {number} is there ({where}).")
        return fault(
            LGPIO,
            f"lgpio {number} is an empty placeholder ({where}); lights and buttons cannot work.",
            f"`pip uninstall lgpio`, then `{_APT} python3-lgpio`.",
        )
    if not wanted and not is_a_pi(machine):
        return not_applicable(LGPIO, "No pins are set, and this is no Raspberry Pi.")
    if ran is not None and "No module named" not in ran.err:
        return fault(
            LGPIO,
            f"lgpio cannot be imported ({_last_line(ran)}).",
            f"`pip uninstall lgpio`, then `{_APT} python3-lgpio`.",
        )
    return fault(
        LGPIO,
        "lgpio is missing; lights and buttons cannot work.",
        f"`{_APT} python3-lgpio`; on Python 3.11 or 3.12 also `pip install 'lgpio>=0.2.2'`.",
    )


def _squeezed(text: str) -> str:
    return text.lower().replace(" ", "")


def _last_line(ran: Ran | None) -> str:
    if ran is None:
        return "Python did not answer in time"
    lines = [line for line in ran.err.splitlines() if line.strip()]
    return lines[-1].strip() if lines else f"exit status {ran.status}"
