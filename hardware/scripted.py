"""A camera that films a script, and throws dice when the game asks for them.

Knows which picture is due and when something new must happen. Refuses to know how the
pictures are made, and what the game does with the dice.
"""

from __future__ import annotations

from random import Random
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from companion.dice import FACES, DiceSpec, FaceValue, RolledDie
from companion.errors import CameraLost
from companion.table.ports import Frame
from hardware.asked import Awaited, Request, nothing_awaited
from hardware.clock import WaitingClock
from hardware.pictures import Picture
from hardware.script import FaultKind, Script
from hardware.simulated.stage import Motion, Stage, Throwing

PATIENCE_S = 12.0
"""The same request still stands after a throw: how long until the dice are thrown again."""
HAND_AFTER_S = 1.5
"""How long after a throw came to rest a hand may pass."""
ANY_DICE = (1, 5)
"""Where the game takes any dice: from one to five six-sided ones."""
ANY_AFTER_S = 6.0
"""And not before so long, because such a game never stops asking."""
_NOISE_ROOM = 64
"""The noise is cut at a random place, up to this many pixels away, from a larger sheet."""


class ScriptedCamera:
    """Pictures of a stage: many while something moves, few while nothing does.

    The same seed, script and requests give the same pictures.
    """

    def __init__(
        self,
        script: Script,
        stage: Stage,
        name: str,
        clock: WaitingClock,
        awaited: Awaited = nothing_awaited,
        seed: int = 0,
    ) -> None:
        self._script = script
        self._stage = stage
        self._name = name
        self._clock = clock
        self._awaited = awaited
        self._chance = Random(seed)
        self._noise = _noise_sheet(script, seed)
        self._start_s: float | None = None
        self._taken_s = 0.0
        self._moved_s = 0.0
        self._index = -1
        self._motion: tuple[Motion, float] | None = None
        self._still: Picture | None = None
        self._frozen: Picture | None = None
        self._throws = sorted(script.throws, key=lambda throw: throw.at_s)
        self._asked: tuple[Request, float] | None = None
        self._thrown: tuple[Request, float] | None = None
        self._hand_at_s: float | None = None
        self._closed = False

    @property
    def name(self) -> str:
        """What the page calls this camera."""
        return self._name

    @property
    def ended(self) -> bool:
        """True after the last thing of a script without a game, or after closing."""
        return self._closed or (
            self._script.reactive is None
            and not self._throws
            and self._motion is None
            and self._start_s is not None
            and self._taken_s > max(self._moved_s, self._start_s + self._last_s()) + PATIENCE_S
        )

    def latest(self, after: int, timeout_s: float) -> Frame[Picture] | None:
        """The picture that is due now; see FrameSource. Raises CameraLost as scripted."""
        if self.ended:
            return None
        now_s = self._clock.now_s()
        if self._start_s is None:
            self._start_s = now_s
        else:
            due_s = self._taken_s + (1 + max(0, after - self._index)) / self._fps()
            if due_s > now_s + timeout_s:
                self._clock.sleep_s(timeout_s)
                return None
            self._clock.sleep_s(due_s - now_s)
            now_s = max(self._clock.now_s(), due_s)
        self._index = max(self._index, after) + 1
        self._taken_s = now_s
        self._direct(now_s)
        return Frame(self._exposed(now_s), self._index, now_s)

    def close(self) -> None:
        """Stop filming; may be called twice."""
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _fps(self) -> float:
        return self._script.still_fps if self._motion is None else self._script.moving_fps

    def _last_s(self) -> float:
        faults_s = (fault.at_frame + fault.frames for fault in self._script.faults)
        return max(faults_s, default=0) / self._script.still_fps

    def _direct(self, now_s: float) -> None:
        """Begin whatever must happen now."""
        if self._motion and now_s >= self._motion[1] + self._motion[0].duration_s:
            self._motion = None
            self._moved_s = now_s
        if self._motion:
            return
        passed_s = now_s - (self._start_s or 0.0)
        if self._throws and passed_s >= self._throws[0].at_s:
            throw = self._throws.pop(0)
            self._throw(throw.dice, throw.faces, now_s)
            return
        if self._script.reactive and self._due_request(now_s, self._script.reactive.after_s):
            return
        if self._hand_at_s is not None and now_s >= self._hand_at_s:
            self._hand_at_s = None
            self._begin(self._stage.hand(self._chance.getrandbits(32)), now_s)

    def _due_request(self, now_s: float, after_s: float) -> bool:
        request = self._awaited()
        if request is None:
            self._asked = None
            # The game has answered; should it ask the same once more, it wants a new throw.
            self._thrown = None
            return False
        if self._asked is None or self._asked[0] != request:
            self._asked = (request, now_s)
        if self._thrown and self._thrown[0] == request and now_s < self._thrown[1] + PATIENCE_S:
            return False
        dice = request.dice
        if now_s < self._asked[1] + (after_s if dice.total else max(after_s, ANY_AFTER_S)):
            return False
        self._thrown = (request, now_s)
        self._throw(dice if dice.total else self._any_dice(), (), now_s)
        return True

    def _any_dice(self) -> DiceSpec:
        return DiceSpec.of({"d6": self._chance.randint(*ANY_DICE)})

    def _throw(self, dice: DiceSpec, faces: tuple[FaceValue, ...], now_s: float) -> None:
        kinds = [kind for kind, count in dice.counts for _ in range(count)]
        shown = faces or tuple(self._chance.choice(FACES.get(kind, (1,))) for kind in kinds)
        thrown = tuple(RolledDie(kind, face) for kind, face in zip(kinds, shown, strict=True))
        cocked = False
        if self._script.reactive and not faces:
            cocked = self._chance.random() < self._script.reactive.cocked
            if self._chance.random() < self._script.reactive.short and len(thrown) > 1:
                thrown = thrown[:-1]
        motion = self._stage.throw(Throwing(thrown, self._chance.getrandbits(32), cocked))
        self._begin(motion, now_s)
        if self._script.reactive and self._chance.random() < self._script.reactive.hand:
            self._hand_at_s = now_s + motion.duration_s + HAND_AFTER_S

    def _begin(self, motion: Motion, now_s: float) -> None:
        self._motion = (motion, now_s)
        self._still = None

    def _exposed(self, now_s: float) -> Picture:
        fault = next(
            (
                fault
                for fault in self._script.faults
                if fault.at_frame <= self._index < fault.at_frame + fault.frames
            ),
            None,
        )
        match fault.kind if fault else None:
            case FaultKind.LOST:
                raise CameraLost(
                    f"{self._name} gives no pictures. Check its cable; it is tried again."
                )
            case FaultKind.BLACK:
                return np.zeros((self._script.height, self._script.width, 3), np.uint8)
            case FaultKind.FROZEN:
                if self._frozen is None:
                    self._frozen = self._picture(now_s)
                return self._frozen
            case None:
                self._frozen = None
                return self._picture(now_s)

    def _picture(self, now_s: float) -> Picture:
        if self._motion:
            motion, start_s = self._motion
            return self._grainy(motion.picture(now_s - start_s))
        if self._still is None:
            self._still = self._stage.still()
        return self._grainy(self._still)

    def _grainy(self, picture: Picture) -> Picture:
        if not self._script.noise:
            return picture
        height, width = picture.shape[:2]
        y, x = self._chance.randrange(_NOISE_ROOM), self._chance.randrange(_NOISE_ROOM)
        return np.asarray(cv2.add(picture, self._noise[y : y + height, x : x + width]), np.uint8)


def _noise_sheet(script: Script, seed: int) -> Picture:
    size = (script.height + _NOISE_ROOM, script.width + _NOISE_ROOM, 3)
    return np.random.default_rng(seed).integers(0, script.noise + 1, size, np.uint8)
