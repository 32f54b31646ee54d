"""Explanations in a first game: a word at each new kind of choice, and how to be spared them."""

import re

from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import select

from trigrad import games, i18n
from trigrad.store import schema

LEARNER = " data-learner "
GUIDES = games.load("quorum").guides


def table(client: TestClient, *kinds: str) -> str:
    """A new table of Quorum; its address."""
    form = {"name": "Ada"} | {f"seat{seat}": kind for seat, kind in enumerate(kinds)}
    return client.post("/new/quorum", data=form, follow_redirects=False).headers["location"]


def word(page: str) -> str | None:
    """The word that a page has for a kind of choice, without the button after it."""
    found = re.search(r'id="word".*?<span>(.*?) <button', page, re.DOTALL)
    return found[1] if found else None


def choose(client: TestClient, address: str, page: str) -> str:
    """Make the first choice that a page offers; the page afterwards."""
    version, seat = (re.search(rf'name="{name}" value="(\d+)"', page) for name in ("version", "seat"))
    notation = re.search(r'form="choose" name="action" value="([^"]+)"', page)
    assert version
    assert seat
    assert notation
    data = {"seat": seat[1], "version": version[1], "action": notation[1]}
    return client.post(f"{address}/act", data=data).text


def test_each_kind_of_choice_has_its_word_the_first_time_and_no_other(client: TestClient) -> None:
    address = table(client, "me", "bot:random")
    client.post("/me/settings", data={"passing": "asked"})
    page = client.get(address).text
    words: list[str | None] = []
    asked: list[str] = []
    while 'data-form="over"' not in page and len(asked) < 6:
        if "choose" in page and 'name="action"' in page:
            asked.append("Take" if "Take a card from Rome." in page else "Play" if "Play a card" in page else "God")
            words.append(word(page))
            page = choose(client, address, page)
        else:
            page = client.get(address).text
    shown = [each for each in words if each]
    assert len(shown) == len(set(shown)) >= 2
    assert set(shown) <= {guide.word.render(i18n.catalogue("en")) for guide in GUIDES.values()}
    for kind, guide in (("Take", "take"), ("Play", "play")):
        first = asked.index(kind)
        assert words[first] == GUIDES[guide].word.render(i18n.catalogue("en"))
        assert words[first] not in words[first + 1 :]


def test_the_word_is_in_the_readers_language(client: TestClient) -> None:
    address = table(client, "me", "bot:random")
    page = client.get(address, headers={"Accept-Language": "ru"}).text
    while word(page) is None:
        page = client.get(address, headers={"Accept-Language": "ru"}).text
    assert word(page) in {guide.word.render(i18n.catalogue("ru")) for guide in GUIDES.values()}


def test_who_only_watches_is_told_nothing(app: FastAPI, client: TestClient) -> None:
    address = table(client, "me", "bot:random")
    assert LEARNER in client.get(address).text
    watched = TestClient(app).get(address).text
    assert LEARNER not in watched
    assert word(watched) is None


def test_a_button_switches_it_off_for_good_and_the_setting_on_again(client: TestClient) -> None:
    address = table(client, "me", "bot:random")
    client.get(address)
    fragment = client.post(f"{address}/explained", data={"seat": "0"}, headers={"HX-Request": "true"})
    assert fragment.status_code == 200
    assert LEARNER not in fragment.text
    assert "<html" not in fragment.text
    for later in (address, table(client, "me", "bot:random")):
        assert LEARNER not in client.get(later).text
    assert '<option value="never" selected>' in client.get("/me/settings").text
    client.post("/me/settings", data={"learning": "always"})
    assert LEARNER in client.get(address).text


def test_the_button_works_without_a_script_and_keeps_other_settings(client: TestClient) -> None:
    address = table(client, "me", "bot:random")
    client.post("/me/settings", data={"theme": "dark"})
    page = client.post(f"{address}/explained", data={"seat": "0"})
    assert page.status_code == 200
    assert 'data-theme="dark"' in page.text
    assert LEARNER not in page.text


def test_no_table_nothing_to_explain(client: TestClient) -> None:
    assert client.post("/t/none/explained", data={"seat": "0"}).status_code == 404


def test_whoever_does_not_sit_there_leaves_nothing_behind(client: TestClient, app: FastAPI) -> None:
    address = table(client, "me", "bot:random")

    def people() -> int:
        with app.state.server.club.store.engine.connect() as connection:
            return len(connection.execute(select(schema.people)).all())

    before = people()
    assert TestClient(app).post(f"{address}/explained", data={"seat": "0"}).status_code == 200
    assert people() == before
    client.post(f"{address}/explained", data={"seat": "0"})
    assert people() == before + 1


def test_people_at_one_device_are_told_each_for_themselves(client: TestClient) -> None:
    form = {"name": "Ada", "seat0": "me", "seat1": "here", "name1": "Bob"}
    address = client.post("/new/quorum", data=form, follow_redirects=False).headers["location"]
    told = []
    for _ in range(6):  # two turns, in which a god may be asked about
        page = client.get(address).text
        seat = re.search(r'name="as" value="(\d)"', page.split('id="curtain"')[1]) if 'id="curtain"' in page else None
        page = client.get(address, params={"as": seat[1]} if seat else {}).text
        told.append(word(page))
        choose(client, address, page)
    for kind in ("take", "play"):
        assert told.count(GUIDES[kind].word.render(i18n.catalogue("en"))) == 2
