"""Who may score a table: each phone with a token of its own, of which only the hash is kept."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, select

from companion import keys
from companion.conflicts import Conflict
from companion.db import db
from companion.models import Change, Scorer, Table, now
from companion.names import LENGTH, clean_name
from engine.problems import Problem

ACTING = "scorer_id"
KEY = "key"


_OF_TOKEN = select(Scorer).where(
    Scorer.table_id == bindparam("table_id"),
    Scorer.token_hash == bindparam("hash"),
    Scorer.withdrawn_at.is_(None),
)
_C = Change.__table__.c
_MADE = select(_C.id).where(_C.table_id == bindparam("table_id"), _C.key == bindparam("key"))


class Repeated(Exception):
    """The change was made already, by the same tap."""


def new(table: Table, name: str = "") -> str:
    token = keys.new_token()
    db.session.add(Scorer(table_id=table.id, token_hash=keys.hash_token(token), name=name))
    return token


def of_token(table: Table, token: str) -> Scorer | None:
    """Who may score the table with this token; None for a wrong or a withdrawn one.

    Only hashes are compared, by the database: how long that takes says nothing of the token.
    """
    return db.session.scalar(_OF_TOKEN, {"table_id": table.id, "hash": keys.hash_token(token)})


def act_as(who: Scorer, key: str | None = None) -> None:
    """Every change of this session is made by this scorer, with this key if it has one.

    Raises Repeated when a change with the key was made before.
    """
    db.session.info[ACTING] = who.id
    db.session.info[KEY] = key
    if key and db.session.scalar(_MADE, {"table_id": who.table_id, "key": key}) is not None:
        raise Repeated


def of_table(table: Table) -> Sequence[Scorer]:
    """Everyone who may score the table, who came first first."""
    may = select(Scorer).where(Scorer.table_id == table.id, Scorer.withdrawn_at.is_(None))
    return db.session.scalars(may.order_by(Scorer.id)).all()


def let_another(table: Table) -> str:
    """A token of its own for another phone that opened a scorer's link."""
    token = new(table)
    db.session.commit()
    return token


def lets_in(table: Table, token: str) -> bool:
    """Whether a token lets one score the table: a scorer's of it, or of the match before it.

    Those of the match before are let in until somebody's right, or a link, is withdrawn here.
    """
    if of_token(table, token):
        return True
    withdrawn = select(Scorer.id).where(
        Scorer.table_id == table.id, Scorer.withdrawn_at.is_not(None)
    )
    before = table.rematch_of and db.session.get(Table, table.rematch_of)
    return bool(
        before and of_token(before, token) and db.session.scalar(withdrawn.limit(1)) is None
    )


def call(who: Scorer, name: str) -> list[Problem]:
    """Says what a scorer is called; answers what is wrong with the name."""
    cleaned = clean_name(name)
    if len(cleaned) > LENGTH:
        return [Problem("/scorer", "name_too_long", {"most": LENGTH})]
    who.name = cleaned
    db.session.commit()
    return []


def withdraw_others(table: Table, keep: Scorer) -> str:
    """Ends every scorer's right but one's own, whose token is new: no old link opens any more."""
    for one in of_table(table):
        if one is not keep:
            one.withdrawn_at = now()
    token = keys.new_token()
    old, keep.token_hash = keep.token_hash, keys.hash_token(token)
    db.session.flush()
    db.session.add(Scorer(table_id=table.id, token_hash=old, withdrawn_at=now()))
    db.session.commit()
    return token


def hand_over(table: Table, keep: Scorer) -> None:
    """Gives up one's own right to score, which another must have.

    Raises Conflict when nobody else could score then.
    """
    if len(of_table(table)) < 2:
        raise Conflict("nobody_else_scores")
    keep.withdrawn_at = now()
    db.session.commit()
