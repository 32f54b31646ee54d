"""Records: their fields are attributes, no field hides a method, and they travel."""

import copy
import pickle

import numpy as np
import pytest

from trigrad.engine.record import new_record, record_dtype

INNER = record_dtype([("x", np.int8)])
OUTER = record_dtype([("inner", INNER), ("money", np.int16), ("hand", np.int8, (3,)), ("rows", INNER, (2,))])


def test_fields_are_attributes_and_views() -> None:
    record = new_record(OUTER)
    record.money = 300
    record.hand[1] = 7
    record.hand[2:] = [8]
    record.inner.x = 1
    record.rows[1].x = 2
    assert record == np.array((1, 300, [0, 7, 8], [0, 2]), OUTER)
    assert (record.money, record.hand.tolist(), record.inner.x, record.rows[1].x) == (300, [0, 7, 8], 1, 2)


def test_a_record_within_another_is_replaced_as_a_whole() -> None:
    record, other = new_record(OUTER), new_record(INNER)
    other.x = 5
    record.inner = other
    other.x = 6
    assert record.inner.x == 5


def test_a_field_that_is_not_there_is_refused() -> None:
    record = new_record(INNER)
    with pytest.raises(ValueError, match="y"):
        record.y = 1
    with pytest.raises(ValueError, match="money"):  # a field of others
        record.money  # noqa: B018
    with pytest.raises(AttributeError, match="y"):
        record.y  # noqa: B018


@pytest.mark.parametrize("name", ["copy", "sum", "round", "item"])
def test_a_field_may_not_hide_a_method(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        record_dtype([(name, np.int8)])


def test_records_travel() -> None:
    record = new_record(OUTER)
    record.money = 300
    for other in (pickle.loads(pickle.dumps(record)), copy.deepcopy(record)):  # noqa: S301 - its own bytes
        record.money += 1
        assert (other.money, other.dtype) == (300, OUTER)
