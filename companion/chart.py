"""The chart of a match: every side's total after each round, as points of a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEFT, RIGHT, TOP, BOTTOM = 34.0, 300.0, 12.0, 150.0
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500, 5000, 10_000)


@dataclass(frozen=True)
class Chart:
    """A drawing of 320 × 170 units.

    `lines` has a polyline's points for each side, `ends` where each ends; `rows` are (y, total)
    of the ruled lines, `marks` (x, round number), `target` the y of the target if it is in reach.
    """

    lines: tuple[str, ...]
    ends: tuple[tuple[float, float], ...]
    rows: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, int], ...]
    target: float | None


def chart(series: Sequence[Sequence[int]], numbers: Sequence[int], target: int) -> Chart:
    """The drawing of the totals: `series[side]` starts at 0 and has one total for each number."""
    low = min(0, *(min(s) for s in series))
    high = max(1, *(max(s) for s in series))
    near = high >= target * 0.7
    high = max(high, target) if near else high
    step = next((s for s in STEPS if (high - low) / s <= 5), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step

    def x(index: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * index / max(1, len(numbers)), 1)

    def y(total: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (total - low) / (high - low), 1)

    every = -(-len(numbers) // 12)
    return Chart(
        lines=tuple(" ".join(f"{x(i)},{y(t)}" for i, t in enumerate(s)) for s in series),
        ends=tuple((x(len(s) - 1), y(s[-1])) for s in series),
        rows=tuple((y(t), t) for t in range(low, high + 1, step)),
        marks=tuple((x(i), n) for i, n in enumerate(numbers, 1) if i % every == 0),
        target=y(target) if near else None,
    )
