"""`python -m engine`: `score FILE` has the lines of a round with their reasons, `simulate GAME`
plays rounds at random."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine.games import GAMES
from engine.problems import Problem
from engine.simulate import Simulated, simulate


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it could be answered, 1 when the facts break a rule, 2 for bad use."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Rules of card games.")
    commands = parser.add_subparsers(dest="command", required=True)
    score = commands.add_parser("score", help="print a round's lines with their reasons")
    score.add_argument(
        "file",
        help='JSON with "game", "round", perhaps "rules", "preset", "totals"; - for stdin',
    )
    play = commands.add_parser("simulate", help="play random legal rounds, as whole matches")
    play.add_argument("game", choices=GAMES)
    play.add_argument("--rounds", type=int, default=1000)
    play.add_argument("--seed", type=int, default=0, help="the same seed plays the same rounds")
    play.add_argument("--preset", help="play by these rules instead of the game's own")
    chosen = parser.parse_args(arguments)
    if chosen.command == "score":
        return _score(chosen.file)
    return _simulate(chosen.game, chosen.preset, max(chosen.rounds, 0), chosen.seed)


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


def _simulate(game_id: str, preset: str | None, rounds: int, seed: int) -> int:
    game = GAMES[game_id]
    rules, wrong = game.rules(preset)
    if wrong:
        names = ", ".join(one.id for one in game.presets)
        print(f"{game.name} has these presets: {names or 'none'}", file=sys.stderr)
        return 2
    points, won, claims, slams, matches = Counter[int](), Counter[int](), Counter[Any](), 0, 0
    for done in _with_bar(simulate(game, rules, rounds, Random(seed)), rounds):
        points.update(dict(enumerate(done.score.points)))
        won.update(done.winners)
        claims.update((claim.who, claim.made) for claim in done.played.claims)
        slams += done.score.slam
        matches += bool(done.winners)
    print(f"{game.name}: {rounds} rounds, {matches} matches ended, seed {seed}")
    for side in range(game.sides):
        each = points[side] / max(rounds, 1)
        print(f"side {side}   {points[side]:8d} points, {each:.1f} a round; won {won[side]}")
    print(f"Slam     {_share(slams, rounds)}")
    for who in sorted({who for who, _ in claims}):
        made, missed = claims[who, True], claims[who, False]
        print(f"{who:8} {_share(made, made + missed)} made it")
    return 0


def _share(part: int, of: int) -> str:
    return f"{part} of {of} ({100 * part / max(of, 1):.1f} %)"


def _with_bar(rounds: Iterable[Simulated], count: int) -> Iterator[Simulated]:
    """The rounds, and where somebody watches a bar that fills as they are played."""
    shown = sys.stderr.isatty()
    for number, done in enumerate(rounds, 1):
        yield done
        if shown and (number == count or number % max(count // 100, 1) == 0):
            bar = "#" * (40 * number // count)
            end = "\n" if number == count else ""
            print(f"\r[{bar:40}] {number}/{count}", end=end, file=sys.stderr, flush=True)


def _problem(problem: Problem) -> str:
    return f"{problem.at or '/'} {problem.code}{_params(problem.params)}"


def _params(params: Any) -> str:
    return "".join(f" {name}={value}" for name, value in params.items())


if __name__ == "__main__":
    sys.exit(main())
