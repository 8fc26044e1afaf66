"""A net in floating point to the same net in whole numbers of eight bits, for processors.

    python -m tests.training.eight_bits float.onnx vision/dice/model.onnx

Knows the layers of ``net.py`` as ``export.py`` names them, and how their numbers are rounded.
Refuses to know how the weights were won, and photographs: rendered scenes show which range
each layer needs.

Weights are rounded one column after the other, each time with what is still to be rounded moved
so that the layer's answer changes least (Frantar and others, GPTQ, 2022), against what the net
in floating point answers; both for what the rounded layers before really give. The two heads
stay in floating point: their answers are read by their differences.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor
from torch.nn import functional

from tests.training.chance import Chance
from tests.training.export import OPSET
from tests.training.exposures import expose_any
from tests.training.net import CHANNELS
from tests.training.worlds import Worlds

SCENES = 96
"""Pictures that show the ranges; more changed no answer that matters."""

COLUMNS = 12_000
"""Places of all pictures that are looked at for one layer."""

DAMPING = 0.01
"""Part of the mean curvature that is added to each, so that a dead channel does no harm."""

MOST_WEIGHT, MOST_PAIR = 127, 128
"""Largest whole number of a weight, and of two that stand side by side: processors with AVX2 alone
add the products of two neighbours in 16 bits, 255 * 128 just fits."""

GREY = 128
"""The level of a picture that stands for nothing, as what lies beyond its border."""

SHOWN = 4
"""Planes of the picture that the file is shown; the fourth is there for the processor alone."""

IR_VERSION = 7


@dataclass(frozen=True, slots=True, eq=False)
class Wire:
    """One map between layers: its name in the file, and its values for all pictures, exact ones
    and those that the rounded layers give."""

    name: str
    exact: Tensor
    rounded: Tensor


@dataclass(slots=True, eq=False)
class Rounding:
    """Rounds one layer after the other and writes it down."""

    weights: dict[str, tuple[Tensor, Tensor]]
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: list[onnx.TensorProto] = field(default_factory=list)

    def constant(self, name: str, value: NDArray[np.generic] | np.float32) -> str:
        """Store a constant under a name."""
        self.constants.append(numpy_helper.from_array(np.asarray(value, order="C"), name))
        return name

    def node(self, kind: str, inputs: Sequence[str], out: str, **attributes: object) -> str:
        """Add one step of the net."""
        self.nodes.append(helper.make_node(kind, list(inputs), [out], out, **attributes))
        return out

    def conv(
        self, name: str, x: Wire, *, relu: bool = True, stride: int = 1, dilation: int = 1
    ) -> Wire:
        """A convolution in whole numbers, its answer rounded to 8 bits."""
        weight, bias = self.weights[name]
        side = weight.shape[2]
        how = {"stride": stride, "dilation": dilation, "padding": dilation * (side // 2)}
        whole, scale, bias_now = rounded_weights(x, weight, bias, **how)
        exact = functional.conv2d(x.exact, weight, bias, **how)
        own = functional.conv2d(x.rounded, whole * scale[:, None, None, None], bias_now, **how)
        if relu:
            exact, own = exact.relu(), own.relu()
        self.constant(f"{name}.weight", whole.numpy().astype(np.int8))
        self.constant(f"{name}.scale", scale.numpy().astype(np.float32))
        self.constant(f"{name}.zero", np.zeros(len(scale), np.int8))
        self.node(
            "DequantizeLinear",
            [f"{name}.weight", f"{name}.scale", f"{name}.zero"],
            f"{name}.real",
            axis=0,
        )
        self.constant(f"{name}.bias", bias_now.numpy().astype(np.float32))
        out = self.node(
            "Conv",
            [x.name, f"{name}.real", f"{name}.bias"],
            f"{name}.sum",
            kernel_shape=[side, side],
            strides=[stride] * 2,
            dilations=[dilation] * 2,
            pads=[how["padding"]] * 4,
        )
        if relu:
            out = self.node("Relu", [out], f"{name}.relu")
        return self.rounded(name, out, exact, own)

    def added(self, name: str, x: Wire, y: Wire, *, relu: bool = True) -> Wire:
        """The sum of two maps, rounded to 8 bits."""
        out = self.node("Add", [x.name, y.name], f"{name}.sum")
        exact, own = x.exact + y.exact, x.rounded + y.rounded
        if relu:
            out = self.node("Relu", [out], f"{name}.relu")
            exact, own = exact.relu(), own.relu()
        return self.rounded(name, out, exact, own)

    def doubled(self, name: str, x: Wire) -> Wire:
        """The map at twice its size, each value four times."""
        self.constant(f"{name}.scales", np.array([1, 1, 2, 2], np.float32))
        out = self.node(
            "Resize",
            [x.name, "", f"{name}.scales"],
            f"{name}.large",
            mode="nearest",
            nearest_mode="floor",
            coordinate_transformation_mode="asymmetric",
        )
        exact, own = (
            functional.interpolate(one, scale_factor=2, mode="nearest")
            for one in (x.exact, x.rounded)
        )
        return Wire(out, exact, own)

    def rounded(self, name: str, out: str, exact: Tensor, own: Tensor) -> Wire:
        """A map in whole numbers of 8 bits over the range that the exact one takes."""
        low, high = min(0.0, float(exact.min())), max(1e-3, float(exact.max()))
        scale = np.float32((high - low) / 255)
        zero = round(-low / float(scale))
        self.constant(f"{name}.step", scale)
        self.constant(f"{name}.middle", np.array(zero, np.uint8))
        both = [f"{name}.step", f"{name}.middle"]
        self.node("QuantizeLinear", [out, *both], f"{name}.bits")
        self.node("DequantizeLinear", [f"{name}.bits", *both], f"{name}.out")
        levels = (own / float(scale)).round().add(zero).clamp(0, 255)
        return Wire(f"{name}.out", exact, (levels - zero) * float(scale))

    def head(self, name: str, x: Wire) -> str:
        """A last layer, in floating point."""
        weight, bias = self.weights[name]
        # What the rounding before shifts on the mean is taken back.
        shift = (weight[:, :, 0, 0] @ (x.exact - x.rounded).mean((0, 2, 3))).numpy()
        self.constant(f"{name}.weight", weight.numpy())
        self.constant(f"{name}.bias", (bias.numpy() + shift).astype(np.float32))
        return self.node(
            "Conv",
            [x.name, f"{name}.weight", f"{name}.bias"],
            f"{name}.sum",
            kernel_shape=[1, 1],
        )


def rounded_weights(
    x: Wire, weight: Tensor, bias: Tensor, *, stride: int, dilation: int, padding: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Whole numbers (O x I x k x k), the step of each output, and the bias that goes with them."""
    out, into, side, _ = weight.shape
    exact, own = (
        _columns(one, side, stride=stride, dilation=dilation, padding=padding)
        for one in (x.exact, x.rounded)
    )
    flat = weight.permute(0, 2, 3, 1).reshape(out, -1).double()  # neighbours stand side by side
    curvature = (own @ own.T).double()
    curvature += DAMPING * curvature.diagonal().mean() * torch.eye(len(curvature)).double()
    wanted = flat + torch.linalg.solve(curvature, (own @ (exact - own).T).double() @ flat.T).T
    pairs = functional.pad(wanted, (0, wanted.shape[1] % 2)).reshape(out, -1, 2).abs()
    scale = torch.maximum(
        wanted.abs().amax(1) / MOST_WEIGHT, pairs.sum(2).amax(1) / MOST_PAIR
    ).clamp(min=1e-9)
    scale = scale.float().double()
    whole = _descended(wanted / scale[:, None], curvature)
    shift = flat @ exact.double().mean(1) - (whole * scale[:, None]) @ own.double().mean(1)
    shaped = whole.reshape(out, side, side, into).permute(0, 3, 1, 2)
    return shaped.float(), scale.float(), (bias.double() + shift).float()


def _columns(x: Tensor, side: int, *, stride: int, dilation: int, padding: int) -> Tensor:
    """What each place of the answer is made of, (k * k * I) x places, some of all places."""
    count, into = x.shape[:2]
    cut = functional.unfold(x, side, dilation=dilation, padding=padding, stride=stride)
    step = max(1, count * cut.shape[2] // COLUMNS)
    flat = cut.permute(1, 0, 2).reshape(into, side * side, -1)[:, :, ::step]
    return flat.permute(1, 0, 2).reshape(into * side * side, -1)


def _descended(wanted: Tensor, curvature: Tensor) -> Tensor:
    """The weights in steps (O x columns) as whole numbers, column by column."""
    left = wanted.clone()
    upper = torch.linalg.cholesky(torch.linalg.inv(curvature), upper=True)
    whole = torch.zeros_like(left)
    for k in range(left.shape[1]):
        most = torch.full_like(left[:, k], MOST_WEIGHT)
        if k % 2:
            most = torch.minimum(most, MOST_PAIR - whole[:, k - 1].abs())
        whole[:, k] = torch.minimum(torch.maximum(left[:, k].round(), -most), most)
        error = (left[:, k] - whole[:, k]) / upper[k, k]
        left[:, k + 1 :] -= error[:, None] * upper[k, k + 1 :]
    return whole


def eight_bits(weights: dict[str, tuple[Tensor, Tensor]], pictures: NDArray[np.uint8]) -> bytes:
    """The file of the net in whole numbers.

    ``weights``: weight and bias of each convolution by the name of its layer; ``pictures``:
    N x H x W x 3, 8 bit, BGR. The file's ``x`` is such pictures, with a fourth plane that says
    nothing, its ``y`` that of the net.
    """
    net = Rounding(_filled(weights))
    x = net.conv("at_2.0", _shown(net, pictures), stride=2)
    x = net.conv("at_4.0.0", x, stride=2)
    x = net.conv("at_4.1.0", x)
    x = net.conv("at_8.0.0", x, stride=2)
    near = _residual(net, "at_8.1", x)
    x = net.conv("at_16.0.0", near, stride=2)
    x = _residual(net, "at_16.1", x)
    x = _residual(net, "at_16.2", x, dilation=2)
    wide = net.doubled("wide", net.conv("back", x, relu=False))
    both = net.added("both", near, wide, relu=False)
    faces = net.head("head", net.conv("fuse.1.0", net.conv("fuse.0.0", both)))
    slants = net.head("slants.1", net.conv("slants.0.0", both))
    net.node("Concat", [faces, slants], "y", axis=1)
    graph = helper.make_graph(
        net.nodes,
        "dice",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, ["n", "h", "w", SHOWN])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", CHANNELS, "h8", "w8"])],
        net.constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
    model.ir_version = IR_VERSION
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def _residual(net: Rounding, name: str, x: Wire, dilation: int = 1) -> Wire:
    first = net.conv(f"{name}.first.0", x, dilation=dilation)
    return net.added(name, x, net.conv(f"{name}.second.0", first, relu=False))


def _shown(net: Rounding, pictures: NDArray[np.uint8]) -> Wire:
    """The pictures as they come; the half level between GREY and grey goes into the first bias."""
    step = np.float32(1 / 255)
    net.constant("picture.step", step)
    net.constant("picture.middle", np.array(GREY, np.uint8))
    net.node("Transpose", ["x"], "picture.planes", perm=[0, 3, 1, 2])
    both = ["picture.step", "picture.middle"]
    net.node("DequantizeLinear", ["picture.planes", *both], "picture.out")
    levels = torch.from_numpy(pictures).permute(0, 3, 1, 2).float()
    exact, own = (
        functional.pad((levels - middle) * float(step), (0, 0, 0, 0, 0, SHOWN - 3))
        for middle in (127.5, GREY)
    )
    return Wire("picture.out", exact, own)


def _filled(weights: dict[str, tuple[Tensor, Tensor]]) -> dict[str, tuple[Tensor, Tensor]]:
    """The same net with so many maps between its first layers that the runtime's quickest way
    with whole numbers takes them: it wants fours of them in and sixteens out."""
    first, bias = weights["at_2.0"]
    more = -len(bias) % 16
    after, after_bias = weights["at_4.0.0"]
    return weights | {
        "at_2.0": (
            functional.pad(first, (0, 0, 0, 0, 0, SHOWN - 3, 0, more)),
            functional.pad(bias, (0, more)),
        ),
        "at_4.0.0": (functional.pad(after, (0, 0, 0, 0, 0, more)), after_bias),
    }


def weights_of(path: Path) -> dict[str, tuple[Tensor, Tensor]]:
    """Weight and bias of each convolution of a file that ``export.py`` wrote, by its layer."""
    graph = onnx.load(path).graph
    values = {
        one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer
    }
    found = {}
    for node in graph.node:
        if node.op_type == "Identity":  # what two layers have alike is stored once
            values[node.output[0]] = values[node.input[0]]
        if node.op_type == "Conv":
            parts = node.name.strip("/").split("/")[:-1]
            # Each part of a name repeats the one before it, unless a layer has a name of its own.
            kept = [
                p
                for p, after in zip(parts, [*parts[1:], ""], strict=True)
                if not after.startswith(p)
            ]
            found[".".join(kept)] = (values[node.input[1]], values[node.input[2]])
    return found


def scenes(count: int, seed: int) -> NDArray[np.uint8]:
    """Rendered pictures as those that the net was trained with."""
    rng = np.random.default_rng(seed)
    worlds, chance = Worlds(rng), Chance(rng)
    shown = []
    for _ in range(count):
        raw = worlds.draw()
        shown.append(expose_any(raw.light.astype(np.float32), raw.size, chance))
    return np.stack(shown)


def main() -> None:
    """Write the file that the command line names."""
    parser = argparse.ArgumentParser(description="Round a net to whole numbers of eight bits.")
    parser.add_argument("float", type=Path, help="file of export.py")
    parser.add_argument("out", type=Path)
    parser.add_argument("--scenes", type=int, default=SCENES)
    parser.add_argument("--seed", type=int, default=8)
    options = parser.parse_args()
    torch.set_num_threads(1)
    with torch.no_grad():
        code = eight_bits(weights_of(options.float), scenes(options.scenes, options.seed))
    options.out.write_bytes(code)


if __name__ == "__main__":
    main()
