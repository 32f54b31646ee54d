"""Every ruling of Saint Petersburg, P1 to P27, has a test that names it."""

import re
from pathlib import Path


def test_every_ruling_has_a_test() -> None:
    written = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    tested = {int(number) for number in re.findall(r"def test_ruling_p(\d\d)_", written)}
    assert tested == set(range(1, 28))
