"""The random generator: the cipher is the published one, the draws are without bias."""

import random
import struct
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from trigrad.engine.random import Generator, below, generator, next_word, seed_words, shuffle, shuffle_first

# ChaCha8, key and nonce zero, blocks 0 and 1 (draft-strombergson-chacha-test-vectors, TC1)
ZERO_KEY_STREAM = bytes.fromhex(
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
    "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
)


def stream(record: Generator, size: int) -> bytes:
    return b"".join(struct.pack("<I", next_word(record)) for _ in range(size // 4))


def rotated(word: int, by: int) -> int:
    return (word << by | word >> (32 - by)) % 2**32


def quarter_round(x: list[int], a: int, b: int, c: int, d: int) -> None:
    for target, source, mixed, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[target] = (x[target] + x[source]) % 2**32
        x[mixed] = rotated(x[mixed] ^ x[target], by)


def chacha8_block(key: bytes, count: int) -> bytes:
    """One block as the cipher's description has it, step by step on a list of words."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), count, 0, 0, 0]
    x = list(start)
    for _ in range(4):
        for column in range(4):
            quarter_round(x, column, 4 + column, 8 + column, 12 + column)
        for i in range(4):
            quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return struct.pack("<16I", *((a + b) % 2**32 for a, b in zip(x, start, strict=True)))


def test_stream_of_the_zero_key_is_the_published_one() -> None:
    assert stream(generator(bytes(32)), 128) == ZERO_KEY_STREAM


@pytest.mark.parametrize("number", range(5))
def test_stream_is_chacha8_for_any_key(number: int) -> None:
    key = random.Random(number).randbytes(32)
    assert stream(generator(key), 320) == b"".join(chacha8_block(key, count) for count in range(5))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        seed_words(bytes(size))


def rigged(*words: int) -> Generator:
    """A generator about to give these words."""
    record = generator(bytes(32))
    for place, word in enumerate(words):
        record.block[place] = word
    record.used = 0
    return record


# 2**32 = 4 (mod 7): of all words, four have to be refused so that each of 0..6 is left equally often.
# They are the words whose product with 7 leaves less than 4 beyond a multiple of 2**32.
@pytest.mark.parametrize("beyond", range(4))
def test_below_refuses_the_words_too_many(beyond: int) -> None:
    refused = beyond * pow(7, -1, 2**32) % 2**32
    assert below(rigged(refused, 2**31), 7) == 3  # 2**31 is the middle of all words, 3 the middle of 0..6


def test_below_keeps_the_next_word_after_those() -> None:
    kept = 4 * pow(7, -1, 2**32) % 2**32
    assert below(rigged(kept, 2**31), 7) == kept * 7 // 2**32


def test_below_one_is_zero() -> None:
    assert below(rigged(2**32 - 1), 1) == 0


@pytest.mark.parametrize("limit", [2, 3, 7, 86])
def test_below_is_even(limit: int) -> None:
    record, draws = generator(bytes(32)), 200 * limit
    counts = Counter(below(record, limit) for _ in range(draws))
    assert set(counts) == set(range(limit))
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < limit + 5 * (2 * limit) ** 0.5


def test_shuffle_gives_every_order_alike() -> None:
    record, counts = generator(bytes(32)), Counter[tuple[int, ...]]()
    for _ in range(24 * 100):
        items = np.arange(6)
        shuffle(record, items, 1, 5)
        assert (items[0], items[5]) == (0, 5)
        counts[tuple(map(int, items[1:5]))] += 1
    assert set(counts) == set(permutations(range(1, 5)))
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 24 + 5 * 48**0.5


def test_shuffle_first_gives_every_choice_alike() -> None:
    record, counts = generator(bytes(32)), Counter[tuple[int, ...]]()
    for _ in range(20 * 100):
        items = np.arange(7)
        shuffle_first(record, items, 2, 5)
        assert sorted(items) == list(range(7))
        assert (items[5], items[6]) == (5, 6)
        counts[int(items[0]), int(items[1])] += 1
    assert set(counts) == set(permutations(range(5), 2))
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 20 + 5 * 40**0.5
