"""The code that lets one watch a table and the token that lets one score it."""

from __future__ import annotations

import hashlib
import secrets

CODE_LETTERS = "ACDEFGHJKMNPQRTWXY34679"  # none that looks like another
CODE_LENGTH = 6


def new_code() -> str:
    """A table's code: six letters and digits without look-alikes."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def plain_code(typed: str) -> str:
    """The code somebody typed: case, spaces, hyphens and other signs do not matter."""
    return "".join(c for c in typed if c.isalnum()).upper()


def new_token() -> str:
    """A token of 192 random bits."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """What is stored of a token; it cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()
