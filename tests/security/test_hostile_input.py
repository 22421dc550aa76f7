"""What no phone of ours sends: it is refused in a sentence, changes nothing and breaks nothing."""

from itertools import product
from urllib.parse import urlsplit

import pytest

from tests.api.scorer import A_ROUND, NAMES

DEEP = "[" * 900 + "]" * 900
HUGE = "9" * 5000
TOO_LARGE = "9" * 30  # for any database's whole number
FALSE_VALUES = (
    *(DEEP, HUGE, '{"a":' * 300 + "1" + "}" * 300, "1e400", "1.5", "true", "[]"),
    '{"seat": 1, "amount": 15, "points": 1, "note": "\\ud800"}',
)
POINTERS = (
    *("/leader", "/bets/-", "/outs/-", "/captured", "/captured/0/3", "/adjustments/-"),
    *("/adjustments/-/note", f"/captured/{HUGE}", f"/outs/{TOO_LARGE}/cards", "//", "/\x00"),
)
PLACES = (
    *(
        "",
        "/",
        "//",
        "~",
        "/captured",
        "/captured/0/",
        "/captured/0/x",
        "/captured/9/3",
        "/leader/0",
    ),
    *("/bets/-", f"/captured/{HUGE}", f"/outs/{TOO_LARGE}/cards", "/\x00"),
)


@pytest.fixture
def page(scorer):
    return f"/t/{scorer.code}"


def test_a_false_value_at_any_place_is_an_answer_not_a_fault(scorer, page):
    for at, value in product(POINTERS, FALSE_VALUES):
        status = scorer.client.post(f"{page}/tap?typed=1", data={at: value}).status_code
        assert status in (303, 422), (at, value)
    assert scorer.client.get(page).status_code == 200
    assert scorer.client.post(f"{page}/record", data={"/captured/0": DEEP}).status_code == 422
    assert scorer.table()["rounds"] == []


def test_a_false_place_is_refused(scorer, page):
    for what, at in product(("more", "remove"), PLACES):
        assert scorer.client.post(f"{page}/tap", data={what: at}).status_code == 422, at
    assert scorer.table()["version"] == 1


def test_thousands_of_taps_at_once_are_refused(scorer, page):
    taps = {f"/captured/{at}": "1" for at in range(1000)}
    assert scorer.client.post(f"{page}/tap", data=taps).status_code == 422
    assert scorer.table()["version"] == 1


@pytest.mark.parametrize("number", ["2", "٣", "9" * 4000], ids=len)
def test_a_round_that_is_not_there_is_not_found(scorer, page, number):
    scorer.record()
    for path in ("", "/correct", "/stakes/0"):
        assert scorer.client.get(f"{page}/rounds/{number}{path}").status_code == 404, path
    for path in ("void", "restore", "drop", "tap", "save"):
        answer = scorer.client.post(f"{page}/rounds/{number}/{path}", data={"/leader": "1"})
        assert answer.status_code == 404, path
    for method in ("GET", "PUT", "DELETE"):
        assert scorer.ask(method, f"/rounds/{number}", {}, If_Match="*").status_code == 404
    assert scorer.ask("POST", f"/rounds/{number}/restore").status_code == 404


def test_a_false_version_is_no_version(scorer, page):
    scorer.record()
    before = scorer.table()
    for leader, number in enumerate((HUGE, TOO_LARGE, "-1", "²", "1e3", "\x00", "")):
        reverted = scorer.client.post(f"{page}/revert", data={"version": number})
        assert reverted.status_code == 303
        tap = {"base": number, "/leader": str(leader % 3)}
        assert scorer.client.post(f"{page}/tap", data=tap).status_code == 303
        assert scorer.table()["in_progress"]["leader"] == leader % 3
    assert scorer.table()["rounds"] == before["rounds"]


@pytest.mark.parametrize("text", [HUGE, "-1", "\x00", "\ufffd\u202e"], ids=len)
def test_a_false_wish_for_a_table_is_an_answer_not_a_fault(sqlite_client, text):
    names = {f"/players/{seat}": NAMES[seat] for seat in range(3)}
    rules = ("target", "rounds", "bets", "haggis", "court_ranks")
    for field in ("/first_leader", "/preset", *(f"/rules/{rule}" for rule in rules)):
        sent = {"game": "haggis-3", **names, field: text}
        assert sqlite_client.post("/new", data=sent).status_code in (303, 422), field
        assert sqlite_client.get("/new", query_string=sent).status_code == 200, field
    assert sqlite_client.post("/new", data={"game": text}).status_code == 404


ELSEWHERE = ("//example.org", "https://example.org/", "javascript:alert(1)", "\r\nSet-Cookie: a=b")


def test_what_is_open_leads_nowhere_else(scorer, page):
    for opened, path in product((*ELSEWHERE, "\x00", "'\"><script>", "a" * 2000), ("tap", "undo")):
        shown = scorer.client.get(page, query_string={"open": opened})
        assert shown.status_code == 200
        assert "<script>" not in shown.text
        answer = scorer.client.post(
            f"{page}/{path}", query_string={"open": opened}, data={"more": "/captured/0/3"}
        )
        assert answer.status_code == 303
        assert answer.headers["Location"].startswith(f"{page}?open=")
        assert not answer.headers.get("Set-Cookie", "").startswith("a=")
        assert not {"\r", "\n"} & {*answer.headers["Location"]}


def test_choosing_how_suits_look_leads_nowhere_else(sqlite_client):
    for part in ("%0d%0aSet-Cookie:a=b", "%2f%2fexample.org", "%5cexample.org"):
        answer = sqlite_client.get(f"/rules/{part}?suits=pack&q=%0d%0aX:y&_external=1&_scheme=x")
        assert answer.status_code in (302, 308, 404), part
        assert urlsplit(answer.headers.get("Location", "")).netloc in ("", "localhost"), part
        assert "X" not in answer.headers, part


def test_a_path_to_nowhere_is_not_found(sqlite_client):
    for path in (
        *("/t/%ff%fe", "/t/%00", "/t/%0d%0a", "/t/" + "A" * 4000, "/t/%E2%80%AE", "/t/ß", "/t//"),
        *("/t/..%2f..%2fetc", "/static/../companion/__init__.py", "/static/%2e%2e/%2e%2e/x"),
        *("/static/%00", "/static/%ff", "/static//etc/passwd", "/rules/%ff", "/rules/../t"),
        *("/join?code=%ff", "/join?code=%00", "/join?code=" + "A" * 5000, "/join?code=ſſſſſſ"),
        *("/rules/haggis-3?code=%ff", "/new?game=%00", "/api/v1/tables/%ff", "/api/v1/tables/%00"),
    ):
        with sqlite_client.get(path, follow_redirects=True) as answer:
            assert answer.status_code == 404, path


def test_a_false_question_is_answered_all_the_same(sqlite_client):
    for path in (
        *("/rules?q=%ff%00", "/rules/haggis-3?q=%00%0d", "/rules/haggis-3?preset=%ff&bets=%00"),
        *("/rules/haggis-3/check?cards=%ff&table=%00", "/rules/haggis-3?bets=" + HUGE),
        *("/rules/haggis-3/check?cards=" + "4r," * 2000, "/rules/haus-euchre?trump=%00"),
    ):
        assert sqlite_client.get(path).status_code == 200, path


BROKEN_FORMS = (
    ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data; name="),
    ("multipart/form-data", b"no boundary"),
    ("application/x-www-form-urlencoded", b"%ff=%fe&&&=;=%00&/leader"),
    ("application/x-www-form-urlencoded; charset=utf-7", b"+AGE-=1"),
    ("application/json", b'{"/leader": 1}'),
    ("text/plain\x00", b"\x00\xff"),
    ("", b""),
)


def test_a_broken_form_is_an_answer_not_a_fault(scorer, page):
    for kind, data in BROKEN_FORMS:
        for path in (f"{page}/tap", f"{page}/record", f"{page}/scorer", f"{page}/players", "/new"):
            status = scorer.client.post(path, data=data, content_type=kind).status_code
            assert 300 <= status < 500, (path, kind)
    assert scorer.table()["in_progress"]["leader"] in (None, 0)


FALSE_HEADERS = (
    *("Bearer", "Bearer ", "Basic Og==", "Bearer \xff", "Bearer a b", "Digest x=", "\xff"),
    *("Bearer " + "a" * 5000, "Bearer null"),
)


def test_a_false_token_gives_no_right(scorer):
    for header in FALSE_HEADERS:
        answer = scorer.record(A_ROUND["haggis-3"], token="", Authorization=header)
        assert answer.status_code in (401, 403), header
    assert scorer.table()["rounds"] == []


def test_a_false_cookie_gives_no_right(scorer):
    stranger = scorer.client.application.test_client(use_cookies=False)
    for cookie in ("", "\xff", "a" * 3000, "x; score=y", '"\\377"', "é"):
        headers = {"Cookie": f"score={cookie}; session={cookie}"}
        assert stranger.post(f"/t/{scorer.code}/undo", headers=headers).status_code == 403, cookie
        assert stranger.get(f"/t/{scorer.code}", headers=headers).status_code == 200, cookie


def test_a_false_etag_is_not_the_rounds(scorer):
    scorer.record()
    facts = A_ROUND["haggis-3"] | {"captured": [36, 0, 0]}
    for etag in ("", '"', 'W/"r2"', "\xff", '"r1"' * 500, "null"):
        answer = scorer.ask("PUT", "/rounds/1", facts, If_Match=etag)
        assert answer.status_code in (412, 428), etag
        assert scorer.ask("GET", token="", If_None_Match=etag).status_code == 200, etag
