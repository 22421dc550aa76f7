"""What is wrong with an entry, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Weight(Enum):
    """How much a problem weighs: what may still be done with the facts."""

    MALFORMED = "malformed"  # not of the shape facts have: refused
    IMPOSSIBLE = "impossible"  # cannot have happened: refused
    MISSING = "missing"  # not entered yet: a round in progress may be kept, not recorded
    UNUSUAL = "unusual"  # recorded only when the table says so knowingly
    NOTE = "note"  # worth saying, stops nothing


@dataclass(frozen=True, slots=True)
class Problem:
    """Where an entry is wrong and why, without a sentence.

    `at` is a JSON pointer into what was entered, `code` a stable name, `params` what a sentence
    about it needs (seats by number, points, cards). Whoever shows it finds the words.
    """

    at: str
    code: str
    params: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    weight: Weight = Weight.IMPOSSIBLE

    @property
    def refused(self) -> bool:
        """True when facts with this problem cannot even be kept as a round in progress."""
        return self.weight in (Weight.MALFORMED, Weight.IMPOSSIBLE)

    @property
    def blocks(self) -> bool:
        """True when facts with this problem cannot be recorded as a finished round."""
        return self.weight is not Weight.NOTE


def token(key: str) -> str:
    """The key as one step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
