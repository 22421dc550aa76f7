"""Pages speak the language of the phone: its browser's, or the one tapped at their foot."""

import json
import re
import shutil
from gettext import NullTranslations
from html.parser import HTMLParser
from pathlib import Path

import flask_babel
import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from flask import Flask

from companion import create_app, excerpts, languages, words
from engine.games import GAMES
from scripts import translations
from tests.web.phone import NAMES, Phone
from tests.web.test_roles import addresses

CASES = json.loads((Path(__file__).parents[1] / "cases" / "scoring.json").read_text("utf-8"))
PAGES = ("/", "/join?code=AAAAAA", "/nothing", "/new", "/rules", "/rules?q=bet", "/offline")

GERMAN = {"Accept-Language": "de"}


def spoken(client, path="/", accept="", **more) -> str:
    """The language of a page, which all of it says alike."""
    answer = client.get(path, headers={"Accept-Language": accept, **more})
    language = answer.headers["Content-Language"]
    assert f'<html lang="{language}"' in answer.text
    assert {"Accept-Language", "Cookie"} <= {*answer.headers["Vary"].split(", ")}
    return language


def link(client, language, path="/", **headers) -> str:
    """Where the switch at the foot of a page leads."""
    text = client.get(path, headers=headers).text
    found = re.search(rf'<a href="([^"]*)" lang="{language}"', text.partition("<footer")[2])
    assert found
    return found[1].replace("&amp;", "&")


def switch(client, language, path="/") -> str:
    """Taps a language at the foot of a page; the address it leads back to."""
    answer = client.get(
        link(client, language, path), headers={"Referer": f"http://localhost{path}"}
    )
    assert answer.status_code == 302
    return answer.headers["Location"]


# Which language


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("de-AT, en;q=0.9", "de"),
        ("fr, en;q=0.4, de;q=0.7", "de"),
        ("en-GB, de", "en"),
        ("de;q=0, en", "en"),
        ("fr", "en"),
        ("*", "en"),
        ("", "en"),
        ("de_DE", "en"),
        ("../de, \x7f, de-, " + "x" * 4000, "en"),
    ],
)
def test_a_browser_is_answered_in_the_first_language_it_asks_for(sqlite_client, accept, language):
    assert spoken(sqlite_client, accept=accept) == language


def test_scripts_and_places_are_told_apart():
    there = [Locale.parse(one) for one in ("zh_Hans", "zh_Hant", "pt", "pt_BR")]
    for asked, found in {
        "zh-TW": "zh_Hant",
        "zh-HK": "zh_Hant",
        "zh-CN": "zh_Hans",
        "pt-BR": "pt_BR",
        "pt-PT": "pt",
    }.items():
        assert str(languages.best([asked], there)) == found
    assert languages.best(["ko", ""], there) is None


def test_a_tapped_language_stays_whatever_the_browser_asks_for(sqlite_client):
    switch(sqlite_client, "de")
    assert spoken(sqlite_client, accept="en") == "de"
    assert spoken(sqlite_client, "/rules/neeps", accept="fr") == "de"
    switch(sqlite_client, "en")
    assert spoken(sqlite_client, accept="de") == "en"


def test_the_choice_is_kept_for_long_and_out_of_reach_of_scripts(sqlite_client):
    set_cookie = sqlite_client.get("/?lang=de").headers["Set-Cookie"]
    assert set_cookie.startswith("lang=de;")
    for word in ("HttpOnly", "SameSite=Lax", "Path=/", f"Max-Age={400 * 24 * 3600}"):
        assert word in set_cookie


def test_the_switch_leads_back_to_the_same_page(sqlite_client):
    assert switch(sqlite_client, "de") == "/"
    for path in ("/new?game=neeps", "/rules/haggis-3?q=bet&preset=taiwanese"):
        assert switch(sqlite_client, "de", path) == path


def test_it_leads_back_to_what_the_page_has_become_since_it_was_drawn(sqlite_client):
    drawn = link(sqlite_client, "de", "/rules/neeps/check?cards=7r")
    became = "/rules/neeps/check?cards=7r,8r"
    answer = sqlite_client.get(drawn, headers={"Referer": f"http://localhost{became}"})
    assert answer.headers["Location"] == became


def test_it_leads_from_a_refused_form_to_the_page_of_the_form(sqlite_scorer: Phone):
    sqlite_scorer.start("haggis-2")
    table = f"/t/{sqlite_scorer.code}"
    answer = sqlite_scorer.client.post(
        f"{table}/tap", data={"/leader": "17"}, headers={"Referer": f"http://localhost{table}"}
    )
    assert answer.status_code == 422
    assert f'<a href="{table}?lang=de"' in answer.text


@pytest.mark.parametrize("path", ["/nothing", "//example.org/x", "/t/AAAAAA/tap", "/\\example.org"])
def test_it_leads_from_a_page_that_is_none_to_the_first(sqlite_client, path):
    answer = sqlite_client.get(f"http://localhost{path}?lang=de")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


@pytest.mark.parametrize("asked", ["", "xx", "../de", "\0"])
def test_a_language_that_is_not_there_changes_nothing(sqlite_client, asked):
    answer = sqlite_client.get("/", query_string={"lang": asked})
    assert answer.status_code == 200
    assert "lang=" not in answer.headers.get("Set-Cookie", "")


def test_languages_go_by_their_own_names(sqlite_client):
    foot = sqlite_client.get("/", headers=GERMAN).text.partition("<footer")[2]
    assert re.findall(r">([^<]+)</a>", foot) == ["Deutsch", "English"]
    assert re.findall(r'lang="(\w+)" rel="nofollow" aria-current="true"', foot) == ["de"]


def test_a_new_language_is_a_folder_with_its_catalog(sqlite_url, tmp_path):
    shutil.copytree(translations.FOLDER, tmp_path / "words")
    folder = tmp_path / "words" / "ko" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalog = Catalog(Locale("ko"))
    catalog.add("Rules", "규칙")
    (folder / "messages.mo").write_bytes(translations.compiled(catalog))
    app = create_app(
        {
            "SECRET_KEY": "not a secret",
            "SQLALCHEMY_DATABASE_URI": sqlite_url,
            "BABEL_TRANSLATION_DIRECTORIES": str(tmp_path / "words"),
        }
    )
    page = app.test_client().get("/", headers={"Accept-Language": "ko-KR,ko;q=0.9"})
    assert page.headers["Content-Language"] == "ko"
    assert "규칙</a>" in page.text
    foot = page.text.partition("<footer")[2]
    assert re.findall(r">([^<]+)</a>", foot) == ["Deutsch", "English", "한국어"]


# What is said


def test_a_german_phone_keeps_the_score_in_german(sqlite_app: Flask):
    phone = Phone(sqlite_app.test_client())
    phone.client.set_cookie("lang", "de")
    phone.open("/new?game=haggis-2")
    phone.press("Los geht’s", {"/players/0": "Ada", "/players/1": "Ben", "/first_leader": "0"})
    phone.code = phone.page.path.rpartition("/")[2]
    phone.tap({"/captured/0": 40})
    assert "Es gibt nur 36." in phone.page.text
    phone.tap({"/outs/-": {"seat": 1, "cards": 10}, "/captured/0": 20})
    phone.press("Runde 1 eintragen")
    assert "Runde 1 ist eingetragen." in phone.page.text
    assert "5 × 10 Karten im größten Blatt+50" in phone.open("rounds/1").text


def test_the_api_says_what_is_wrong_in_the_language_asked_for(sqlite_client):
    sent = {"game": "haggis-2", "players": ["Ada"]}
    for language, message in {
        "en": "This game has 2 seats.",
        "de-CH": "Bei diesem Spiel gibt es 2 Plätze.",
    }.items():
        answer = sqlite_client.post(
            "/api/v1/tables", json=sent, headers={"Accept-Language": language}
        )
        error = answer.json["errors"][0]
        assert (error["code"], error["message"]) == ("players_count", message)
        assert "Accept-Language" in answer.headers["Vary"]


def test_an_answer_of_the_api_in_another_language_is_another_answer(sqlite_scorer: Phone):
    sqlite_scorer.start("haggis-2")
    path = f"/api/v1/tables/{sqlite_scorer.code}"
    etag = sqlite_scorer.client.get(path).headers["ETag"]
    asked = {"If-None-Match": etag}
    assert sqlite_scorer.client.get(path, headers=asked).status_code == 304
    german = sqlite_scorer.client.get(path, headers=asked | GERMAN)
    assert (german.status_code, german.json["next_text"]) == (
        200,
        "Ada spielt zum ersten Stich vor: für die erste Runde ausgelost",
    )


@pytest.mark.parametrize("view", ["watch", "tv", "score"])
def test_every_watcher_of_a_stream_hears_their_own_language(sqlite_scorer: Phone, view):
    sqlite_scorer.start("haggis-2")
    sqlite_scorer.tap({"/bets/-": {"seat": 0, "amount": 15}})
    watcher = sqlite_scorer if view == "score" else sqlite_scorer.another()
    path = f"/t/{sqlite_scorer.code}/live?view={view}"
    for accept, said in {
        "en": "a bet",
        "de": "eine Wette",
        "fr": "a bet",
        "de-AT": "eine Wette",
    }.items():
        with watcher.client.get(path, headers={"Accept-Language": accept}) as answer:
            heard = next(iter(answer.response))
            heard = heard.decode() if isinstance(heard, bytes) else heard
            assert said in heard
            if view != "score":
                assert ("wettet 15" in heard) == accept.startswith("de")


def test_numbers_and_times_are_written_as_the_language_writes_them(sqlite_app: Flask):
    at = words.datetime(2026, 11, 30, 20, 5)
    for accept, said in {
        "en": ("1,250 points", "−1,250", "30 Nov 2026, 20:05 UTC", "1 card"),
        "de": ("1.250 Punkte", "−1.250", "30. Nov. 2026, 20:05 UTC", "1 Karte"),
    }.items():
        with sqlite_app.test_request_context(headers={"Accept-Language": accept}):
            assert (
                words.points(1250),
                words.signed(-1250),
                words.moment(at),
                words.cards(1),
            ) == said


def test_a_search_knows_the_other_words_of_each_language(sqlite_client):
    shown = sqlite_client.get("/rules/haggis-3?q=straße", headers=GERMAN).text
    assert re.findall(r'<h2 id="([a-z]+)"', shown) == ["combinations"]
    assert "In 1 Abschnitt der Regeln gefunden." in shown


def test_without_a_request_it_is_english(sqlite_app: Flask):
    with sqlite_app.app_context():
        assert words.points(2) == "2 points"


# Nothing is left untranslated: in a language of nothing but brackets, all words stand in them


class Brackets(NullTranslations):
    """A language that says everything in brackets, and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[tuple[str | None, str]] = set()

    def said(self, text: str, key: str, context: str | None = None) -> str:
        self.asked.add((context, key))
        return f"⟦{text}⟧"

    def ugettext(self, text):
        return self.said(text, text)

    def ungettext(self, one, many, number):
        return self.said(one if number == 1 else many, one)

    def upgettext(self, context, text):
        return self.said(text, text, context)

    def unpgettext(self, context, one, many, number):
        return self.said(one if number == 1 else many, one, context)


class Read(HTMLParser):
    """Everything a page says, to eyes and ears."""

    SAYING = ("aria-label", "title", "alt", "placeholder", "data-title", "data-copied")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self._silent = tag in ("script", "style")
        self.said += [value or "" for name, value in attrs if name in self.SAYING]

    def handle_endtag(self, tag):
        self._silent = False

    def handle_data(self, data):
        if not self._silent:
            self.said.append(data)


@pytest.fixture
def brackets(monkeypatch: pytest.MonkeyPatch) -> Brackets:
    language = Brackets()
    for limit in ("BEFORE", "LENGTH"):  # a piece that is cut off has lost its brackets
        monkeypatch.setattr(excerpts, limit, 10_000)
    monkeypatch.setattr(flask_babel.Domain, "get_translations", lambda _: language)
    return language


def left_out(text: str, known: set[str]) -> set[str]:
    """The words of a page that stand in no brackets, names aside."""
    said = " ".join(" ".join(Read(text).said).split())
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", "·", said)) != said:
        said = shorter
    return {*re.findall(r"[^\W\d_]{2,}", said)} - known


def test_every_page_says_everything_in_the_language_of_its_phone(
    sqlite_app: Flask, brackets: Brackets
):
    catalog = {
        (one.context, one.id if isinstance(one.id, str) else one.id[0])
        for one in translations.extracted()
        if one.id
    }
    known = {"Deutsch", "English", "AM", "PM", *NAMES}
    for game in GAMES.values():
        phone = Phone(sqlite_app.test_client())
        phone.open(f"/new?game={game.id}")
        phone.press(
            "⟦Start the table⟧",
            {f"/players/{seat}": NAMES[seat] for seat in range(game.seats)}
            | {"/first_leader": "0"},
        )
        phone.code = phone.page.path.rpartition("/")[2]
        code = {*re.findall(r"[^\W\d_]{2,}", f"{phone.code[:3]} {phone.code[3:]} {phone.code}")}
        paths = [path for _, path in addresses(sqlite_app, phone.code, "GET")]
        rules = [f"/rules/{game.id}", f"/rules/{game.id}?code={phone.code}"]
        checks = [
            f"/rules/{game.id}/check?{cards}"
            for cards in ("", "cards=7r,8r", "cards=4r,J,Q&table=3r,3b,3y", "cards=7o,x9,2r,3g")
        ]
        before = [*PAGES, *rules, *checks, f"/new?game={game.id}", *paths]
        for path in before:
            answer = phone.client.get(path, follow_redirects=True)
            assert left_out(answer.text, known | code) == set(), path
        broken = phone.client.post(f"/t/{phone.code}/record", data={"/captured/0": "x"})
        assert left_out(broken.text, known | code) == set()
        done = next(c for c in CASES if c["game"] == game.id and not {"rules", "preset"} & {*c})
        phone.open()
        phone.tap({f"/{name}": value for name, value in done["round"].items()})
        assert left_out(phone.client.get(f"/t/{phone.code}").text, known | code) == set()
        phone.press(next(b for b in phone.page.buttons if b.words.startswith("⟦Record round")))
        assert "Round 1 is recorded" in phone.page.text
        for path in paths:
            assert left_out(phone.client.get(path).text, known | code) == set(), path
    assert brackets.asked - catalog == set(), "asked for, and in no catalog"
