"""The server is killed again and again while eight clients write: nothing acknowledged is lost."""

import random
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from typing import Any
from uuid import uuid4

from engine.games import GAMES
from engine.match import Recorded, standing
from scripts.local import Server
from tests.api.scorer import Scorer
from tests.live.client import Answer, sit_down

KILLS = 4
CLIENTS = 8
TABLES = 4
SECONDS_TO_START = 30


class Writer:
    """A client that records and corrects rounds of one table until it is told to end.

    Every write has a name, which stands in its facts; `acknowledged` are those it was told of.
    """

    def __init__(self, scorer: Scorer, ends: threading.Event, seed: int) -> None:
        self.scorer, self.ends = scorer, ends
        self.acknowledged: list[str] = []
        self._random = random.Random(seed)

    def run(self) -> None:
        while not self.ends.is_set():
            if self._random.random() < 0.7:
                self._record()
            else:
                self._correct()

    def _record(self) -> None:
        name, facts = self._facts()
        answer = self._until_answered(lambda: self.scorer.record(facts, Idempotency_Key=name))
        assert answer.status_code == 201, answer.json
        self.acknowledged.append(name)

    def _correct(self) -> None:
        rounds = self._until_answered(lambda: self.scorer.ask("GET", token="")).json["rounds"]
        if not rounds:
            return
        one = self._random.choice(rounds)
        name, facts = self._facts()
        try:
            answer = self.scorer.ask("PUT", f"/rounds/{one['number']}", facts, If_Match=one["etag"])
        except OSError:
            return  # nobody was told whether it was done
        assert answer.status_code in (200, 412), answer.json
        if answer.status_code == 200:
            self.acknowledged.append(name)

    def _facts(self) -> tuple[str, dict[str, Any]]:
        name, captured = uuid4().hex, self._random.randint(0, 36)
        return name, {
            "outs": [{"seat": self._random.randrange(2), "cards": 1}],
            "captured": [captured, 36 - captured],
            "adjustments": [{"seat": 0, "points": 1, "note": name}],
        }

    def _until_answered(self, ask: Callable[[], Answer]) -> Answer:
        deadline = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                return ask()
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)


def names(change: Any) -> list[str]:
    """The name of the write that made a change."""
    return [
        adjustment["note"]
        for place, value in change["after"].items()
        if place.startswith("round/")
        for adjustment in value["facts"]["adjustments"]
    ]


def test_every_acknowledged_write_is_there_exactly_once(restartable: Server):
    rules = {"target": 10_000}
    scorers = [sit_down(restartable.url, rules=rules) for _ in range(TABLES)]
    ends = threading.Event()
    writers = [Writer(scorers[number % TABLES], ends, number) for number in range(CLIENTS)]
    threads = [threading.Thread(target=writer.run) for writer in writers]
    for thread in threads:
        thread.start()
    chance = random.Random(1)
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.3, 1.5))
        restartable.kill()
        restartable.start()
    time.sleep(0.5)
    ends.set()
    for thread in threads:
        thread.join()

    kept: Counter[str] = Counter()
    for scorer in scorers:
        table, history = scorer.table(), scorer.history()
        assert [change["version"] for change in history] == [*range(2, table["version"] + 1)]
        kept.update(name for change in history for name in names(change))
        game = GAMES[table["game"]]
        afresh = standing(
            game,
            game.rules(None, table["rules"])[0],
            [Recorded(one["facts"], one["void"]) for one in table["rounds"]],
            0,
        )
        assert [*afresh.totals] == table["totals"]
    acknowledged = [name for writer in writers for name in writer.acknowledged]
    assert len(acknowledged) > CLIENTS * KILLS
    assert {name: kept[name] for name in acknowledged} == dict.fromkeys(acknowledged, 1)
    assert set(kept.values()) == {1}
    with closing(sqlite3.connect(restartable.log.parent / "server.db")) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
