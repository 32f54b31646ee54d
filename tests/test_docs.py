"""How documents become pages of the site; that the site has no dead links its own build checks."""

from pathlib import Path

import pytest
from scripts import docs
from start import ROOT

PAGES = {
    "README.md": "index.md",
    "docs/bots.md": "bots.md",
    "docs/games/quorum.md": "games/quorum.md",
    "src/trigrad/engine/rule.py": "api/engine/rule.md",
}


@pytest.mark.parametrize(
    ("source", "link", "there"),
    [
        ("README.md", "[b](docs/bots.md#levels)", "[b](bots.md#levels)"),
        ("docs/games/quorum.md", "[b](../bots.md)", "[b](../bots.md)"),
        ("docs/bots.md", "[`r`](../src/trigrad/engine/rule.py)", "[`r`](api/engine/rule.md)"),
        ("docs/games/quorum.md", "[r](../../src/trigrad/engine/rule.py)", "[r](../api/engine/rule.md)"),
        ("README.md", "![t](docs/images/table.png)", "![t](images/table.png)"),
        ("README.md", "[a](#speed) [b](https://example.org/x.md)", "[a](#speed) [b](https://example.org/x.md)"),
        ("README.md", "the [licence](LICENSE)", "the licence"),
        ("README.md", "```\n[a](nowhere.md)\n```", "```\n[a](nowhere.md)\n```"),
    ],
)
def test_links_between_files_become_links_between_pages(source: str, link: str, there: str) -> None:
    assert docs.rewrite(link, source, PAGES[source], PAGES, None) == there


def test_a_file_without_a_page_leads_to_the_repository_where_one_is_known() -> None:
    text = docs.rewrite("[l](../LICENSE)", "docs/bots.md", "bots.md", PAGES, "https://code.example.org/ada/trigrad")
    assert text == "[l](https://code.example.org/ada/trigrad/blob/main/LICENSE)"


@pytest.mark.parametrize("link", ["[x](nowhere.md)", "![x](images/nowhere.png)", "[x](../src/nowhere.py)"])
def test_a_dead_link_is_refused(link: str) -> None:
    with pytest.raises(docs.Broken, match="does not exist"):
        docs.rewrite(link, "docs/bots.md", "bots.md", PAGES, None)


def test_sections_with_pages_of_their_own_leave_the_start_page() -> None:
    text = "# A\n\nSee [here](#to-host).\n\n## To host\n\nWords.\n\n## Speed\n\nFast.\n"
    start, sections = docs.split_sections(text, {"To host": "hosting.md"})
    assert start == "# A\n\nSee [here](docs/hosting.md).\n\n## Speed\n\nFast.\n"
    assert sections == {"To host": "\nWords.\n\n"}


def test_the_readme_has_the_sections_that_are_pages() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert set(docs.split_sections(readme, docs.ELSEWHERE)[1]) == set(docs.ELSEWHERE)


def test_the_reference_has_every_public_module_and_no_game_s_own() -> None:
    modules = docs.api_modules()
    assert {"trigrad.engine", "trigrad.engine.game", "trigrad.games", "trigrad.bots", "trigrad.table"} <= set(modules)
    assert "trigrad.games.noughts" in modules
    assert not any(name.startswith("trigrad.games.quorum") for name in modules)
    assert docs.api_page("trigrad.engine.game") == "api/engine/game.md"
    assert docs.api_page("trigrad.bots") == "api/bots/index.md"
    pages = docs.pages_of(docs.api_navigation(modules))
    assert pages == {"api/index.md", *map(docs.api_page, modules)}


@pytest.mark.parametrize(
    ("page", "style"),
    [
        ('<script src="https://a.example/x.js">', ""),
        ("<link rel=stylesheet href=//a.example/x.css>", ""),
        ("<img alt=x src='http://a.example/x.png'>", ""),
        ("", '@import "https://a.example/x.css";'),
        ("", "a { background: url(https://a.example/x.png) }"),
    ],
)
def test_what_is_loaded_from_another_host_is_found(
    page: str, style: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs, "SITE", tmp_path)
    (tmp_path / "index.html").write_text('<a href="https://a.example/">a link is no request</a>', "utf-8")
    docs.check_no_other_host()
    (tmp_path / "index.html").write_text(page, "utf-8")
    (tmp_path / "x.css").write_text(style, "utf-8")
    with pytest.raises(docs.Broken, match=r"loads (https?:)?//a"):
        docs.check_no_other_host()
