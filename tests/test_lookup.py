"""Looking rules up: the examples hold, the options show, the checker answers as the engine does."""

import gzip
import json
import re
import shutil
from html import unescape
from pathlib import Path

import pytest
from markupsafe import Markup

from companion import card_words, lookup, rule_words
from companion.excerpts import excerpt, sentence
from companion.topics import TOPICS, topics
from engine.cards import Card
from engine.combinations import WHY_CODES, Kind, Reading, Verdict
from engine.games import GAMES
from engine.missing import MISSING_CODES
from engine.options import Flag, OneOf, SomeOf, Whole
from tests.conftest import running_app

CASES = json.loads((Path(__file__).parent / "cases" / "combinations.json").read_text())
WITH_CARDS = [game for game in GAMES.values() if lookup.deck_of(game)]

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
every_deck = pytest.mark.parametrize("game", WITH_CARDS, ids=[game.id for game in WITH_CARDS])


@pytest.fixture(scope="module")
def one_app(migrated_sqlite, tmp_path_factory):
    """One app for all of them: what is looked up is the same each time."""
    folder = tmp_path_factory.mktemp("lookup")
    with running_app(f"sqlite:///{shutil.copy(migrated_sqlite, folder)}") as app:
        yield app


@pytest.fixture
def client(one_app):
    return one_app.test_client()


@pytest.fixture
def page(one_app):
    """The rules of a game as a page shows them."""
    with one_app.test_request_context():
        yield lambda game, **more: lookup.RulesPage(game, game.defaults, **more)


def words_of(response):
    """What a person reads on a page."""
    assert response.status_code == 200
    main = response.text.partition("<main")[2]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main)).split())


def status_of(response):
    """What the checker answers, in its bar."""
    said = response.text.partition('role="status">')[2].partition("</p>")[0]
    return " ".join(unescape(re.sub(r"<[^>]*>", "", said)).split())


def link(response, id_):
    """Where the link with this id leads."""
    tag = re.search(rf'<a [^>]*id="{id_}"[^>]*>', response.text)
    return response.request.path + unescape(re.search(r'href="([^"]*)"', tag[0])[1])


def ask(client, game, cards="", table="", **more):
    query = {"cards": cards.replace(" ", ","), "table": table.replace(" ", ","), **more}
    return client.get(f"/rules/{game}/check", query_string=query)


def new_table(client, game="haggis-3", **rules):
    players = ["Ada", "Ben", "Cleo", "Dan"][: GAMES[game].seats]
    sent = {"game": game, "players": players, "rules": rules}
    return client.post("/api/v1/tables", json=sent).json["code"]


# The examples


@every_deck
def test_each_example_is_the_combination_it_stands_for(game, page):
    shown = page(game)
    for kind in Kind:
        written = {"set": lookup.SETS, "sequence": lookup.SEQUENCES}.get(kind, lookup.STAIRS)
        if kind is Kind.BOMB:
            written = lookup.BOMBS
        hands = [hand for hand in map(shown.cards, written) if hand]
        assert len(hands) >= 2
        assert all(kind in {one.kind for one in shown.read(hand)} for hand in hands)
        assert all(one.text for one in shown.examples(kind))


@every_deck
def test_the_bombs_stand_from_the_weakest_to_the_strongest(game, page):
    shown = page(game)
    strengths = [shown.read(shown.cards(one)) for one in lookup.BOMBS]
    assert strengths == [(Reading(Kind.BOMB, (), strength),) for strength in range(1, 7)]


@every_deck
def test_what_is_shown_as_no_combination_is_none_and_says_why(game, page):
    shown = page(game)
    assert not any(shown.read(shown.cards(one)) for one in lookup.NO_COMBINATIONS)
    texts = [one.text for one in shown.no_combinations]
    assert "Red 7, red 8: a sequence needs three." in texts
    assert len(set(texts)) == len(lookup.NO_COMBINATIONS)


@every_deck
def test_what_is_shown_to_be_read_in_several_ways_can_be(game, page):
    assert all(len(readings) > 1 for _, readings in page(game).ambiguous)


@every_deck
def test_every_duel_is_between_two_combinations_and_some_are_lost(game, page):
    shown = page(game)
    sides = [hand for duel in lookup.DUELS for hand in duel]
    assert all(shown.read(shown.cards(hand)) for hand in sides)
    assert {one.good for one in shown.duels} == {True, False}


# The pages


@every_game
def test_its_parts_can_each_be_linked_to(client, game):
    text = client.get(f"/rules/{game.id}").text
    anchors = re.findall(r'<h2 id="([a-z]+)"', text)
    assert len(anchors) >= 8
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r'href="#([a-z-]+)"', text)) <= {*anchors, "topics"}


def test_every_part_belongs_to_a_game(page):
    assert all(any(topic.fits(page(game)) for game in GAMES.values()) for topic in TOPICS)


@every_game
def test_every_rule_a_table_may_set_shows_on_its_page(client, game):
    published = words_of(client.get(f"/rules/{game.id}"))
    for option in game.options:
        for value in other_values(game, option):
            code = new_table(client, game.id, **{option.name: value})
            shown = words_of(client.get(f"/rules/{game.id}?code={code}"))
            assert "1 house rule" in shown
            assert " house rule " in shown.replace("1 house rule", ""), (option.name, value)
            assert shown.replace(code, "") != published


def other_values(game, option):
    default = getattr(game.defaults, option.name)
    match option.allowed:
        case OneOf(values):
            return [value for value in values if value != default]
        case Flag():
            return [not default]
        case SomeOf(values):
            return [list(values[1:])]
        case Whole(low, high):
            return [min(high, (default or low) + 1)]


@every_game
def test_every_preset_shows_what_it_changes(client, game):
    for preset in game.presets:
        shown = words_of(client.get(f"/rules/{game.id}?preset={preset.id}"))
        assert ("As published:" in shown) == bool(preset.differs)


def test_what_is_special_about_a_game_is_marked(client):
    assert "not as in Haggis" not in words_of(client.get("/rules/haggis-3"))
    tatties = words_of(client.get("/rules/tatties"))
    assert (
        "The bomber captures a trick won by a bomb, and leads the next. not as in Haggis" in tatties
    )
    assert "The auction not as in Haggis" in tatties
    assert "Slam not as in Haggis" in words_of(client.get("/rules/neeps"))


def test_numbers_come_from_the_game(client):
    two, three, neeps = (
        words_of(client.get(f"/rules/{g}")) for g in ("haggis-2", "haggis-3", "neeps")
    )
    assert "8 cards are left, face down: the haggis." in two
    assert "3 cards are left, face down: the haggis." in three
    assert "All captures together: 36 points." in two
    assert "All captures together: 84 points." in neeps
    assert (
        "Captured points each cards in play 3 5 7 9 1 20 J 2 3 Q 3 3 K 5 3 2 4 6 8 10 0 25" in three
    )


@every_game
def test_a_page_is_small(client, game):
    for place in ("", "/check?cards=4r,J,Q&table=3r,3y,3g"):
        answer = client.get(f"/rules/{game.id}{place}", follow_redirects=True)
        assert len(gzip.compress(answer.data)) <= 12_000


def test_a_game_nobody_knows_is_not_found(client):
    assert client.get("/rules/snap").status_code == 404
    assert client.get("/rules/snap/check").status_code == 404


# Of a table


def test_the_table_leads_to_its_own_rules(client):
    code = new_table(client, "haggis-3", bets=[15])
    assert f'href="/rules/haggis-3?code={code}"' in client.get(f"/t/{code}").text
    shown = words_of(client.get(f"/rules/haggis-3?code={code}"))
    assert "You may bet 15. house rule As published: You may bet 5, 15 or 30." in shown
    assert "Bet of" not in shown
    assert "Ada" in shown


def test_a_code_of_another_game_leads_to_that_game(client):
    code = new_table(client, "neeps")
    answer = client.get(f"/rules/haggis-3?code={code.lower()}")
    assert answer.headers["Location"] == f"/rules/neeps?code={code}"


def test_a_code_of_no_table_is_not_found(client):
    assert client.get("/rules/haggis-3?code=ABCDEF").status_code == 404


def test_the_checker_of_a_table_goes_by_its_rules(client):
    code = new_table(client, "haggis-3", court_ranks=False, bombed_trick="keep")
    assert "10-J-Q" in words_of(ask(client, "haggis-3", "10r J Q"))
    assert "10-J-Q" not in words_of(ask(client, "haggis-3", "10r J Q", code=code))
    assert "The bomber captures" in words_of(ask(client, "haggis-3", "J Q", code=code))


# Searching


def test_a_search_keeps_the_parts_in_which_every_word_is_found(client):
    shown = client.get("/rules/haggis-3", query_string={"q": "Missed  BET"}).text
    assert re.findall(r'<h2 id="([a-z]+)"', shown) == ["bets"]
    assert "Found in 1 part of the rules." in shown


def test_a_search_knows_other_words(client):
    for said, part in {"straight": "combinations", "wager": "bets", "bower": "trump"}.items():
        game = "haus-euchre" if part == "trump" else "haggis-2"
        shown = client.get(f"/rules/{game}", query_string={"q": said}).text
        assert re.findall(r'<h2 id="([a-z]+)"', shown) == [part]


def test_a_search_in_all_games_leads_to_the_part(client):
    text = client.get("/rules?q=shepherd").text
    assert 'href="/rules/tatties#auction"' in text
    assert "/rules/neeps#" not in text


def test_a_search_shows_what_was_typed_as_text(client):
    for place in ("/rules", "/rules/neeps"):
        text = client.get(place, query_string={"q": '"><script>'}).text
        assert "&#34;&gt;&lt;script&gt;" in text
        assert "Nothing found. Try another word, or one of these:" in text


def test_where_nothing_is_found_the_parts_there_are_can_be_opened(client):
    text = client.get("/rules/neeps?q=bingo").text
    assert 'href="?#bombs"' in text
    assert 'href="/rules?q=Bombs"' in client.get("/rules?q=bingo").text
    assert 'href="/rules/tatties#bombs"' in client.get("/rules?q=Bombs").text


def test_what_was_found_is_shown_with_the_words_marked(client):
    text = client.get("/rules", query_string={"q": "missed BET"}).text
    assert "<mark>missed</mark> <mark>bet</mark>" in text.lower()


def test_what_was_found_is_shown_in_its_own_sentence():
    html = Markup("<p>Cards</p><li><span>3</span><span>5</span></li><li>A Bomb&amp;co.</li>")
    assert sentence(html, ["bomb"]) == "A Bomb&co."
    assert sentence(html, ["wager"]) == "Cards 3 5 A Bomb&co."


@pytest.mark.parametrize(
    ("text", "wanted", "said"),
    [
        ("A <b> & a bet", ["b"], "A &lt;<mark>b</mark>&gt; &amp; a <mark>b</mark>et"),
        ("A bet", ["<", "BET"], "A <mark>bet</mark>"),
        ("A bet", ["wager"], "A bet"),
        ("A bet", [], "A bet"),
        ("ab " * 30 + "bomb" + " cd" * 60, ["bomb"], None),
    ],
)
def test_an_excerpt_is_short_and_safe(text: str, wanted: list[str], said: str | None):
    shown = str(excerpt(text, wanted))
    if said is None:
        assert shown.startswith("… ab ")
        assert shown.endswith("cd …")
        assert "ab <mark>bomb</mark> cd" in shown
        assert len(shown) < 170
    else:
        assert shown == said


# What bets pay


def test_the_calculator_pays_as_the_rules_say(client):
    assert "Seat 1 +35 +5 0 Seat 2 0 +35 0 Seat 3 0 +30 +35" in words_of(
        client.get("/rules/haggis-3?bets=30,0,5")
    )
    assert "Seat 1 +20 0 +10 Seat 2 0 +30 0 Seat 3 +10 0 +20" in words_of(
        client.get("/rules/tatties?bets=0,30,0")
    )


def test_a_bet_of_the_partner_is_taken_over(client):
    shown = words_of(client.get("/rules/neeps?bets=5,0,15,0"))
    assert "The partner’s larger bet takes over that of Seat 1." in shown
    twice = words_of(client.get("/rules/neeps?bets=5,0,5,0"))
    assert "Seat 1 holds the team’s bet of 5: only a larger one takes it over." in twice


def test_there_is_one_shepherd(client):
    answer = client.get("/rules/tatties?bets=15,0,0")
    assert link(answer, "bet-1-2") == "/rules/tatties?bets=0,30,0#pays"


@pytest.mark.parametrize("bets", ["", "x", "99,-1", "15", "9" * 5000, "²", "15,15,15,15,15"])
def test_bets_that_cannot_be_are_none(client, bets):
    for game in GAMES:
        assert client.get(f"/rules/{game}", query_string={"bets": bets}).status_code == 200


# Trumps


def test_the_jacks_move_with_the_trump(client):
    shown = words_of(client.get("/rules/haus-euchre?trump=hearts"))
    joker_and_jacks = "Joker J ♥ hearts J ♦ diamonds A ♥ hearts K ♥ hearts Q ♥ hearts 10 ♥ hearts"
    assert f"hearts trump {joker_and_jacks}" in shown
    assert "diamonds A ♦ diamonds K ♦ diamonds Q ♦ diamonds 10 ♦ diamonds" in shown
    assert "clubs A ♣ clubs K ♣ clubs Q ♣ clubs J ♣ clubs" in shown


def test_without_trumps_the_joker_is_apart(client):
    shown = words_of(client.get("/rules/haus-euchre?trump=none"))
    assert "Joker J" not in shown
    assert "The joker is below all cards." in shown


def test_tricks_score_as_the_rules_say(client):
    shown = words_of(client.get("/rules/haus-euchre"))
    assert "5 +2 +4 +2 3–4 +1 +1 +1 0–2: defenders score +2 +2 –" in shown


def test_a_game_without_combinations_shows_the_order_instead_of_a_checker(client):
    answer = client.get("/rules/haus-euchre/check")
    assert answer.headers["Location"] == "/rules/haus-euchre#trump"
    assert 'href="/rules/haus-euchre/check"' not in client.get("/rules").text


# The checker


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['game']} {' '.join(case['cards'])}"
)
def test_the_checker_reads_as_the_sources_do(client, case):
    code = new_table(client, case["game"], **case["rules"]) if "rules" in case else ""
    answer = ask(
        client, case["game"], " ".join(case["cards"]), " ".join(case.get("table", [])), code=code
    )
    shown, status = words_of(answer), status_of(answer)
    for one in case["readings"]:
        kind, shape, rank = parts(one)
        assert card_words.sentence(in_words(client, Reading(kind, shape, rank))) in shown
    said = {True: "Yes, it beats that.", False: "No, it does not."}.get(case.get("beats"))
    if not case["readings"]:
        said = "No combination."
    assert status.startswith(said or "")


def parts(reading):
    ranks = {"J": 11, "Q": 12, "K": 13}
    shape = tuple(reading[name] for name in ("width", "size", "length") if name in reading)
    rank = next(reading[name] for name in ("rank", "high", "strength") if name in reading)
    return Kind(reading["kind"]), shape, ranks.get(rank) or int(rank)


def in_words(client, reading):
    with client.application.test_request_context():
        return card_words.reading(reading)


def test_the_answer_says_what_beats_it_and_who_captures(client):
    shown = words_of(ask(client, "haggis-3", "4r J Q", "3r 3y 3g"))
    assert "Yes, it beats that. Set of three 4s is higher than set of three 3s." in shown
    assert "4 ways to read yours" in shown
    assert "Set of three 4s beats it" in shown
    assert (
        "What beats yours Bomb 3-5-7-9 in four suits, or a stronger one Set of three 5s, or higher"
        in shown
    )
    assert "Whoever played it captures the trick and leads the next." in shown


def test_nothing_beats_the_strongest_bomb_and_its_trick_goes_to_an_opponent(client):
    shown = words_of(ask(client, "haggis-3", "3b 5b 7b 9b", "J Q K"))
    assert "Bomb 3-5-7-9 in one suit is stronger than bomb J Q K." in shown
    assert "What beats yours Nothing." in shown
    assert "An opponent captures a trick won by a bomb" in shown


def test_what_cannot_be_played_leaves_the_table_standing(client):
    shown = words_of(ask(client, "haggis-2", "9r 9g", "9b 9y"))
    assert "Set of two 9s is not higher than set of two 9s." in shown
    assert "What beats the table" in shown
    assert "Set of two 10s, or higher" in shown


def test_a_wrong_selection_says_what_is_missing(client):
    assert status_of(ask(client, "haggis-2", "7r 8r")) == (
        "No combination. Red 7, red 8: a sequence needs three."
    )
    assert status_of(ask(client, "haggis-2", "7r", "7r 8r")) == (
        "No combination on the table. Red 7, red 8: a sequence needs three."
    )
    assert status_of(ask(client, "haggis-2")).startswith("Tap cards.")


def test_a_tap_takes_a_card_and_the_next_gives_it_back(client):
    first = ask(client, "haggis-3", "J", "3r")
    assert link(first, "key-4r") == "/rules/haggis-3/check?cards=4r,J&table=3r"
    assert (
        link(client.get(link(first, "key-4r")), "key-4r")
        == "/rules/haggis-3/check?cards=J&table=3r"
    )
    filling = ask(client, "haggis-3", "J", "3r", to="table")
    assert link(filling, "key-3y") == "/rules/haggis-3/check?cards=J&table=3r,3y&to=table"
    assert link(first, "pile-0") == "/rules/haggis-3/check?cards=J&table=3r&to=table"


def test_a_card_with_two_copies_is_tapped_twice(client):
    once = ask(client, "neeps", "7r")
    assert link(once, "key-7r") == "/rules/neeps/check?cards=7r,7r"
    assert link(ask(client, "neeps", "7r 7r"), "key-7r") == "/rules/neeps/check?"
    assert link(ask(client, "neeps", "J"), "key-J") == "/rules/neeps/check?"


def test_cards_a_link_cannot_mean_are_named_and_left_out(client):
    shown = words_of(ask(client, "haggis-2", "7r 7r 7o x9 J J"))
    assert "A player can hold red 7 only once." in shown
    assert "This game has no orange 7." in shown
    assert "“x9” is not a card." in shown
    assert "A player can hold jack only once." in shown


@pytest.mark.parametrize("cards", ["\0", "<b>", "7r," * 9000, "１０r", "J" * 3000])
def test_a_hostile_link_breaks_nothing(client, cards):
    assert ask(client, "haggis-3", cards, cards, to=cards, suits_=cards).status_code == 200


def test_suits_can_be_those_of_an_ordinary_pack(client):
    answer = client.get("/rules/haggis-3/check?cards=7r&suits=pack")
    assert answer.headers["Location"] == "/rules/haggis-3/check?cards=7r"
    assert "7 ♥ hearts 7 ♦ diamonds" in words_of(client.get("/rules/haggis-3"))
    assert "7♥, 8♥: a sequence needs three." in status_of(ask(client, "haggis-3", "7r 8r"))
    assert client.get("/rules/neeps?suits=colours").headers["Location"] == "/rules/neeps"
    assert "red 8" in status_of(ask(client, "haggis-3", "7r 8r"))


# The words


def test_every_answer_has_words(one_app):
    kinds = (Reading(Kind.SET, (2,), 5), Reading(Kind.STAIR, (2, 2), 5), Reading(Kind.BOMB, (), 2))
    with one_app.test_request_context():
        for code in WHY_CODES:
            for one in kinds:
                said = card_words.why(Verdict(False, (), code, {"play": one, "table": one}))
                assert said.endswith(".")
    assert set(MISSING_CODES) <= set(card_words.CODES)


def test_every_card_has_a_name(one_app):
    with one_app.test_request_context():
        assert card_words.card(Card(10, "r")) == "red 10"
        assert card_words.card(Card(10, "o"), pack=True) == "10★"
        assert card_words.card(Card(11)) == "jack"


@every_game
def test_every_part_has_other_words_to_be_found_by(page, game):
    assert all(str(topic.also).split() for topic in topics(page(game)))


def test_a_rule_nobody_knows_says_nothing(one_app):
    game = GAMES["haggis-2"]
    with one_app.test_request_context():
        assert rule_words.rule("no_such_rule", game.defaults, game) == ""


@pytest.mark.parametrize("blank", ["%20", "%20%20", "%09"])
def test_a_search_for_nothing_is_no_search(client, blank: str):
    for path in ("/rules", "/rules/haggis-3"):
        assert client.get(f"{path}?q={blank}").text.count("Found in") == 0
