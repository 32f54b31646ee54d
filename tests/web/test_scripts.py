"""Scripts of a page share their names: what one calls so must be nothing else to another."""

import re
from collections import Counter

from trigrad.web.rendering import PAGES, STATIC

SHARED = re.compile(r"^(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
IN_A_BLOCK = re.compile(r"^  (?:async )?function (\w+)", re.MULTILINE)  # shared too, unless the script is strict


def names_in(script: str) -> set[str]:
    """The names that a script shares with all others of its page."""
    leaking = set(IN_A_BLOCK.findall(script)) if "\n{\n" in script and '"use strict"' not in script else set()
    return set(SHARED.findall(script)) | leaking


def test_scripts_of_a_table_do_not_take_each_others_names() -> None:
    pages = "".join((PAGES / page).read_text("utf-8") for page in ("base.html", "table.html"))
    scripts = set(re.findall(r"static\('(\w+\.js)'\)", pages))
    assert {"table.js", "stream.js", "my_turn.js", "connection.js", "said.js", "time.js"} <= scripts
    names = Counter(name for script in scripts for name in names_in((STATIC / script).read_text("utf-8")))
    assert [name for name, scripts_with_it in names.items() if scripts_with_it > 1] == []


def test_a_function_in_a_block_is_shared_but_in_strict_scripts() -> None:
    script = "\n{\n  function show() {}\n}\n"
    assert names_in(script) == {"show"}
    assert names_in('"use strict";\n' + script) == set()
