"""Which setting uses which pin.

Knows every setting that names a pin. Refuses to know what a pin may be used for.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.config.sections import ButtonSettings, LightSettings, SoundSettings

BUTTONS = ("confirm", "undo", "next")
"""The settings of ``[buttons]`` that name a pin."""


def pin_uses(
    lights: LightSettings, buttons: ButtonSettings, sound: SoundSettings
) -> Iterator[tuple[str, int]]:
    """Each setting with each pin that it names, by BCM number; a pin may come twice."""
    yield from (("lights.pins", gpio) for gpio in lights.pins)
    yield from (("lights.seats", gpio) for gpio in lights.seats)
    for name in BUTTONS:
        gpio: int | None = getattr(buttons, name)
        if gpio is not None:
            yield f"buttons.{name}", gpio
    if sound.buzzer is not None:
        yield "sound.buzzer", sound.buzzer


def is_lit(key: str) -> bool:
    """Whether the setting names what the table lights or lets sound: all but the buttons."""
    return not key.startswith("buttons.")
