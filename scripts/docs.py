"""Build the documentation site into build/site; any warning, and any link that leads nowhere, is an error.

    python3 -m scripts.docs

Its pages are those of docs/, the README (two of its sections have pages of their own), CONTRIBUTING and
CHANGELOG, and a reference made from the docstrings of the packages below, whatever modules these have.
Links between the files become links between the pages. Nothing of Trigrad is imported.
"""

import ast
import json
import posixpath
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from scripts import tools
from start import ROOT

PACKAGES = ("engine", "games", "bots", "arena", "data", "table", "club")  # a game's own folder is its own business
ELSEWHERE = {"Hosting": "hosting.md", "The command line": "cli.md"}  # sections of the README that are other pages
STAGE, SITE = tools.BUILD / "docs", tools.BUILD / "site"
CONFIG = tools.BUILD / "docs.yml"

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^(```.*?^```)$", re.MULTILINE | re.DOTALL)
LOADED = re.compile(r"<(?:script|img|iframe|source|link)\b[^>]*?\b(?:src|href)=[\"']?((?:https?:)?//[^\"'\s>]+)")
STYLED = re.compile(r"(?:url\(|@import )[\"']?((?:https?:)?//[^\"')\s]+)")


class Broken(Exception):
    """The site cannot be built as it should be."""


def main() -> None:
    """Gather the pages, build, look at the result."""
    modules = api_modules()
    settings = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]
    settings["nav"].append({"API reference": api_navigation(modules)})
    stage(modules, repository())
    check_navigation(settings["nav"])
    configure(settings)
    zensical = tools.environment("docs").with_name("zensical")
    built = subprocess.run(
        [zensical, "build", "--strict", "--clean", "--config-file", str(CONFIG)], cwd=tools.BUILD, check=False
    )
    if built.returncode:
        raise Broken("the build has warnings; they stand above")
    check_no_other_host()
    print(f"The site is in {SITE.relative_to(ROOT)}.")


def repository() -> str | None:
    """The address of the sources on the web, which stands in pyproject.toml from the first release on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    address: str | None = project.get("urls", {}).get("Repository")
    return address


def configure(settings: dict[str, Any]) -> None:
    """Write the settings of this build; JSON is YAML, which can say that docstrings have no markup of their own."""
    python = settings["plugins"]["mkdocstrings"]["handlers"]["python"]
    python["paths"] = [str(ROOT / "src")]
    python["options"] |= {"docstring_style": None, "extensions": [str(ROOT / "scripts" / "comments.py")]}
    settings |= {"docs_dir": STAGE.name, "site_dir": SITE.name}
    CONFIG.write_text(json.dumps(settings), "utf-8")
    shutil.rmtree(SITE, ignore_errors=True)


# --- The pages --------------------------------------------------------------------


def stage(modules: Mapping[str, Path], address: str | None) -> None:
    """Write every page and picture of the site into one folder."""
    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.copytree(ROOT / "docs", STAGE)
    shutil.copy(ROOT / "src/trigrad/web/static/icon.svg", STAGE / "images")
    documents = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in ROOT.glob("docs/**/*.md")}
    pages = {source: source.removeprefix("docs/") for source in documents}
    for source in ("CONTRIBUTING.md", "CHANGELOG.md", "README.md"):
        documents[source] = (ROOT / source).read_text("utf-8")
    pages |= {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
    pages |= {f"README.md#{title.lower().replace(' ', '-')}": page for title, page in ELSEWHERE.items()}
    pages |= {f"docs/{page}": page for page in ELSEWHERE.values()}
    pages |= {path.relative_to(ROOT).as_posix(): api_page(name) for name, path in modules.items()}
    start, sections = split_sections(documents["README.md"], ELSEWHERE)
    documents["README.md"] = start
    for source, text in documents.items():
        write(pages[source], rewrite(text, source, pages[source], pages, address))
    write("hosting.md", rewrite(f"# Hosting\n{sections['Hosting']}", "README.md", "hosting.md", pages, address))
    for name in modules:
        write(api_page(name), f"::: {name}\n")
    write("api/index.md", api_contents(modules))


def write(page: str, text: str) -> None:
    """Write one page, in a folder that may still be missing."""
    path = STAGE / page
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def split_sections(text: str, apart: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """A document without some of its sections, in which links to these lead to their pages; and the sections."""
    start, *rest = re.split(r"^## ", text, flags=re.MULTILINE)
    sections: dict[str, str] = {}
    for section in rest:
        title, _, words = section.partition("\n")
        if title in apart:
            sections[title] = words
        else:
            start += f"## {section}"
    for title, page in apart.items():
        start = start.replace(f"](#{title.lower().replace(' ', '-')})", f"](docs/{page})")
    return start, sections


def rewrite(text: str, source: str, page: str, pages: Mapping[str, str], address: str | None) -> str:
    """A document's text with links that hold on the site; ``pages`` tells where each file has its page.

    A file that has no page leads to its place on the web, or is only named where there is none.
    """

    def replaced(match: re.Match[str]) -> str:
        picture, words, target = match.groups()
        place, sign, anchor = target.partition("#")
        if urlsplit(target).scheme or not place:
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), place))
        if path not in pages and not (ROOT / path).exists():
            raise Broken(f"{source} links to {target}, which does not exist")
        if own := anchor and pages.get(f"{path}#{anchor}"):  # a section that is a page of its own
            sign = anchor = ""
        found = own or pages.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)
        if found:
            return f"{picture}[{words}]({posixpath.relpath(found, posixpath.dirname(page) or '.')}{sign}{anchor})"
        return f"[{words}]({address}/blob/main/{path})" if address else words

    parts = FENCE.split(text)
    parts[::2] = [LINK.sub(replaced, part) for part in parts[::2]]
    return "".join(parts)


# --- The reference ----------------------------------------------------------------


def api_modules() -> dict[str, Path]:
    """The modules of the reference, by name: the public ones of each package, of ``games`` none in a game's folder."""
    modules = {}
    for package in PACKAGES:
        folder = ROOT / "src" / "trigrad" / package
        for path in sorted(folder.glob("*.py") if package == "games" else folder.rglob("*.py")):
            name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
            if not any(part.startswith("_") for part in name.split(".")):
                modules[name] = path
    return modules


def api_page(module: str) -> str:
    """The page of a module; a package's is the first of its own."""
    parts = module.split(".")[1:]
    return f"api/{parts[0]}/{'.'.join(parts[1:]) or 'index'}.md"


def api_navigation(modules: Mapping[str, Path]) -> list[Any]:
    """The reference's part of the navigation, a section for each package."""
    sections: dict[str, list[Any]] = {}
    for name in modules:
        _, package, *rest = name.split(".")
        sections.setdefault(package, []).append({".".join(rest): api_page(name)} if rest else api_page(name))
    return ["api/index.md", *({package: pages} for package, pages in sections.items())]


def api_contents(modules: Mapping[str, Path]) -> str:
    """The first page of the reference: what each module is, by the first sentence of its docstring."""
    rows = []
    for name, path in modules.items():
        about = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0].replace("|", "\\|")
        rows.append(f"| [`{name.removeprefix('trigrad.')}`]({posixpath.relpath(api_page(name), 'api')}) | {about} |")
    return "\n".join(["# API reference", "", "| module | what |", "| --- | --- |", *rows, ""])


# --- Checks -----------------------------------------------------------------------


def pages_of(navigation: Any) -> set[str]:
    """All pages that a navigation, or a part of it, names."""
    if isinstance(navigation, str):
        return {navigation}
    parts = navigation.values() if isinstance(navigation, dict) else navigation
    return set().union(*map(pages_of, parts))


def check_navigation(navigation: list[Any]) -> None:
    """Every page is in the navigation, so that each can be found."""
    there = {path.relative_to(STAGE).as_posix() for path in STAGE.rglob("*.md")}
    if apart := there ^ pages_of(navigation):
        raise Broken(f"only in the navigation of zensical.toml, or only among the pages: {sorted(apart)}")


def check_no_other_host() -> None:
    """No page and no style sheet loads anything from another host."""
    for pattern, kind in ((LOADED, "*.html"), (STYLED, "*.css")):
        for path in SITE.rglob(kind):
            if found := pattern.search(path.read_text("utf-8")):
                raise Broken(f"{path.relative_to(SITE)} loads {found[1]}")


if __name__ == "__main__":
    try:
        main()
    except Broken as error:
        sys.exit(f"The site is broken: {error}")
