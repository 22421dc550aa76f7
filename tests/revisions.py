"""Databases as they were at every revision, with a table that was being played then."""

import json
from datetime import UTC, datetime
from typing import Any

from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import MetaData, insert

from companion import ROOT
from companion.db import db
from companion.keys import hash_token

TOKEN = "a token of old"
CODE = "ACDEFG"
AT = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
FACTS = {
    "leader": 0,
    "bets": [{"seat": 0, "amount": 30}],
    "auction": [],
    "outs": [{"seat": 1, "cards": 4}, {"seat": 0, "cards": 2}],
    "captured": [10, 20, None],
    "adjustments": [],
    "accept_discrepancy": False,
}
ROUND = {"facts": FACTS, "void": False, "corrected": False}
RULES = {
    "target": 350,
    "target_rule": "reach",
    "rounds": None,
    "tie": "share",
    "leader": "trailing",
    "bets": [5, 15, 30],
    "failed_bet": "first_out_and_nonbettors",
    "haggis": "first_out",
    "first_out_extra": 0,
    "bombed_trick": "opponent",
    "court_ranks": True,
}

# A row of every table there has ever been, with every column it ever had.
ROWS: dict[str, list[dict[str, Any]]] = {
    "tables": [
        {
            "code": CODE,
            "game": "haggis-3",
            "rules": RULES,
            "players": ["Ann", "Bob", "한국"],
            "first_starter": 0,
            "token_hash": hash_token(TOKEN),
            "version": 3,
            "created_at": AT,
            "changed_at": AT,
            "marks": [0, 1, 2],
            "replaced": [],
        }
    ],
    "scorers": [{"table_id": 1, "token_hash": hash_token(TOKEN), "name": "", "at": AT}],
    "rounds": [
        {"table_id": 1, "number": 1, "revision": 2, **ROUND},
    ],
    "drafts": [{"table_id": 1, "number": 0, "facts": {"bets": [], "leader": 0}}],
    "changes": [
        {
            "table_id": 1,
            "version": 2,
            "at": AT,
            "what": "record",
            "number": 1,
            "pointer": "",
            "before": {"round/1": None, "draft/0": None},
            "after": {"round/1": ROUND, "draft/0": None},
            "undone_by": None,
        },
        {
            "table_id": 1,
            "version": 3,
            "at": AT,
            "what": "tap",
            "number": 0,
            "pointer": "/leader",
            "before": {"draft/0": None},
            "after": {"draft/0": {"bets": [], "leader": 0}},
            "undone_by": None,
        },
    ],
    "receipts": [
        {
            "table_id": 1,
            "key": "round one",
            "request": "0" * 64,
            "status": 201,
            "body": {"number": 1},
            "headers": {"ETag": '"r2"'},
            "at": AT,
        }
    ],
}


def revisions() -> list[str]:
    """Every revision of the database, the first one first."""
    script = ScriptDirectory(str(ROOT / "migrations"))
    return [one.revision for one in script.walk_revisions()][::-1]


def played(app: Flask, revision: str) -> None:
    """Makes an empty database what it was at a revision, with a table in it."""
    with app.app_context():
        upgrade(revision=revision)
        with db.engine.begin() as connection:
            metadata = MetaData()
            metadata.reflect(connection)
            for table in metadata.sorted_tables:
                for row in ROWS.get(table.name, ()):
                    known = {name: value for name, value in row.items() if name in table.c}
                    connection.execute(insert(table).values(known))


def stands(app: Flask) -> None:
    """Asserts that the table is all there, and can be played on."""
    client = app.test_client()
    url = f"/api/v1/tables/{CODE}"
    table = client.get(url).json
    assert (table["players"], table["marks"]) == (["Ann", "Bob", "한국"], [0, 1, 2])
    assert (table["rules"]["target"], table["version"]) == (350, 3)
    assert [one["facts"] for one in table["rounds"]] == [FACTS]
    assert table["totals"] == [20, 70, 50]
    assert table["in_progress"]["leader"] == 0
    changes = client.get(f"{url}/history").json["changes"]
    assert [one["what"] for one in changes] == ["record", "tap"]
    assert {one["at"] for one in changes} == {AT.isoformat()}
    for page in (f"/t/{CODE}", f"/t/{CODE}/rounds/1", f"/t/{CODE}/history"):
        assert client.get(page).status_code == 200
    kept = client.get(f"{url}/export")
    again = client.post("/api/v1/tables/import", data=kept.data, content_type="application/json")
    assert again.status_code == 201, again.json
    owner = {"Authorization": f"Bearer {TOKEN}"}
    recorded = client.post(f"{url}/rounds", json=json.loads(json.dumps(FACTS)), headers=owner)
    assert recorded.status_code == 201
    assert client.post(f"{url}/undo", headers=owner).status_code == 200
    assert client.post(f"{url}/undo", headers=owner).status_code == 200
    assert client.post(f"{url}/undo", headers=owner).json["rounds"] == []
