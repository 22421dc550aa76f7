"""What a phone needs to install the app, and how it is told what to keep."""

import json
import re
import struct

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page

from engine.games import GAMES

VERSION = re.compile(r'VERSION = "([0-9a-f]{10})"')


@pytest.fixture
def manifest(sqlite_client: FlaskClient) -> dict:
    answer = sqlite_client.get("/manifest.json")
    assert answer.mimetype == "application/manifest+json"
    return json.loads(answer.data)


def worker(client: FlaskClient) -> str:
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    return answer.text


def shell(client: FlaskClient) -> list[str]:
    found = re.search(r"SHELL = (\[.*?\]);", worker(client))
    assert found
    return json.loads(found.group(1))


def test_the_manifest_meets_what_browsers_ask_before_they_install(manifest: dict):
    assert manifest["name"]
    assert len(manifest["short_name"]) <= 12
    assert manifest["start_url"].startswith(manifest["scope"])
    assert manifest["display"] == "standalone"
    assert "prefer_related_applications" not in manifest
    plain = {one["sizes"] for one in manifest["icons"] if "purpose" not in one}
    assert {"192x192", "512x512"} <= plain
    assert {"maskable", "monochrome"} <= {one.get("purpose") for one in manifest["icons"]}


def test_every_picture_of_the_manifest_is_there_in_its_size(
    manifest: dict, sqlite_client: FlaskClient
):
    for one in [*manifest["icons"], *manifest["screenshots"]]:
        answer = sqlite_client.get(one["src"])
        assert answer.status_code == 200
        assert answer.mimetype == one["type"]
        if one["type"] == "image/png":
            width, height = struct.unpack(">II", answer.data[16:24])
            assert one["sizes"] == f"{width}x{height}"


def test_screenshots_are_shown_before_it_is_installed_on_a_phone_and_elsewhere(manifest: dict):
    sizes = [one["sizes"].split("x") for one in manifest["screenshots"]]
    for longer, shorter in (sorted(map(int, size), reverse=True) for size in sizes):
        assert shorter >= 320
        assert longer / shorter <= 2.3  # a browser leaves others out
    assert {one["form_factor"] for one in manifest["screenshots"]} == {"narrow", "wide"}
    assert all(one["label"] for one in manifest["screenshots"])


def test_a_browser_finds_nothing_that_keeps_it_from_being_installed(phone: Page):
    phone.goto("/")
    phone.evaluate("async () => { await navigator.serviceWorker.ready; }")
    session = phone.context.new_cdp_session(phone)
    assert session.send("Page.getAppManifest")["errors"] == []
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in found} <= {"in-incognito"}  # what a test's phone always is


def test_every_place_of_the_manifest_can_be_opened(manifest: dict, sqlite_client: FlaskClient):
    for place in [manifest["start_url"], *(one["url"] for one in manifest["shortcuts"])]:
        assert sqlite_client.get(place).status_code == 200


def test_pages_link_the_manifest_and_the_icon_of_a_home_screen(sqlite_client: FlaskClient):
    page = sqlite_client.get("/").text
    assert '<link rel="manifest" href="/manifest.json">' in page
    icon = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    assert icon
    picture = sqlite_client.get(icon.group(1)).data
    assert struct.unpack(">II", picture[16:24]) == (180, 180)


def test_whatever_the_worker_keeps_from_the_first_visit_on_is_there(sqlite_client: FlaskClient):
    addresses = shell(sqlite_client)
    assert {f"/rules/{game}" for game in GAMES} <= set(addresses)
    assert len([one for one in addresses if one.endswith("/check")]) == 4
    for address in addresses:
        # An answer that was redirected cannot be shown instead of a page.
        assert sqlite_client.get(address).status_code == 200, address


def test_another_release_has_another_version(sqlite_app: Flask):
    client = sqlite_app.test_client()
    before = VERSION.search(worker(client))
    assert VERSION.search(worker(client)) == before or before
    assets = sqlite_app.extensions["assets"]
    name, asset = next(iter(assets.by_hashed.items()))
    assets.by_hashed[name + ".changed"] = asset
    del sqlite_app.extensions["release"]
    after = VERSION.search(worker(client))
    assert before.group(1) != after.group(1)


def test_the_worker_can_be_switched_off(sqlite_app: Flask):
    sqlite_app.config["SERVICE_WORKER"] = "off"
    said = worker(sqlite_app.test_client())
    assert "unregister()" in said
    assert "fetch" not in said


def test_files_with_a_hash_are_kept_for_ever_and_come_compressed(sqlite_client: FlaskClient):
    for address in (one for one in shell(sqlite_client) if one.startswith("/static/")):
        assert re.search(r"\.[0-9a-f]{10}\.", address)
        answer = sqlite_client.get(address, headers={"Accept-Encoding": "gzip, br"})
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] == "gzip"
