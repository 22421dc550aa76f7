"""A short piece of a text around what was searched for, with the words marked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markupsafe import Markup, escape

BEFORE, LENGTH = 40, 140  # signs
_BLOCK = re.compile(r"<(p|li)\b[^>]*>(.*?)</\1>", re.DOTALL)
_BETWEEN = re.compile(r"</(span|b|td|th|dt|dd|li|p|h3|caption)>")


def sentence(html: Markup, wanted: Sequence[str]) -> str:
    """The plain text of the first paragraph or item with one of these words; else of all."""
    blocks = [_plain(inner) for _, inner in _BLOCK.findall(html)]
    words = [word.casefold() for word in wanted]
    found = (text for text in blocks if any(word in text.casefold() for word in words))
    return next(found, _plain(html))


def _plain(html: str) -> str:
    return Markup(_BETWEEN.sub(" ", html)).striptags()


def excerpt(text: str, wanted: Sequence[str]) -> Markup:
    """The piece of a plain text around the first of these words, each of them in a <mark>.

    The beginning where none is there: it may have been found by another word for the same.
    """
    either = re.compile("|".join(map(re.escape, wanted)) or r"\Z", re.IGNORECASE)
    found = either.search(text)
    start = max(0, found.start() - BEFORE) if found else 0
    if start:
        start = text.rfind(" ", 0, start + 1) + 1
    end = start + LENGTH
    if end < len(text):
        end = max(text.rfind(" ", start, end + 1), found.end() if found else 0, start + 1)
    piece = text[start:end]
    said, at = Markup("… " if start else ""), 0
    for one in either.finditer(piece):
        if one.group():
            said += escape(piece[at : one.start()]) + Markup("<mark>{}</mark>").format(one.group())
            at = one.end()
    return said + escape(piece[at:]) + (" …" if end < len(text) else "")
