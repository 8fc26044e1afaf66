"""docs/hardware.md shows what the product knows: pins, heights, measures, pictures."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.pin_map import DEFAULT_PINS
from tests.hardware.guide import cuts, lenses, pictures, wiring
from tests.hardware.guide.made import DOCUMENT, DRAWINGS, IMAGES, TABLES, filled

AGAIN = "run `python -m tests.hardware.guide` and look at what it made"


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_a_drawing_in_the_documents_is_the_one_that_is_drawn(name: str) -> None:
    assert (IMAGES / name).read_text(encoding="utf-8") == DRAWINGS[name](), AGAIN


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_table_in_the_document_is_the_one_that_is_made(name: str) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert filled(text, name, TABLES[name]()) == text, AGAIN


@pytest.mark.parametrize("example", pictures.EXAMPLES, ids=lambda example: example.name)
def test_an_example_picture_is_the_one_that_is_rendered(example: pictures.Example) -> None:
    kept = cv2.imread(str(IMAGES / f"hardware-{example.name}.jpg"))
    assert kept is not None
    made = example.made()
    # Versions of the JPEG library differ by a grey level here and there.
    assert float(np.abs(kept.astype(int) - made).mean()) < 3.0, AGAIN
    assert f"images/hardware-{example.name}.jpg" in DOCUMENT.read_text(encoding="utf-8")


def test_the_diagram_follows_the_map() -> None:
    other = replace(DEFAULT_PINS[0], gpio=7)
    assert wiring.drawn((other,)) != wiring.drawn((DEFAULT_PINS[0],))
    drawing = wiring.drawn()
    assert all(f"GPIO {wire.gpio}: {wire.label}" in drawing for wire in DEFAULT_PINS)


def test_a_camera_sees_the_whole_tray_with_its_margin_from_its_height() -> None:
    for lens in lenses.LENSES:
        for tray in lenses.TRAYS_MM:
            placed = lenses.hung(lens, tray)
            seen = placed.height_mm * lenses.seen_per_height(lens)
            assert seen >= lenses.MARGIN * tray[0] - 1e-6
            assert seen / lenses.SHAPE >= lenses.MARGIN * tray[1] - 1e-6


def test_the_advised_tray_shows_dice_of_a_size_that_is_read_well() -> None:
    width, depth = cuts.TRAY_MM
    px_per_mm = lenses.hung(cuts.CAMERA, (width, depth)).px_per_mm
    for size_mm in lenses.DICE_MM:
        assert lenses.LEAST_PX <= size_mm * px_per_mm <= lenses.MOST_PX


def test_a_table_without_a_place_is_not_lost_silently() -> None:
    with pytest.raises(ValueError, match="heights"):
        filled("no place", "heights", "| a |")
