"""The network that marks dice: file to session to raw answers.

Knows the model's file, its input and output layout and the model runtime; it is the only
module that does. Refuses to know what a die is: see locate for what the answers mean.
"""

from __future__ import annotations

import hashlib
import os
from importlib import resources
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import ConfigError

if TYPE_CHECKING:
    import onnxruntime

CELL_PX = 8
"""Side of the square of input pixels that one cell of the answer stands for."""

SIDE_MULTIPLE = 16
"""Height and width of the input are multiples of this, because the net halves four times."""

SIZE_UNIT_PX = 32.0
"""The net answers the logarithm of the face's side in this unit, in input pixels."""

FACES = 9
"""Classes of a face: pips 1 to 6, a cube with numerals, a d4 of any kind, then any other die and
a face that cannot be made out."""

LOG_SIDE, LEANING, STACKED, SLOPE_X, SLOPE_Y = range(1 + FACES, 6 + FACES)
CHANNELS = 6 + FACES
"""Channels of the answer after the logit of a die's centre and those of its face."""

MOST_SPARE = 8
MOST_SPARE_BYTES = 8_000_000
"""Input arrays kept for the next picture, none larger than this: a camera shows the same few
sizes again and again."""

WHOLE_NUMBERS = "tensor(uint8)"
"""Kind of input of a net in whole numbers. It is shown the picture as it is, with a fourth plane
that its first layer leaves out; one in floating point is shown planes of _INPUT_OF_LEVEL."""

_INPUT_OF_LEVEL = ((np.arange(256) - 127.5) / 255).astype(np.float32)
"""What a net in floating point is given for each level of an 8 bit picture."""


class DiceModel:
    """The trained net, loaded on first use; one thread, so that the service keeps its cores.

    ``path`` None means the model that ships with the package; ``channels``: how many the answer
    of that file must have.
    """

    def __init__(self, path: Path | None = None, channels: int = CHANNELS) -> None:
        self._path = path
        self._channels = channels
        self._session: onnxruntime.InferenceSession | None = None
        self._whole_numbers = False
        self._spare: dict[tuple[int, ...], NDArray[Any]] = {}

    @property
    def path(self) -> Path:
        """The model's file."""
        if self._path is None:
            self._path = Path(str(resources.files("vision.dice").joinpath("model.onnx")))
        return self._path

    def digest(self) -> str:
        """SHA-256 of the model's file in hexadecimal, for reports and the bench."""
        with self._open() as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def run(self, pictures_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Answer N pictures of one size.

        ``pictures_bgr`` is N x H x W x 3, 8 bit, H and W multiples of 16. Returns
        N x 15 x H/8 x W/8: logit of a die's centre, nine face logits, logarithm of the
        side of the top face in units of 32 input pixels, logits of *does not lie flat* and of
        *lies on another die*, and how far right and down the middle of the top face is seen of
        the middle of the body, in sides. Raises ConfigError for a file that is no such net.
        """
        session = self._ready()
        x = self._shown(pictures_bgr)
        (y,) = session.run(None, {"x": x})
        if len(self._spare) >= MOST_SPARE:
            self._spare.clear()
        if x.nbytes <= MOST_SPARE_BYTES:
            self._spare[x.shape] = x
        answer = np.asarray(y, np.float32)
        if answer.shape[1] != self._channels:
            raise ConfigError(
                f"The model for reading dice at {self.path} answers {answer.shape[1]} maps where"
                f" {self._channels} are wanted. Install the package again, or name another model."
            )
        return answer

    def rest(self) -> None:
        """Let go of the memory that looks took: some 7 MB. The next look takes it again."""
        self._spare.clear()
        if self._session is not None:
            import onnxruntime

            options = onnxruntime.RunOptions()
            # The runtime gives back what looks took only at the end of one that asks for it.
            options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
            smallest = np.zeros((1, SIDE_MULTIPLE, SIDE_MULTIPLE, 3), np.uint8)
            # The answer lies elsewhere: within that memory it would keep a whole block of it.
            cells = SIDE_MULTIPLE // CELL_PX
            answer = np.empty((1, self._channels, cells, cells), np.float32)
            bound = self._session.io_binding()
            bound.bind_cpu_input("x", self._shown(smallest))
            bound.bind_ortvalue_output("y", onnxruntime.OrtValue.ortvalue_from_numpy(answer))
            self._session.run_with_iobinding(bound, options)

    def _shown(self, pictures_bgr: NDArray[np.uint8]) -> NDArray[Any]:
        """The pictures as the net is shown them, in an array that may have been used before."""
        count, height, width, planes = pictures_bgr.shape
        whole = self._whole_numbers
        shape = (count, height, width, 4) if whole else (count, planes, height, width)
        # Fresh memory for megabytes of input costs more than filling it. Taken and put back in
        # one step each, so that two threads never write into the same.
        x = self._spare.pop(shape, None)
        if x is None:
            x = np.empty(shape, np.uint8 if whole else np.float32)
        for shown, into in zip(pictures_bgr, x, strict=True):
            if whole:
                cv2.cvtColor(shown, cv2.COLOR_BGR2BGRA, into)
                continue
            for plane in range(planes):
                cv2.LUT(cv2.extractChannel(shown, plane), _INPUT_OF_LEVEL, into[plane])
        return x

    def _open(self) -> BufferedReader:
        try:
            return self.path.open("rb")
        except OSError as fault:
            raise ConfigError(
                f"The model for reading dice is wanted at {self.path} and cannot be read"
                f" ({fault.strerror}). Install the package again, or name a model that exists."
            ) from fault

    def _ready(self) -> Any:
        if self._session is None:
            # From 1.29 on its Linux builds tell their maker about each model that is opened,
            # unless this stands in the environment before it is imported.
            os.environ["ORT_DISABLE_TELEMETRY"] = "1"
            import onnxruntime

            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = 1
            options.inter_op_num_threads = 1
            options.log_severity_level = 3
            self._open().close()
            try:
                # By its path: given as bytes, the runtime keeps them beside what it made of them.
                session = onnxruntime.InferenceSession(
                    str(self.path), options, providers=["CPUExecutionProvider"]
                )
            except Exception as fault:  # the runtime has no public tree of errors
                raise ConfigError(
                    f"The model for reading dice at {self.path} is not a model that this"
                    " version understands. Install the package again, or name another model."
                ) from fault
            self._whole_numbers = session.get_inputs()[0].type == WHOLE_NUMBERS
            self._session = session
        return self._session
