"""Tetrahedra are drawn lying on a facet and count what makers say they count."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hardware.simulated.scene import LOOKS, tetrahedron_die
from hardware.simulated.scene.die import Die
from hardware.simulated.scene.fours import tetrahedron_prints
from hardware.simulated.scene.icons import mark
from hardware.simulated.scene.pose import leaning


def _heights(die: Die, text: str) -> list[float]:
    """Heights over the table at which a numeral stands, in millimetres."""
    body = die.body
    out = []
    for one in die.prints:
        if one.text == text:
            along = body.along(one.facet)  # type: ignore[union-attr]
            normal = body.planes[one.facet, :3]  # type: ignore[union-attr]
            place = normal * 0.27 + along * one.u + np.cross(normal, along) * one.v
            world = die.pose.rotation @ place * die.edge_mm + die.pose.centre_mm
            out.append(float(world[2]))
    return sorted(out)


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_a_tetrahedron_lies_flat_and_shows_its_value_at_the_tip(value: int) -> None:
    die = tetrahedron_die(value, (3.0, -2.0), 0.7, at_tip=True)
    assert die.value == value
    assert die.cocked_deg == pytest.approx(0.0, abs=0.1)
    low = [min(_heights(die, str(v))) for v in range(1, 5) if v != value]
    assert min(_heights(die, str(value))) > 8.0
    assert max(low) < 4.0


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_with_numbers_at_the_base_the_value_stands_lowest_on_all_sides(value: int) -> None:
    die = tetrahedron_die(value, (0.0, 0.0), 0.2, at_tip=False)
    own = _heights(die, str(value))
    assert len(own) == 3
    assert max(own) - min(own) < 0.1
    others = [max(_heights(die, str(v))) for v in range(1, 5) if v != value]
    assert max(own) < min(others)


def test_from_below_the_foot_faces_the_camera_and_is_level() -> None:
    die = tetrahedron_die(3, (0.0, 0.0), 0.2, from_below=True)
    assert die.value == 3
    assert die.cocked_deg == pytest.approx(0.0, abs=0.1)


def test_a_tetrahedron_that_leans_says_by_how_much() -> None:
    die = tetrahedron_die(2, (0.0, 0.0))
    slanted = die.resting((0.0, 0.0), leaning(math.radians(14), 1.0) @ die.pose.rotation)
    assert slanted.cocked_deg == pytest.approx(14.0, abs=0.2)


def test_the_numbers_are_seen_in_the_picture() -> None:
    stage = LOOKS["white-table"].stage((320, 240), 2.0)
    plain = stage.shoot([tetrahedron_die(1, (0.0, 0.0))], seed=1).image_bgr
    other = stage.shoot([tetrahedron_die(1, (0.0, 0.0), at_tip=False)], seed=1).image_bgr
    assert np.abs(plain.astype(int) - other).max() > 80


def test_each_facet_has_three_numerals_of_the_other_corners() -> None:
    for at_tip in (True, False):
        prints = tetrahedron_prints(at_tip)
        for facet in range(4):
            texts = {one.text for one in prints if one.facet == facet}
            assert texts == {"1", "2", "3", "4"} - {str(facet + 1)}


def test_marks_joined_by_a_plus_are_smaller_and_apart() -> None:
    one, two = mark("star"), mark("star+star")
    assert 0.3 < float(two.sum() / one.sum()) < 0.6
    assert float(two[40:56, 40:56].max()) < 0.2
