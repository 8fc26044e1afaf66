"""When a reading counts without asking, and what is suggested when it does not."""

from __future__ import annotations

import itertools
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice import DiceSpec, FaceValue, Rolled, RolledDie
from companion.table.likeliest import DieBelief, likeliest
from companion.table.observe import (
    Accept,
    Doubt,
    NothingThere,
    ObserveSettings,
    Unasked,
    mismatch,
    observe,
)
from tests.table.fakes import die, doubtful, settled
from vision.values import DieKind, DieReading, SettledRoll, Status, TroubleCode

TWO_D6 = DiceSpec.parse("2d6")
SETTINGS = ObserveSettings()


def doubt(awaited: DiceSpec, roll: SettledRoll, settings: ObserveSettings = SETTINGS) -> Doubt:
    found = observe(awaited, roll, settings)
    assert isinstance(found, Doubt), found
    return found


class TestAccept:
    def test_a_sure_reading_of_the_awaited_dice(self) -> None:
        assert observe(TWO_D6, settled(die(6), die(1)), SETTINGS) == Accept(Rolled.of("d6", [1, 6]))

    def test_a_numeral_die_may_stand_for_one_with_pips(self) -> None:
        roll = settled(die(6), die(1, kind=DieKind.D6_NUMERAL))
        assert observe(TWO_D6, roll, SETTINGS) == Accept(Rolled.of("d6", [1, 6]))
        strict = ObserveSettings(stands_for=())
        assert doubt(TWO_D6, roll, strict).code == "wrong_kind"

    def test_a_numeral_die_is_itself_where_it_is_awaited(self) -> None:
        spec = DiceSpec.parse("1d6+1d6_numeral")
        roll = settled(die(6), die(1, kind=DieKind.D6_NUMERAL))
        expected = Rolled((RolledDie("d6", 6), RolledDie("d6_numeral", 1)))
        assert observe(spec, roll, SETTINGS) == Accept(expected)

    def test_any_dice_where_any_will_do(self) -> None:
        roll = settled(die(6), die(3, kind=DieKind.D4))
        expected = Rolled((RolledDie("d4", 3), RolledDie("d6", 6)))
        assert observe(DiceSpec(), roll, SETTINGS) == Accept(expected)

    def test_an_owners_name_for_a_face_means_the_games_whatever_its_capitals(self) -> None:
        roll = settled(*(die(name, kind=DieKind.SYMBOL) for name in ("Cloud", " LIGHTNING")))
        expected = Rolled.of("symbol", ["cloud", "lightning"])
        assert observe(DiceSpec.parse("2symbol"), roll, SETTINGS) == Accept(expected)

    def test_with_trouble_that_touches_no_value(self) -> None:
        roll = settled(die(6), die(1), trouble=[TroubleCode.GLARE, TroubleCode.FOREIGN_OBJECT])
        assert isinstance(observe(TWO_D6, roll, SETTINGS), Accept)

    def test_whose_certainty_is_the_readers_to_judge(self) -> None:
        sure = settled(die(6), die(1), confidence=0.98)
        unsure = settled(die(6), die(1), confidence=0.98, status=Status.UNSURE)
        assert isinstance(observe(TWO_D6, sure, SETTINGS), Accept)
        assert isinstance(observe(TWO_D6, unsure, SETTINGS), Doubt)


class TestDoubt:
    @pytest.mark.parametrize(
        ("roll", "code"),
        [
            (doubtful(die(6), die(1)), "low_confidence"),
            (settled(die(6), die(1), status=Status.UNSURE), "low_confidence"),
            (settled(die(6), die(None, 0.4)), "low_confidence"),
            (settled(die(6), die(7)), "low_confidence"),
            (settled(die(6), die(3, kind=DieKind.UNKNOWN)), "low_confidence"),
            (settled(die(6)), "wrong_count"),
            (settled(die(6), die(1), die(2)), "wrong_count"),
            (settled(trouble=[TroubleCode.FOREIGN_OBJECT]), "wrong_count"),
            (settled(die(6), die(1), trouble=[TroubleCode.WRONG_COUNT]), "wrong_count"),
            (settled(die(6), die(1, kind=DieKind.D4)), "wrong_kind"),
            (settled(die(6), die("shield", kind=DieKind.SYMBOL)), "wrong_kind"),
            (settled(die(6), die(1), trouble=[TroubleCode.COCKED]), "cocked"),
            (settled(die(6), trouble=[TroubleCode.COCKED]), "cocked"),
            (settled(die(6), die(1), trouble=[TroubleCode.STACKED]), "cocked"),
        ],
    )
    def test_names_what_to_mend_first(self, roll: SettledRoll, code: str) -> None:
        found = doubt(TWO_D6, roll)
        assert found.code == code
        assert found.expected == TWO_D6

    def test_pips_where_symbols_are_awaited_are_of_the_wrong_kind(self) -> None:
        roll = settled(die("cloud", kind=DieKind.SYMBOL), die(6))
        assert doubt(DiceSpec.parse("2symbol"), roll).code == "wrong_kind"

    def test_a_face_that_the_game_does_not_know_is_asked_about(self) -> None:
        roll = settled(die("skull", kind=DieKind.SYMBOL))
        found = doubt(DiceSpec.parse("1symbol"), roll)
        assert found.code == "low_confidence"
        assert {value for one in found.suggestions for _, value in one.dice} <= {
            "cloud",
            "lightning",
            "mountain",
        }

    def test_suggests_the_likeliest_readings_first(self) -> None:
        found = doubt(TWO_D6, doubtful(die(6, 0.7, [(5, 0.3)]), die(1, 0.9, [(2, 0.1)])))
        best = [(s.dice, round(s.confidence, 3)) for s in found.suggestions[:4]]
        assert best == [
            ((("d6", 1), ("d6", 6)), 0.63),
            ((("d6", 1), ("d6", 5)), 0.27),
            ((("d6", 2), ("d6", 6)), 0.07),
            ((("d6", 2), ("d6", 5)), 0.03),
        ]

    def test_never_suggests_a_face_that_the_awaited_die_lacks(self) -> None:
        one = DiceSpec.parse("1d4")
        roll = doubtful(die(6, 0.6, [(3, 0.39)], kind=DieKind.UNKNOWN))
        assert all(
            value in (1, 2, 3, 4) for s in doubt(one, roll).suggestions for _, value in s.dice
        )

    def test_keeps_a_sure_die_in_the_first_suggestion(self) -> None:
        found = doubt(TWO_D6, doubtful(die(6, 0.9999), die(None, 0.3, [(2, 0.5), (3, 0.4)])))
        assert found.suggestions[0].dice == (("d6", 2), ("d6", 6))
        assert found.suggestions[1].dice == (("d6", 3), ("d6", 6))

    def test_offers_every_face_for_one_die_that_is_missing(self) -> None:
        found = doubt(TWO_D6, settled(die(6, 1.0)))
        assert [s.dice for s in found.suggestions] == [
            tuple(sorted([("d6", 6), ("d6", v)])) for v in range(1, 7)
        ]
        assert sum(s.confidence for s in found.suggestions) == pytest.approx(1, abs=1e-6)

    def test_suggests_nothing_when_more_is_missing_or_kinds_cannot_fit(self) -> None:
        assert doubt(DiceSpec.parse("3d6"), settled(die(6))).suggestions == ()
        assert doubt(TWO_D6, settled(die(6), die(1, kind=DieKind.D4))).suggestions == ()

    def test_with_a_die_too_many_leaves_out_the_least_sure_first(self) -> None:
        found = doubt(TWO_D6, settled(die(6), die(1), die(3, 0.5)))
        assert found.suggestions[0].dice == (("d6", 1), ("d6", 6))

    def test_is_the_same_every_time(self) -> None:
        roll = doubtful(die(None, 0.1), die(None, 0.1), die(2, 0.4))
        spec = DiceSpec.parse("3d6")
        assert observe(spec, roll, SETTINGS) == observe(spec, roll, SETTINGS)


class TestUnasked:
    def test_dice_that_nobody_awaits(self) -> None:
        assert observe(None, settled(die(6)), SETTINGS) == Unasked()
        assert observe(None, doubtful(die(6, 0.3)), SETTINGS) == Unasked()

    def test_an_empty_tray_is_nothing(self) -> None:
        empty = settled(status=Status.EMPTY)
        assert observe(None, empty, SETTINGS) == NothingThere()
        assert observe(TWO_D6, empty, SETTINGS) == NothingThere()
        speck = settled(trouble=[TroubleCode.FOREIGN_OBJECT], status=Status.UNSURE)
        assert observe(None, speck, SETTINGS) == NothingThere()


class TestMismatch:
    @pytest.mark.parametrize(
        ("spec", "dice", "expected"),
        [
            ("2d6", [die(1), die(2)], None),
            ("2d6", [die(1)], TroubleCode.WRONG_COUNT),
            ("2d6", [], TroubleCode.WRONG_COUNT),
            ("2d6+1d4", [die(1), die(2), die(3)], TroubleCode.WRONG_KIND),
            ("1d6", [die(1, kind=DieKind.D6_NUMERAL)], TroubleCode.WRONG_KIND),
            ("1d6_numeral", [die(1)], TroubleCode.WRONG_KIND),
            ("1symbol", [die("axe", kind=DieKind.SYMBOL)], None),
            ("2d6", [die(1), die(None, kind=DieKind.UNKNOWN)], None),
        ],
    )
    def test_compares_counts_before_kinds(
        self, spec: str, dice: list[DieReading], expected: TroubleCode | None
    ) -> None:
        assert mismatch(DiceSpec.parse(spec), dice) is expected


def _in_order(values: tuple[int, ...]) -> tuple[FaceValue, ...]:
    return tuple(sorted(values))


def beliefs() -> st.SearchStrategy[DieBelief]:
    weights = st.lists(st.integers(0, 100), min_size=4, max_size=4).filter(lambda w: sum(w) > 0)
    return weights.map(
        lambda w: DieBelief(
            "d4", {v: n / sum(w) for v, n in zip((1, 2, 3, 4), w, strict=True)}, max(w) / sum(w)
        )
    )


@given(st.lists(beliefs(), min_size=1, max_size=4))
def test_suggestions_are_those_of_full_enumeration(dice: list[DieBelief]) -> None:
    totals: defaultdict[tuple[FaceValue, ...], float] = defaultdict(float)
    for values in itertools.product((1, 2, 3, 4), repeat=len(dice)):
        chance = 1.0
        for value, belief in zip(values, dice, strict=True):
            chance *= belief.values[value]
        totals[_in_order(values)] += chance
    best = sorted(totals.values(), reverse=True)[:5]
    found = likeliest(DiceSpec.of({"d4": len(dice)}), dice, 5)
    assert [s.confidence for s in found] == pytest.approx(best, abs=1e-6)
    for suggestion in found:
        in_order = tuple(value for _, value in suggestion.dice)
        assert suggestion.confidence == pytest.approx(totals[in_order], abs=1e-6)


@given(st.lists(st.floats(0, 1), min_size=4, max_size=4), st.integers(1, 3))
def test_suggestions_are_probabilities(confidences: list[float], expected: int) -> None:
    dice = [DieBelief(None, {2: c}, c) for c in confidences[: expected + 1]]
    found = likeliest(DiceSpec.of({"d6": expected}), dice, 10_000)
    assert sum(s.confidence for s in found) == pytest.approx(1)
    assert all(0 <= s.confidence <= 1 + 1e-9 for s in found)
