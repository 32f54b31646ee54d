"""The random generator: ChaCha with eight rounds, its state inside a record.

A game's shuffles must not be predictable from what players have already seen,
so the generator is a cipher keyed with the 256-bit secret seed, not a linear
one. A game's record begins with a generator's fields and is one; choices that are
not the game's (a bot's) are drawn from a ``Generator`` of their own.

All arithmetic is on non-negative integers below 2**49, the same interpreted,
native and on a GPU.
"""

from typing import Any

import numpy as np

from trigrad.engine.record import Record, Row, new_record, uint8, uint32
from trigrad.engine.rule import rule


class Generator(Record):
    """What can be drawn from."""

    key = uint32(8)  # the secret seed, 256 bits, little-endian words
    block = uint32(16)  # the current block of the stream
    counter = uint32()  # number of blocks made
    used = uint8()  # words of the block already drawn, 0..16

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"  # whoever prints it need not see the seed

    __str__ = __repr__


SEED_BYTES = 32
_MASK = 0xFFFFFFFF
_WORDS = 16
# "expa nd 3 2-by te k", the constants of ChaCha with a 256-bit key
_C0, _C1, _C2, _C3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574


def seed_words(seed: bytes) -> "np.ndarray[Any, np.dtype[np.uint32]]":
    """The key words, uint32[8], of a seed of 32 bytes; ``ValueError`` for another length."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return np.frombuffer(seed, dtype="<u4").astype(np.uint32)


def generator(seed: bytes) -> Generator:
    """A fresh generator for a seed of 32 bytes."""
    record = new_record(Generator)
    reseed(record, seed_words(seed))
    return record


@rule
def reseed(record: Generator, words: Row) -> None:
    """Start the stream of the key ``words`` (uint32[8])."""
    for i in range(8):
        record.key[i] = words[i]
    record.counter = 0
    record.used = _WORDS


@rule
def _wide(word: int) -> int:
    """A 32-bit word as a signed 64-bit integer (the mask keeps Numba from choosing unsigned)."""
    return int(word) & _MASK


@rule
def _quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    a = (a + b) & _MASK
    d ^= a
    d = ((d << 16) | (d >> 16)) & _MASK
    c = (c + d) & _MASK
    b ^= c
    b = ((b << 12) | (b >> 20)) & _MASK
    a = (a + b) & _MASK
    d ^= a
    d = ((d << 8) | (d >> 24)) & _MASK
    c = (c + d) & _MASK
    b ^= c
    b = ((b << 7) | (b >> 25)) & _MASK
    return a, b, c, d


@rule
def _next_block(record: Generator) -> None:
    """Fill ``block`` from key and counter: four double rounds, then add the input."""
    key = record.key
    k0, k1, k2, k3 = _wide(key[0]), _wide(key[1]), _wide(key[2]), _wide(key[3])
    k4, k5, k6, k7 = _wide(key[4]), _wide(key[5]), _wide(key[6]), _wide(key[7])
    count = _wide(record.counter)
    x0, x1, x2, x3, x4, x5, x6, x7 = _C0, _C1, _C2, _C3, k0, k1, k2, k3
    x8, x9, x10, x11, x12, x13, x14, x15 = k4, k5, k6, k7, count, 0, 0, 0
    for _ in range(4):
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
    block = record.block
    block[0] = (x0 + _C0) & _MASK
    block[1] = (x1 + _C1) & _MASK
    block[2] = (x2 + _C2) & _MASK
    block[3] = (x3 + _C3) & _MASK
    block[4] = (x4 + k0) & _MASK
    block[5] = (x5 + k1) & _MASK
    block[6] = (x6 + k2) & _MASK
    block[7] = (x7 + k3) & _MASK
    block[8] = (x8 + k4) & _MASK
    block[9] = (x9 + k5) & _MASK
    block[10] = (x10 + k6) & _MASK
    block[11] = (x11 + k7) & _MASK
    block[12] = (x12 + count) & _MASK
    block[13] = x13
    block[14] = x14
    block[15] = x15
    record.counter = (count + 1) & _MASK
    record.used = 0


@rule
def next_word(record: Generator) -> int:
    """The next 32 random bits."""
    if record.used >= _WORDS:
        _next_block(record)
    word = _wide(record.block[record.used])
    record.used += 1
    return word


@rule
def below(record: Generator, limit: int) -> int:
    """A uniform integer in ``0..limit-1``, without bias (Lemire's method), limit < 2**16."""
    limit = int(limit)
    product = next_word(record) * limit
    if (product & _MASK) < limit:
        least = (_MASK + 1 - limit) % limit
        while (product & _MASK) < least:
            product = next_word(record) * limit
    return product >> 32


@rule
def shuffle(record: Generator, items: Row, start: int, stop: int) -> None:
    """Put ``items[start:stop]`` into a uniformly random order (Fisher-Yates)."""
    for i in range(stop - 1, start, -1):
        j = start + below(record, i - start + 1)
        items[i], items[j] = items[j], items[i]


@rule
def shuffle_first(record: Generator, items: Row, count: int, stop: int) -> None:
    """Bring a uniformly random choice of ``items[:stop]``, in random order, into ``items[:count]``."""
    for i in range(count):
        j = i + below(record, stop - i)
        items[i], items[j] = items[j], items[i]
