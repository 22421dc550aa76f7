"""A table after an evening on which everything happened that can happen to a table."""

import re

from flask.testing import FlaskClient

from tests.api.scorer import A_ROUND, Scorer, opened


def seated(scorer: Scorer) -> str:
    """The address of the table's page, with this client as a phone that scores it."""
    page = f"/t/{scorer.code}"
    assert scorer.client.get(f"{page}/score/{scorer.token}").status_code == 302
    return page


def drawn(client: FlaskClient, page: str) -> str:
    """What a form of names and marks must send along: which names it was drawn with."""
    found = re.search('name="seen" value="([0-9a-f]+)"', client.get(f"{page}/players").text)
    assert found
    return found.group(1)


def evening(client: FlaskClient, game: str = "haggis-3") -> Scorer:
    """Rounds recorded, voided, corrected and taken back, a player replaced, a round begun."""
    longer = {} if game == "haus-euchre" else {"target": 500}
    scorer = opened(client, game, rules=longer)
    page = seated(scorer)
    assert client.post(f"{page}/scorer", data={"/scorer": "Zoë"}).status_code == 303
    scorer.record()
    scorer.record()
    scorer.record()
    note = {"adjustments": [{"seat": 0, "points": -5, "note": "looked at the haggis"}]}
    assert scorer.ask("PUT", "/rounds/1", A_ROUND[game] | note, If_Match="*").status_code == 200
    scorer.ask("DELETE", "/rounds/2")
    scorer.ask("DELETE", "/rounds/3")
    scorer.ask("POST", "/undo")
    names = {f"/players/{seat}": name for seat, name in enumerate(("Anna", "Eve", "Cy", "Dora"))}
    marks = {f"/marks/{side}": str(4 - side) for side in range(3)}
    seats = names | marks | {"/new/1": "1", "seen": drawn(client, page)}
    assert client.post(f"{page}/players", data=seats).status_code == 303
    taps = {"/adjustments/-/seat": "1", "/adjustments/-/points": "10"}
    assert client.post(f"{page}/tap", data=taps).status_code == 303
    assert client.post(f"{page}/rounds/3/tap", data=taps).status_code == 303
    return scorer
