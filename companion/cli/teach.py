"""``companion teach``: dice that the program does not know, taught from photographs.

Knows the words of the command line and how what was learnt is told. Refuses to know how dice
are found, compared and kept.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2

from companion.cli.dice_sets import taught_sets
from companion.cli.teach_lessons import Lesson, lessons, opposites
from companion.cli.teach_report import checked_text, listed_text, sheet, shown_text
from companion.dice_sets.checking import findings
from companion.dice_sets.keeping import alone, check_changeable, keep, remove
from companion.dice_sets.loading import DiceSets
from companion.dice_sets.values import KINDS, DiceSet, TaughtFace, label_of
from companion.errors import DiceSetError, PictureUnwritable
from vision.dice.taught import taken
from vision.values import DieKind

ABOUT = ("check", "list", "remove", "show")
EPILOG = """A face is taught from one or two photographs, best taken from above where you play:
  companion teach mine --face cloud cloud.jpg
Where more than one die is in view, say which, in pixels from the top left:
  companion teach mine --face cloud table.jpg 312,208
Or name all dice of a photograph from left to right:
  companion teach mine --faces lightning,cloud,mountain row.jpg
Then:
  companion teach list | show NAME | check NAME | remove NAME [--face LABEL]
  companion read --dice mine throw.jpg

Exit status: 0 done, 1 the check found something to mend, 2 could not do it."""


@dataclass(frozen=True, slots=True)
class _Learnt:
    lesson: Lesson
    side_px: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = EPILOG
    parser.add_argument("what", metavar="NAME", help="a set of dice; or list, show, check, remove")
    parser.add_argument(
        "rest", nargs="*", metavar="NAME", help="the set that is shown, checked or removed"
    )
    parser.add_argument(
        "--face",
        action="append",
        nargs="+",
        default=[],
        metavar=("LABEL", "PHOTO [X,Y]"),
        help="what the photographed die shows; may be given for several faces",
    )
    parser.add_argument(
        "--faces",
        action="append",
        nargs="+",
        default=[],
        metavar=("A,B,…", "PHOTO"),
        help="what all dice of a photograph show, from left to right",
    )
    parser.add_argument(
        "--kind",
        choices=[str(kind) for kind in KINDS],
        help="what the set's dice count as (default: symbol)",
    )
    parser.add_argument("--title", help="a longer name, for people")
    parser.add_argument(
        "--opposite",
        action="append",
        default=[],
        metavar="LABEL=LABEL[,…]",
        help="what may lie under a face, for a camera below a clear floor",
    )
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="show: its pictures as one")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where games and sets are kept")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")


def run(args: argparse.Namespace) -> int:
    """Do what is asked for; the status says whether something is to be mended."""
    cv2.setNumThreads(1)
    sets = taught_sets(args.config, args.state)
    if args.what not in ABOUT:
        return _teach(sets, args)
    if args.what == "list":
        _no_more(args.rest, 0, "list")
        return _list(sets, args.json)
    _no_more(args.rest, 1, args.what)
    name = args.rest[0]
    match args.what:
        case "show":
            return _show(sets.load(name), args.sheet, args.json)
        case "check":
            return _check(sets.load(name), args.json)
        case _:
            return _remove(sets, name, [face[0] for face in args.face], args.json)


def _teach(sets: DiceSets, args: argparse.Namespace) -> int:
    check_changeable(args.what)
    if args.rest or not (args.face or args.faces or args.opposite or args.title):
        fault = "Say what a photographed die shows: --face LABEL PHOTO, or --faces A,B PHOTO."
        raise DiceSetError(args.what, (fault,))
    with alone(sets):
        known = args.what in sets.names()
        dice = sets.load(args.what) if known else _new(args)
        if known and args.kind and args.kind != dice.kind:
            raise DiceSetError(
                args.what, (f"Its dice are of kind {dice.kind}; teach {args.kind} in another set.",)
            )
        if args.title:
            dice = replace(dice, title=args.title)
        learnt = []
        for lesson in lessons(args.face, args.faces, dice.kind):
            square = lesson.square
            example = taken(lesson.image_bgr, lesson.label, square.x, square.y, square.side)
            dice = dice.with_example(example)
            learnt.append(_Learnt(lesson, example.side_px))
        for label, others in opposites(args.opposite, dice.kind):
            if label not in dice.labels:
                fault = f"There is no face {label!r} to give an opposite; teach it first."
                raise DiceSetError(args.what, (fault,))
            dice = dice.with_opposite(label, others)
        keep(sets, dice)
    _tell(dice, learnt, args.json)
    return 0


def _new(args: argparse.Namespace) -> DiceSet:
    return DiceSet(args.what, args.what, DieKind(args.kind or DieKind.SYMBOL), ())


def _tell(dice: DiceSet, learnt: Sequence[_Learnt], as_json: bool) -> None:
    if as_json:
        taught = [
            {
                "label": one.lesson.label,
                "file": one.lesson.file,
                "centre_px": [round(one.lesson.square.x, 1), round(one.lesson.square.y, 1)],
                "side_px": round(one.side_px, 1),
            }
            for one in learnt
        ]
        _print_json({**_summary(dice), "taught": taught})
        return
    for one in learnt:
        at = f"{one.lesson.square.x:.0f},{one.lesson.square.y:.0f}"
        print(f"{one.lesson.label}: the die at {at} of {one.lesson.file}, {one.side_px:.0f} pixels")
    if not learnt:
        print(f"The set {dice.name} is kept.")
    print(f"Check whether its faces can be told apart: companion teach check {dice.name}")


def _list(sets: DiceSets, as_json: bool) -> int:
    rows: list[tuple[str, DiceSet | None, tuple[str, ...]]] = []
    for name in sets.names():
        try:
            rows.append((name, sets.load(name), ()))
        except DiceSetError as error:
            rows.append((name, None, error.faults))
    if as_json:
        _print_json(
            [
                {**(_summary(dice) if dice else {"name": name}), "faults": list(faults)}
                for name, dice, faults in rows
            ]
        )
    else:
        print(listed_text(rows))
    return 1 if any(faults for _, _, faults in rows) else 0


def _show(dice: DiceSet, file: Path | None, as_json: bool) -> int:
    if file is not None:
        good, code = cv2.imencode(".png", sheet(dice))
        try:
            if good:
                file.write_bytes(code.tobytes())
        except OSError as fault:
            raise PictureUnwritable(
                f"{file} cannot be written ({fault.strerror}). Name a file in another folder."
            ) from fault
    if as_json:
        _print_json(_summary(dice))
    else:
        print(shown_text(dice))
    return 0


def _check(dice: DiceSet, as_json: bool) -> int:
    found = findings(dice)
    if as_json:
        rows = [
            {"code": f.code, "faces": list(f.faces), "chance": f.chance, "advice": f.advice}
            for f in found
        ]
        _print_json({"name": dice.name, "findings": rows})
    else:
        print(checked_text(dice, found))
    return 1 if found else 0


def _remove(sets: DiceSets, name: str, faces: Sequence[str], as_json: bool) -> int:
    with alone(sets):
        if not faces:
            remove(sets, name)
        else:
            dice = sets.load(name)
            for face in faces:
                label = label_of(face, dice.kind)
                if label not in dice.labels:
                    listed = ", ".join(str(one) for one in dice.labels)
                    raise DiceSetError(name, (f"It has no face {label!r}; there are: {listed}.",))
                dice = dice.without(label)
            keep(sets, dice)
    if as_json:
        _print_json({"name": name, "removed": list(faces)})
    elif faces:
        print(f"Removed from {name}: {', '.join(faces)}.")
    else:
        print(f"The set {name} is removed.")
    return 0


def _summary(dice: DiceSet) -> dict[str, Any]:
    return {
        "name": dice.name,
        "title": dice.title,
        "kind": str(dice.kind),
        "practice": dice.practice,
        "faces": [_face(face) for face in dice.faces],
    }


def _face(face: TaughtFace) -> dict[str, Any]:
    return {
        "label": face.label,
        "pictures": len(face.examples),
        "opposite": list(face.opposite),
    }


def _no_more(rest: Sequence[str], wanted: int, what: str) -> None:
    if len(rest) != wanted:
        need = "the name of one set" if wanted else "nothing"
        fault = f"`companion teach {what}` takes {need} behind it, got {len(rest)} words."
        raise DiceSetError(what, (fault,))


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))
