"""What cameras do to a lit scene, in all their variety.

Knows exposure, colour cast, blur, noise, haze and compression. Refuses to know dice.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.simulated.scene import brush
from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.sensor import Picture
from tests.training.chance import Chance


def expose_any(light: Array, size: float, chance: Chance) -> Picture:
    """(n, n, 3) linear light to an 8-bit picture; ``size``: typical die in pixels."""
    out = (
        light
        * np.array([chance.between(0.75, 1.3), 1.0, chance.between(0.75, 1.3)], np.float32)
        * np.float32(chance.scale(0.55, 2.2))
    )
    side = out.shape[0]
    if chance.happens(0.5):
        out = _gradient(out, chance)
    if chance.happens(0.12):
        spot = np.zeros((side, side), np.float32)
        x, y = chance.whole(0, side), chance.whole(0, side)
        brush.disc(spot, x, y, chance.whole(10, 80), (1.0,))
        spot = brush.blurred(spot, chance.between(5, 30))
        out = out + spot[..., None] * np.float32(chance.between(0.1, 0.8))
    if chance.happens(0.12):
        out = _shadow_edge(out, chance)
    if chance.happens(0.15):
        haze = np.float32(chance.between(0.03, 0.35))
        out = out * (1 - haze) + haze * np.float32(chance.between(0.4, 1.0))
    out = _blurred(out, size, chance)
    tone = chance.between(0.33, 0.62)
    out = np.asarray(cv2.pow(np.clip(out, 0, 1.05), tone), np.float32)
    if chance.happens(0.25):
        soft = cv2.GaussianBlur(out, (0, 0), chance.between(0.7, 2))
        out = out + np.float32(chance.between(0.3, 1.5)) * (out - soft)
    if chance.happens(0.7):
        out = out + _noise(out.shape, chance)
    picture = (np.clip(out, 0, 1) * 255).astype(np.uint8)
    if chance.happens(0.05):
        picture = np.repeat(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2).astype(
            np.uint8
        )
    if chance.happens(0.5):
        quality = [cv2.IMWRITE_JPEG_QUALITY, chance.whole(25, 95)]
        coded = cv2.imencode(".jpg", picture, quality)[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return picture


def harsh(picture: Picture, chance: Chance) -> Picture:
    """As cheap cameras show it: hard contrast, loud colours, coarse coloured noise."""
    out = picture.astype(np.float32)
    grey = out.mean(2, keepdims=True)
    out = grey + np.float32(chance.between(1.0, 3.5)) * (out - grey)
    pivot = np.float32(chance.between(70, 190))
    out = pivot + np.float32(chance.between(1.0, 3.0)) * (out - pivot)
    noise = chance.rng.standard_normal(out.shape, dtype=np.float32)
    noise = cv2.GaussianBlur(noise, (0, 0), chance.between(0.4, 1.2))
    out += noise * np.float32(chance.between(0, 60))
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def _gradient(light: Array, chance: Chance) -> Array:
    side = light.shape[0]
    ramp = np.linspace(-0.5, 0.5, side, dtype=np.float32)
    angle, slope = chance.between(0, 6.283), chance.between(-0.9, 0.9)
    field = ramp[None] * math.cos(angle) + ramp[:, None] * math.sin(angle)
    return np.asarray(light * np.clip(1 + slope * field, 0.1, 2)[..., None], np.float32)


def _shadow_edge(light: Array, chance: Chance) -> Array:
    side = light.shape[0]
    angle = chance.between(0, 6.283)
    way = np.array([math.cos(angle), math.sin(angle)]) * 400
    away = np.array([-way[1], way[0]])
    middle = np.array([chance.between(0, side), chance.between(0, side)])
    corners = [middle - way, middle + way, middle + way + away, middle - way + away]
    mask = np.zeros((side, side), np.float32)
    brush.polygon(mask, np.array(corners), (1.0,))
    mask = brush.blurred(mask, chance.between(1, 12))
    return np.asarray(light * (1 - np.float32(chance.between(0.3, 0.85)) * mask[..., None]))


def _blurred(light: Array, size: float, chance: Chance) -> Array:
    kind = chance.rng.random()
    if kind < 0.5:
        return np.asarray(
            cv2.GaussianBlur(light, (0, 0), max(0.35, chance.between(0.008, 0.055) * size))
        )
    if kind < 0.6:
        length = int(np.clip(chance.between(0.03, 0.16) * size, 3, 25)) | 1
        kernel = np.zeros((length, length), np.float32)
        angle, middle = chance.between(0, 3.1416), length // 2
        dx, dy = round(middle * math.cos(angle)), round(middle * math.sin(angle))
        brush.line(kernel, (middle - dx, middle - dy), (middle + dx, middle + dy), (1.0,), 1)
        return np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()))
    return np.asarray(cv2.GaussianBlur(light, (0, 0), 0.4))


def _noise(shape: tuple[int, ...], chance: Chance) -> Array:
    noise = chance.rng.standard_normal(shape, dtype=np.float32)
    if chance.happens(0.5):
        noise = cv2.GaussianBlur(noise, (0, 0), chance.between(0.5, 1.2)) * np.float32(1.5)
    if chance.happens(0.3):
        noise = noise[..., :1]
    return np.asarray(noise * np.float32(chance.between(0, 0.05)), np.float32)
