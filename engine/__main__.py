"""`python -m engine score FILE`: the lines of a round with their reasons."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.games import GAMES
from engine.problems import Problem


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it could be answered, 1 when the facts break a rule, 2 for bad use."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Rules of card games.")
    commands = parser.add_subparsers(dest="command", required=True)
    score = commands.add_parser("score", help="print a round's lines with their reasons")
    score.add_argument(
        "file",
        help='JSON with "game", "round", perhaps "rules", "preset", "totals"; - for stdin',
    )
    chosen = parser.parse_args(arguments)
    return _score(chosen.file)


def _score(file: str) -> int:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        asked: Any = json.loads(text)
        game = GAMES[asked["game"]]
        document: object = asked["round"]
        totals: Any = asked.get("totals") or [0] * game.sides
        if [type(total) for total in totals] != [int] * game.sides:
            raise ValueError(f"totals: {game.sides} whole numbers")
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        print(f"cannot read {file}: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    rules, wrong_rules = game.rules(asked.get("preset"), asked.get("rules"))
    facts, problems = game.review(document, rules, totals)
    score = game.score(facts, rules)
    print(f"{game.name}{'  (Slam)' if score.slam else ''}")
    for line in score.lines:
        who = f"side {line.side}" if line.seat is None else f"seat {line.seat}"
        print(f"  {who:8} {line.points:+5d}  {line.kind:11} {line.why}{_params(line.params)}")
    print("points   " + "  ".join(f"side {s}: {p}" for s, p in enumerate(score.points)))
    found = (*wrong_rules, *problems)
    for problem in found:
        print(f"{problem.weight.value}: {_problem(problem)}", file=sys.stderr)
    return 1 if any(problem.refused for problem in found) else 0


def _problem(problem: Problem) -> str:
    return f"{problem.at or '/'} {problem.code}{_params(problem.params)}"


def _params(params: Any) -> str:
    return "".join(f" {name}={value}" for name, value in params.items())


if __name__ == "__main__":
    sys.exit(main())
