"""Files become frames, or one sentence that says what to do."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from companion.errors import (
    CompanionError,
    PictureMissing,
    PictureTooLarge,
    PictureTooSmall,
    PictureUnreadable,
)
from vision.frame import is_video, load_picture, load_reduced, pictures_in, video_frames

BLUE_BGR = (200, 60, 20)


def colourful() -> NDArray[np.uint8]:
    """48 x 64, blue on the left, grey on the right; even, so that compression keeps it."""
    picture = np.full((48, 64, 3), 128, np.uint8)
    picture[:, :32] = BLUE_BGR
    return picture


def saved(path: Path, picture: Image.Image, **how: Any) -> Path:
    picture.save(path, **how)
    return path


def rgb() -> Image.Image:
    return Image.fromarray(colourful()[:, :, ::-1].copy())


def left_and_right(picture: NDArray[np.uint8]) -> tuple[list[int], list[int]]:
    height, width = picture.shape[:2]
    return (
        picture[height // 2, width // 4].tolist(),
        picture[height // 2, 3 * width // 4].tolist(),
    )


def assert_colourful(picture: NDArray[np.uint8], tolerance: int) -> None:
    assert picture.shape == (48, 64, 3)
    assert picture.dtype == np.uint8
    left, right = left_and_right(picture)
    assert np.abs(np.array(left) - BLUE_BGR).max() <= tolerance
    assert np.abs(np.array(right) - 128).max() <= tolerance


@pytest.mark.parametrize("suffix", [".png", ".bmp", ".tif", ".webp", ".jpg"])
def test_common_formats_keep_their_colours(tmp_path: Path, suffix: str) -> None:
    path = saved(tmp_path / f"a{suffix}", rgb(), quality=95, lossless=True)
    assert_colourful(load_picture(path), 6)


def test_a_cmyk_jpeg_keeps_its_colours(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.jpg", rgb().convert("CMYK"), quality=95)
    assert_colourful(load_picture(path), 8)


@pytest.mark.parametrize("least_px", [None, 400, 200])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_a_jpeg_has_the_pixels_that_pillow_decodes(
    tmp_path: Path, mode: str, least_px: int | None
) -> None:
    noise = np.random.default_rng(7).integers(0, 256, (601, 803, 3), np.uint8)
    path = tmp_path / "noise.jpg"
    Image.fromarray(cv2.GaussianBlur(noise, (5, 5), 0)).convert(mode).save(path, quality=90)
    found = load_reduced(path, least_px)
    with Image.open(path) as picture:
        if least_px is not None:
            picture.draft(None, (least_px, least_px * 601 // 803))
        wanted = np.asarray(picture.convert("RGB"))[:, :, ::-1]
    assert found.image_bgr.shape[1] == {None: 803, 400: 402, 200: 201}[least_px]
    assert np.array_equal(found.image_bgr, wanted)


def test_alpha_is_dropped(tmp_path: Path) -> None:
    picture = rgb().convert("RGBA")
    picture.putalpha(90)
    assert_colourful(load_picture(saved(tmp_path / "a.png", picture)), 0)


def test_a_palette_becomes_colours(tmp_path: Path) -> None:
    assert_colourful(load_picture(saved(tmp_path / "a.png", rgb().quantize(16))), 6)


@pytest.mark.parametrize("suffix", [".png", ".tif"])
def test_sixteen_bit_grey_is_scaled_not_cut(tmp_path: Path, suffix: str) -> None:
    deep = np.full((20, 30), 0x8000, np.uint16)
    deep[:, :15] = 0xFFFF
    path = tmp_path / f"a{suffix}"
    assert cv2.imwrite(str(path), deep)
    left, right = left_and_right(load_picture(path))
    assert left == [255, 255, 255]
    assert right[0] in (127, 128)


def test_sixteen_bit_colour_is_scaled_not_cut(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    assert cv2.imwrite(str(path), colourful().astype(np.uint16) * 257)
    assert_colourful(load_picture(path), 1)


def test_eight_bit_grey_becomes_three_equal_channels(tmp_path: Path) -> None:
    picture = load_picture(saved(tmp_path / "a.png", Image.new("L", (20, 20), 77)))
    assert picture.shape == (20, 20, 3)
    assert set(picture.ravel().tolist()) == {77}


def test_a_picture_is_turned_as_its_exif_orientation_says(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned: rotate by 90 degrees clockwise to show
    path = saved(tmp_path / "a.jpg", rgb(), exif=exif, quality=95)
    picture = load_picture(path)
    assert picture.shape == (64, 48, 3)
    assert np.abs(picture[10, 24].astype(int) - BLUE_BGR).max() < 8


def test_the_first_picture_of_an_animation_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    rgb().save(path, save_all=True, append_images=[Image.new("RGB", (64, 48))])
    assert_colourful(load_picture(path), 8)


def test_a_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.jpg"
    path.write_text("two dice, three and four")
    with pytest.raises(PictureUnreadable, match=r"notes\.jpg is not a picture"):
        load_picture(path)


def test_an_empty_file_is_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.touch()
    with pytest.raises(PictureUnreadable):
        load_picture(path)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".tif", ".webp"])
@pytest.mark.parametrize("part", [0.3, 0.7])
def test_a_truncated_picture_is_never_read_as_half_grey(
    tmp_path: Path, suffix: str, part: float
) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (200, 200, 3), np.uint8)
    path = saved(tmp_path / f"a{suffix}", Image.fromarray(noise))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * part)])
    with pytest.raises(PictureUnreadable):
        load_picture(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PictureMissing, match="There is no file"):
        load_picture(tmp_path / "gone.jpg")


@pytest.mark.parametrize("name", ["a" * 5000, "zero\0byte"])
def test_a_name_that_no_file_can_have_is_one_sentence(name: str) -> None:
    with pytest.raises(CompanionError):
        load_picture(Path(name))


def test_a_folder_in_place_of_a_picture_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PictureUnreadable, match="neither a file"):
        load_picture(tmp_path)


@pytest.mark.parametrize("size", [(1, 1), (15, 400), (400, 15)])
def test_tiny_pictures_are_refused(tmp_path: Path, size: tuple[int, int]) -> None:
    with pytest.raises(PictureTooSmall, match="at least 16 x 16"):
        load_picture(saved(tmp_path / "a.png", Image.new("RGB", size)))


def test_sixteen_pixels_square_are_enough(tmp_path: Path) -> None:
    assert load_picture(saved(tmp_path / "a.png", Image.new("L", (16, 16)))).shape == (16, 16, 3)


def bomb(width: int, height: int) -> bytes:
    """A PNG whose header promises many pixels and whose content is next to nothing."""

    def chunk(name: bytes, content: bytes) -> bytes:
        checked = name + content
        return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(1000)))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("size", [(12_248, 12_248), (20_000, 10_000), (100_000, 100_000)])
def test_a_decompression_bomb_is_refused_from_its_header(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(bomb(*size))
    with pytest.raises(PictureTooLarge, match="150 million"):
        load_picture(path)


def test_just_below_the_limit_the_content_decides(tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(bomb(12_000, 12_000))
    with pytest.raises(PictureUnreadable) as caught:
        load_picture(path)
    assert not isinstance(caught.value, PictureTooLarge)


def test_a_folder_gives_its_pictures_by_name_and_no_deeper(tmp_path: Path) -> None:
    for name in ("b.PNG", "a.jpg", "notes.txt"):
        (tmp_path / name).touch()
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "c.png").touch()
    assert [path.name for path in pictures_in(tmp_path)] == ["a.jpg", "b.PNG"]


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PictureMissing, match="holds no picture"):
        pictures_in(tmp_path)


def film(path: Path, frames: int) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for _ in range(frames):
        writer.write(colourful())
    writer.release()
    return path


def test_a_video_gives_its_frames_with_their_times(tmp_path: Path) -> None:
    path = film(tmp_path / "a.avi", 5)
    assert is_video(path)
    frames = list(video_frames(path))
    assert [round(t_s, 3) for t_s, _ in frames] == [0.0, 0.1, 0.2, 0.3, 0.4]
    assert_colourful(frames[-1][1], 12)


def test_a_video_cut_short_is_one_sentence(tmp_path: Path) -> None:
    path = film(tmp_path / "a.avi", 5)
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(PictureUnreadable, match="video"):
        list(video_frames(path))


def test_pictures_and_texts_are_no_videos(tmp_path: Path) -> None:
    text = tmp_path / "a.mp4"
    text.write_text("not a film")
    assert not is_video(text)
    assert not is_video(saved(tmp_path / "a.png", rgb()))
    assert not is_video(tmp_path)
    assert not is_video(tmp_path / "gone.mp4")
