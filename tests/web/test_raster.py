"""Pictures as PNG: one is drawn at a time, seldom enough, each once; text is there on a machine without fonts."""

import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from trigrad.web import raster
from trigrad.web.raster import Raster, TooManyPictures

TEXT = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 63" width="120" height="63">'
    "<path fill='#fff' d='M0 0h120v63H0z'/>"
    "<text x='5' y='40' font-size='30' font-family='Source Serif Pro'>{}</text></svg>"
)


def test_latin_and_cyrillic_letters_are_drawn_and_differ() -> None:
    blank, latin, cyrillic = (raster.draw(TEXT.format(words)) for words in ("", "Ada", "Жук"))
    assert all(picture.startswith(b"\x89PNG") for picture in (blank, latin, cyrillic))
    assert len({blank, latin, cyrillic}) == 3
    assert raster.draw(TEXT.format("Жук")) == cyrillic
    assert cyrillic != raster.draw(TEXT.format("Жжж"))


def test_what_is_no_picture_fails() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        raster.draw("no picture")


def test_one_is_drawn_at_a_time_and_who_would_wait_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "_PATIENCE", 0.2)
    monkeypatch.setattr(raster, "_WAITING", 2)
    begun, go_on = threading.Event(), threading.Event()

    def slowly(svg: str) -> bytes:
        begun.set()
        go_on.wait(20)
        return svg.encode()

    monkeypatch.setattr(raster, "draw", slowly)
    drawing = Raster()
    with ThreadPoolExecutor() as pool:
        first = pool.submit(drawing.png, "a")
        begun.wait(20)
        second = pool.submit(drawing.png, "b")  # waits, and gives up
        while drawing._places._value:
            time.sleep(0.01)
        began = time.monotonic()
        with pytest.raises(TooManyPictures):
            drawing.png("c")  # finds no place to wait
        assert time.monotonic() - began < 0.2
        with pytest.raises(TooManyPictures):
            second.result(20)
        go_on.set()
        assert first.result(20) == b"a"
    assert drawing.png("a") == b"a"  # is kept


def test_drawing_takes_a_third_of_the_time_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[float] = []

    def draw(svg: str) -> bytes:
        began = time.monotonic()
        time.sleep(0.05)
        spent.append(time.monotonic() - began)
        return b""

    monkeypatch.setattr(raster, "draw", draw)
    drawing, began = Raster(), time.monotonic()
    for number in range(4):
        drawing.png(str(number))
    assert time.monotonic() - began >= sum(spent) + 2 * sum(spent[:-1])


def test_only_the_last_ones_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(raster, "_KEPT", 2)
    monkeypatch.setattr(raster, "_REST", 0.0)

    def draw(svg: str) -> bytes:
        drawn.append(svg)
        return svg.encode()

    monkeypatch.setattr(raster, "draw", draw)
    drawing = Raster()
    for svg in ("a", "b", "a", "c", "a", "b"):
        assert drawing.png(svg) == svg.encode()
    assert drawn == ["a", "b", "c", "b"]
