"""Sets of taught dice as files: what is kept comes back, and what is wrong is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.dice_sets.keeping import keep, remove
from companion.dice_sets.loading import (
    LARGEST_PICTURE_BYTES,
    LARGEST_TOML_BYTES,
    DiceSets,
    practice_names,
)
from companion.dice_sets.values import DiceSet
from companion.errors import DiceSetError
from tests.dice_sets.samples import dice_set, example
from tests.fixtures.practice_dice import NAME as PRACTICE
from vision.values import DieKind


@pytest.fixture
def sets(tmp_path: Path) -> DiceSets:
    made = DiceSets(tmp_path / "dice")
    keep(made, dice_set("cloud", "mountain").with_opposite("cloud", ("mountain",)))
    return made


def faults(sets: DiceSets, name: str = "mine") -> str:
    with pytest.raises(DiceSetError) as caught:
        sets.load(name)
    assert caught.value.faults
    return " ".join(caught.value.faults)


def test_what_was_kept_comes_back_bit_by_bit(sets: DiceSets) -> None:
    before, after = dice_set("cloud", "mountain"), sets.load("mine")
    assert after.labels == ("cloud", "mountain")
    assert after.kind is DieKind.SYMBOL
    assert after.faces[0].opposite == ("mountain",)
    assert len(after.examples) == len(before.examples) == 2
    for one, other in zip(before.examples, after.examples, strict=True):
        assert np.array_equal(one.image_bgr, other.image_bgr)
        assert one.side_px == pytest.approx(other.side_px, abs=0.05)


def test_a_face_keeps_its_two_newest_pictures_and_old_files_go(sets: DiceSets) -> None:
    dice = sets.load("mine")
    for seed in (2, 3):
        dice = dice.with_example(example("cloud", seed))
    keep(sets, dice)
    kept = sets.load("mine").faces[0].examples
    assert len(kept) == 2
    assert np.array_equal(kept[1].image_bgr, example("cloud", 3).image_bgr)
    assert len(list((sets.folder / "mine").glob("*.png"))) == 3


def test_a_face_and_a_set_can_be_removed(sets: DiceSets) -> None:
    keep(sets, sets.load("mine").without("mountain"))
    after = sets.load("mine")
    assert after.labels == ("cloud",)
    assert after.faces[0].opposite == ()
    remove(sets, "mine")
    assert sets.names() == practice_names()
    assert "There is none of that name" in faults(sets)


def test_the_practice_set_ships_is_good_and_cannot_be_changed(sets: DiceSets) -> None:
    dice = sets.load(PRACTICE)
    assert dice.practice
    assert dice.labels == ("lightning", "mountain", "cloud")
    with pytest.raises(DiceSetError, match="ships with the program"):
        keep(sets, dice)
    with pytest.raises(DiceSetError, match="ships with the program"):
        remove(sets, PRACTICE)


@pytest.mark.parametrize(
    "name", ["", "..", "../mine", "a/b", ".mine", "x" * 65, "list", "standard", "mine\n", "mïne"]
)
def test_a_name_never_leaves_the_folder(sets: DiceSets, name: str) -> None:
    for use in (sets.load, lambda name: keep(sets, DiceSet(name, "", DieKind.SYMBOL, ()))):
        with pytest.raises(DiceSetError, match="A name has up to 64 letters"):
            use(name)


Damage = Callable[[Path], None]


def rewritten(old: str, new: str) -> Damage:
    def damage(folder: Path) -> None:
        file = folder / "set.toml"
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")

    return damage


def picture(content: bytes | None) -> Damage:
    def damage(folder: Path) -> None:
        file = next(iter(sorted(folder.glob("cloud*.png"))))
        if content is None:
            file.unlink()
        else:
            file.write_bytes(content)

    return damage


def half_a_picture(folder: Path) -> None:
    file = next(iter(sorted(folder.glob("cloud*.png"))))
    file.write_bytes(file.read_bytes()[:40])


def toml(content: bytes) -> Damage:
    def damage(folder: Path) -> None:
        (folder / "set.toml").write_bytes(content)

    return damage


BOMB = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + b"\0\0\xff\xff\0\0\xff\xff" + b"\x08\2\0\0\0"


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (rewritten("version = 1", "version = 2"), "knows 1"),
        (rewritten("version = 1", ""), "the line is missing"),
        (rewritten('kind = "symbol"', 'kind = "d7"'), "kind must be one of"),
        (rewritten('kind = "symbol"', "kind = [1]"), "kind must be one of"),
        (rewritten('title = "Mine"', "title = 3"), "title must be a text"),
        (rewritten('title = "Mine"', 'titel = "Mine"'), "titel is not known"),
        (rewritten('label = "cloud"', "label = 3"), "give it a name of letters"),
        (rewritten('label = "cloud"', 'label = "mountain"'), "stands there twice"),
        (rewritten('opposite = ["mountain"]', 'opposite = ["sun"]'), "no face of the set"),
        (rewritten('opposite = ["mountain"]', "opposite = 4"), "list of faces"),
        (rewritten('file = "cloud', 'file = "../cloud'), "set's own folder"),
        (rewritten('file = "cloud', 'file = "/etc/cloud'), "set's own folder"),
        (rewritten("side_px", "sides"), "needs side_px"),
        (rewritten("pictures = [", "pictures = 3 #"), "is not TOML"),
        (rewritten("[[face]]", "[face]"), "is not TOML"),
        (picture(None), "is not there"),
        (picture(b""), "is no PNG"),
        (picture(b"GIF89a" + bytes(100)), "is no PNG"),
        (picture(BOMB), "65535 x 65535"),
        (picture(bytes(LARGEST_PICTURE_BYTES + 1)), "larger than 200 kB"),
        (half_a_picture, "is damaged"),
        (toml(b"\xff\xfe"), "not a text in UTF-8"),
        (toml(b"a = " + b"[" * 5000), "set.toml is"),
        (toml(b"#" * (LARGEST_TOML_BYTES + 1)), "larger than 100 kB"),
    ],
)
def test_damage_is_named_in_an_owners_words(sets: DiceSets, damage: Damage, said: str) -> None:
    damage(sets.folder / "mine")
    assert said in faults(sets)


def test_all_faults_are_named_at_once(sets: DiceSets) -> None:
    rewritten('title = "Mine"', "title = 3")(sets.folder / "mine")
    rewritten('opposite = ["mountain"]', 'opposite = ["sun"]')(sets.folder / "mine")
    told = faults(sets)
    assert "title" in told
    assert "sun" in told


def test_too_many_faces_are_refused_and_nothing_changes(sets: DiceSets) -> None:
    dice = sets.load("mine")
    one = dice.faces[0].examples[0]
    for number in range(25):
        dice = dice.with_example(type(one)(f"face {number}", one.image_bgr, 40.0))
    with pytest.raises(DiceSetError, match="at most 24"):
        keep(sets, dice)
    assert sets.load("mine").labels == ("cloud", "mountain")


def test_a_number_is_the_label_where_the_kind_has_numbers(tmp_path: Path) -> None:
    sets = DiceSets(tmp_path)
    picture = example("cloud").image_bgr
    dice = DiceSet("six", "Six", DieKind.D6, ()).with_example(
        type(example("cloud"))(5, picture, 40.0)
    )
    keep(sets, dice)
    assert sets.load("six").labels == (5,)
    wrong = dice.with_example(type(example("cloud"))(7, picture, 40.0))
    with pytest.raises(DiceSetError, match="one of 1, 2, 3, 4, 5, 6"):
        keep(sets, wrong)
