"""Somebody who scores tables through the API, with a round of every game to record."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from flask.testing import FlaskClient
from hypothesis import HealthCheck

NAMES = ("Ann", "Bob", "Cleo", "Dov")
SEATS = {"haggis-2": 2, "haggis-3": 3, "tatties": 3, "neeps": 4, "haus-euchre": 4}
SLOW = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
A_ROUND: dict[str, dict[str, Any]] = {
    "haggis-2": {"outs": [{"seat": 1, "cards": 7}], "captured": [20, None]},
    "haggis-3": {
        "bets": [{"seat": 0, "amount": 30}],
        "outs": [{"seat": 1, "cards": 4}, {"seat": 0, "cards": 2}],
        "captured": [10, 20, None],
    },
    "tatties": {
        "leader": 0,
        "auction": [{"seat": 1, "bid": 15}, {"seat": 2, "bid": 0}, {"seat": 0, "bid": 0}],
        "outs": [{"seat": 1, "cards": 9}, {"seat": 2, "cards": 3}],
        "captured": [10, 24, None],
    },
    "neeps": {
        "bets": [{"seat": 3, "amount": 15}],
        "outs": [{"seat": 0, "cards": 9}, {"seat": 1, "cards": 5}, {"seat": 2, "cards": 4}],
        "captured": [50, None],
    },
    "haus-euchre": {"maker": 0, "trump": "hearts", "tricks": [3, 2]},
}


@dataclass
class Scorer:
    """A client that knows a table's code and token."""

    client: FlaskClient
    game: str
    code: str
    token: str

    def ask(
        self, method: str, path: str = "", json: Any = None, token: str | None = None, **named: str
    ) -> Any:
        """Asks for a part of the table; headers by name (`If_Match`)."""
        headers = {name.replace("_", "-"): value for name, value in named.items()}
        token = self.token if token is None else token
        if token:
            headers.setdefault("Authorization", f"Bearer {token}")
        url = f"/api/v1/tables/{self.code}{path}"
        return self.client.open(url, method=method, headers=headers, json=json)

    def record(self, facts: Any = None, **more: Any) -> Any:
        """Records a round."""
        return self.ask("POST", "/rounds", A_ROUND[self.game] if facts is None else facts, **more)

    def table(self) -> Any:
        """The table as it stands."""
        response = self.ask("GET", token="")
        assert response.status_code == 200
        return response.json

    def history(self) -> Any:
        """Every change of the table."""
        return self.ask("GET", "/history", token="").json["changes"]


def names(game: str) -> list[str]:
    """As many names as the game has seats."""
    return list(islice(NAMES, SEATS[game]))


def opened(client: FlaskClient, game: str = "haggis-2", **wish: Any) -> Scorer:
    """The scorer of a new table."""
    wish = {"game": game, "players": names(game), "first_leader": 0} | wish
    response: Any = client.post("/api/v1/tables", json=wish)
    assert response.status_code == 201, response.json
    return Scorer(client, game, response.json["code"], response.json["token"])


def problems(response: Any, status: int) -> dict[str, str]:
    """The problem details of a refused request: their codes by pointer."""
    assert response.status_code == status, response.get_data(as_text=True)
    assert response.mimetype == "application/problem+json"
    details = response.json
    assert (details["status"], details["type"]) == (status, "about:blank")
    assert details["title"]
    assert details["detail"] == details["errors"][0]["message"]
    assert all(error["message"] for error in details["errors"])
    return {error["pointer"]: error["code"] for error in details["errors"]}


def rounds_until_over(scorer: Scorer) -> Iterator[Any]:
    """Records the same round until the match is over."""
    while not scorer.table()["finished"]:
        yield scorer.record().json
