"""Makes the pictures that libcamera's virtual camera films, as a program: give it a folder.

Left half blue, right half red, and a white bar that moves, so that a swap of colours, a cut
edge or an old picture can be seen.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from hardware.pictures import Picture

WIDTH, HEIGHT = 1280, 960
COUNT = 6
BLUE_BGR, RED_BGR = (200, 60, 20), (20, 60, 200)


def frame(number: int) -> Picture:
    """One picture, blue, green, red."""
    image = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    image[:, : WIDTH // 2] = BLUE_BGR
    image[:, WIDTH // 2 :] = RED_BGR
    top = HEIGHT // 2 + 40 * number
    image[top : top + 20] = 255
    return image


def main(folder: Path) -> None:
    """Write the pictures as 0.jpg, 1.jpg, …, as the virtual camera wants them."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(COUNT):
        if not cv2.imwrite(str(folder / f"{number}.jpg"), frame(number)):
            raise OSError(f"{folder} cannot be written to.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
