"""The page of a person's settings, and every page as they have set it."""

from fastapi.testclient import TestClient

PAGE = "/me/settings"


def test_whoever_sets_something_finds_it_on_every_page(client: TestClient) -> None:
    saved = client.post(PAGE, data={"theme": "dark", "pace": "slow"})
    assert saved.status_code == 200
    assert "Saved" in saved.text
    assert '<option value="dark" selected>' in saved.text
    for path in ("/", "/rules/quorum", "/me", "/new/quorum"):
        assert '<html lang="en" data-theme="dark" data-pace="slow">' in client.get(path).text


def test_who_has_set_nothing_has_plain_pages(client: TestClient) -> None:
    assert '<html lang="en">' in client.get(PAGE).text


def test_settings_belong_to_the_person_and_not_to_the_browser(client: TestClient) -> None:
    client.post(PAGE, data={"theme": "dark"})
    token = client.cookies["trigrad"]
    client.cookies.clear()
    assert "data-theme" not in client.get("/").text
    elsewhere = client.get("/", headers={"Authorization": f"Bearer {token}"})
    assert 'data-theme="dark"' in elsewhere.text


def test_a_setting_that_does_not_exist_is_refused(client: TestClient) -> None:
    refused = client.post(PAGE, data={"theme": '"><script>'})
    assert refused.status_code == 400
    assert "There is no such setting." in refused.text
    assert "<script>" not in refused.text
    assert "data-theme" not in client.get("/").text
