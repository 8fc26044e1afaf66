"""Pictures kept as evidence: bounded, never wrong, and dispensable."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table.evidence import EvidenceRing


def picture(number: int, size: int = 100) -> bytes:
    return b"\xff\xd8" + number.to_bytes(4) * (size // 4 - 1) + b"\xff\xd9"


def kept(ring: EvidenceRing, jpeg: bytes) -> str:
    name = ring.keep(jpeg)
    assert name is not None
    return name


def test_a_kept_picture_comes_back_by_its_name(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 10_000)
    names = [kept(ring, picture(n)) for n in range(3)]
    assert len(set(names)) == 3
    assert [ring.evidence(name) for name in names] == [picture(n) for n in range(3)]
    assert ring.trouble is None


def test_the_oldest_make_room_within_the_bytes(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 350)
    names = [kept(ring, picture(n)) for n in range(10)]
    assert [ring.evidence(name) is not None for name in names] == [False] * 7 + [True] * 3
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 350


def test_the_oldest_make_room_within_the_count(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 10_000, max_count=4)
    names = [kept(ring, picture(n)) for n in range(10)]
    assert [ring.evidence(name) is not None for name in names] == [False] * 6 + [True] * 4


def test_a_later_run_goes_on_where_the_ring_was(tmp_path: Path) -> None:
    first = kept(EvidenceRing(tmp_path, 350), picture(1))
    ring = EvidenceRing(tmp_path, 350)
    assert ring.evidence(first) == picture(1)
    later = [kept(ring, picture(n)) for n in range(2, 5)]
    assert ring.evidence(first) is None
    assert sorted(later) == later


def test_a_name_is_never_used_for_another_picture(tmp_path: Path) -> None:
    first = kept(EvidenceRing(tmp_path, 10_000), picture(1))
    for file in tmp_path.iterdir():
        file.unlink()
    ring = EvidenceRing(tmp_path, 10_000)
    assert kept(ring, picture(2)) != first
    assert ring.evidence(first) is None


def test_a_torn_picture_is_no_evidence(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 10_000)
    name = kept(ring, picture(1))
    (tmp_path / name).write_bytes(picture(1)[:50])
    assert ring.evidence(name) is None


def test_a_missing_picture_is_no_fault(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 250)
    names = [kept(ring, picture(n)) for n in range(2)]
    for name in names:
        (tmp_path / name).unlink()
    assert ring.evidence(names[0]) is None
    assert ring.evidence(kept(ring, picture(9))) == picture(9)


@pytest.mark.parametrize(
    "name", ["../secret", "/etc/passwd", "", "x.jpg", "00000001-0123456789ab.jpg/..", "a\x00b"]
)
def test_only_names_of_pictures_are_looked_up(tmp_path: Path, name: str) -> None:
    assert EvidenceRing(tmp_path, 1000).evidence(name) is None


def test_a_picture_larger_than_the_ring_is_not_kept(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 150)
    name = kept(ring, picture(1))
    assert ring.keep(picture(2, size=400)) is None
    assert ring.evidence(name) == picture(1)


def test_other_files_are_left_alone_and_half_written_ones_are_cleared(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"x" * 5000)
    (tmp_path / "thesis.part").write_bytes(b"x")
    (tmp_path / "00000001-0123456789ab.jpg.part").write_bytes(b"x")
    ring = EvidenceRing(tmp_path, 150)
    kept(ring, picture(1))
    kept(ring, picture(2))
    assert sorted(file.name for file in tmp_path.iterdir())[1:] == ["holiday.jpg", "thesis.part"]


def test_a_folder_that_cannot_be_written_costs_only_the_evidence(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    ring = EvidenceRing(blocked, 1000)
    assert "cannot be kept" in (ring.trouble or "")
    assert ring.keep(picture(1)) is None
    assert "The game goes on" in (ring.trouble or "")
    ring.show(picture(1))
    assert ring.newest() == (1, picture(1))
    blocked.unlink()
    assert ring.evidence(kept(ring, picture(2))) == picture(2)
    assert ring.trouble is None


def test_the_newest_picture_changes_its_serial(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 1000)
    assert ring.newest() is None
    ring.show(picture(1))
    ring.show(picture(1))
    assert ring.newest() == (2, picture(1))
    assert list(tmp_path.iterdir()) == []


def test_a_held_picture_costs_the_disk_nothing_until_it_is_stored(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 10_000)
    sure, doubted = ring.hold(picture(1)), ring.hold(picture(2))
    assert list(tmp_path.iterdir()) == []
    assert ring.evidence(doubted) == picture(2)
    ring.store(doubted)
    assert [file.name for file in tmp_path.iterdir()] == [doubted]
    later = EvidenceRing(tmp_path, 10_000)
    assert (later.evidence(sure), later.evidence(doubted)) == (None, picture(2))
    ring.store("00000009-0123456789ab.jpg")
    ring.store(doubted)
    assert len(list(tmp_path.iterdir())) == 1


def test_held_pictures_push_one_another_out_and_share_no_name(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 10_000)
    names = [ring.hold(picture(n)) for n in range(20)]
    names.append(kept(ring, picture(20)))
    assert [ring.evidence(name) is not None for name in names] == [False] * 8 + [True] * 13
    assert len({name[:8] for name in names}) == 21


def test_a_held_picture_that_cannot_be_stored_is_not_lost_at_once(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    ring = EvidenceRing(blocked, 1000)
    name = ring.hold(picture(1))
    ring.store(name)
    assert "The game goes on" in (ring.trouble or "")
    assert ring.evidence(name) == picture(1)
    blocked.unlink()
    ring.store(name)
    assert EvidenceRing(blocked, 1000).evidence(name) == picture(1)


def test_whether_anybody_wants_the_newest_picture_is_known(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 10_000)
    ring.show(picture(1))
    assert not ring.asked()
    ring.newest()
    assert ring.asked()
    ring.show(picture(2))
    assert not ring.asked()
