"""How much a phone must fetch, in compressed bytes: read from the answers themselves."""

import gzip
import re

import pytest
from flask.testing import FlaskClient

from tests.api.scorer import A_ROUND, opened

KILO = 1024
PACKED = {"Accept-Encoding": "gzip"}
WORKER = "js/sw"


def size(client: FlaskClient, address: str) -> int:
    """The bytes of an answer on their way."""
    answer = client.get(address, headers=PACKED)
    assert answer.status_code == 200
    return len(answer.data)


def files(client: FlaskClient, page: str) -> set[str]:
    """What a page fetches by itself, besides what its worker keeps."""
    html = client.get(page).text
    return set(re.findall(r'(?:src|href)="(/static/[^"]+|/manifest.json)"', html))


@pytest.mark.parametrize("game", list(A_ROUND))
def test_a_table_with_ten_rounds(sqlite_client: FlaskClient, game: str):
    scorer = opened(sqlite_client, game, rules={"target": 5000 if game != "haus-euchre" else 50})
    for _ in range(10):
        scorer.record()
    page = f"/t/{scorer.code}"
    sqlite_client.get(f"{page}/score/{scorer.token}")
    answer = sqlite_client.get(page, headers=PACKED)
    assert "Record round 11" in gzip.decompress(answer.data).decode()
    assert len(answer.data) <= 12 * KILO


def test_the_style_sheet_and_our_own_scripts(sqlite_client: FlaskClient):
    assets = sqlite_client.application.extensions["assets"].by_name
    packed = {name: len(asset.packed or asset.plain) for name, asset in assets.items()}
    assert packed["app.css"] <= 10 * KILO
    assert sum(n for name, n in packed.items() if name.startswith("js/")) <= 12 * KILO


def test_a_whole_first_visit(sqlite_client: FlaskClient):
    fetched = {"/", *files(sqlite_client, "/")}
    assert len(fetched) > 6
    assert sum(size(sqlite_client, one) for one in fetched) <= 45 * KILO


@pytest.mark.parametrize("coding", ["br", "gzip"])
def test_pages_and_json_come_compressed(sqlite_client: FlaskClient, coding: str):
    scorer = opened(sqlite_client, "haggis-3")
    scorer.record()
    table = f"/api/v1/tables/{scorer.code}"
    for address in ("/", f"/t/{scorer.code}", "/rules/neeps", table, "/api/v1/openapi.json"):
        answer = sqlite_client.get(address, headers={"Accept-Encoding": coding})
        assert answer.headers["Content-Encoding"] == coding
        assert "Accept-Encoding" in answer.headers["Vary"]
    assert "Content-Encoding" not in sqlite_client.get("/").headers


def test_a_compressed_table_that_has_not_changed_is_not_sent_again(sqlite_client: FlaskClient):
    scorer = opened(sqlite_client, "haggis-3")
    table = f"/api/v1/tables/{scorer.code}"
    etag = sqlite_client.get(table, headers=PACKED).headers["ETag"]
    again = sqlite_client.get(table, headers=PACKED | {"If-None-Match": etag})
    assert again.status_code == 304


def test_a_round_can_be_corrected_by_the_etag_of_a_compressed_answer(sqlite_client: FlaskClient):
    scorer = opened(sqlite_client, "haggis-3")
    headers = {"Authorization": f"Bearer {scorer.token}", **PACKED}
    rounds = f"/api/v1/tables/{scorer.code}/rounds"
    facts = A_ROUND["haggis-3"]
    etag = sqlite_client.post(rounds, json=facts, headers=headers).headers["ETag"]
    answer = sqlite_client.put(f"{rounds}/1", json=facts, headers=headers | {"If-Match": etag})
    assert answer.status_code == 200


def test_a_stream_leaves_at_once_and_uncompressed(sqlite_client: FlaskClient):
    scorer = opened(sqlite_client, "haggis-3")
    answer = sqlite_client.get(f"/t/{scorer.code}/live", headers={"Accept-Encoding": "br, gzip"})
    assert "data:" in str(next(iter(answer.response)))
    assert "Content-Encoding" not in answer.headers
    answer.close()
