"""Brings the catalog of every language up to date with the words of the code, and compiles it.

A new language begins as an empty folder, such as translations/ko.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "translations"
KEYWORDS = {**DEFAULT_KEYWORDS, "_l": None}


def main() -> None:
    words = extracted()
    for language in languages():
        kept = catalog(language)
        kept.update(words, update_header_comment=False, update_creation_date=False)
        folder = FOLDER / language / "LC_MESSAGES"
        folder.mkdir(exist_ok=True)
        (folder / "messages.po").write_bytes(written(kept))
        (folder / "messages.mo").write_bytes(compiled(kept))
        left = [one for one in kept if one.id and (one.fuzzy or not one.string)]
        print(f"{language}: {len(kept)} texts, {len(left)} to translate")


def languages() -> list[str]:
    """The languages that have a folder."""
    return sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())


def found() -> Iterator[tuple[str, int, Any, list[str], str | None]]:
    """Every text the code asks for: file, line, singular or both forms, comments, context."""
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    yield from extract_from_dir(ROOT, methods, options, KEYWORDS)


def extracted() -> Catalog:
    """Every text the code asks for, once."""
    words = Catalog(charset="utf-8")
    for file, line, ids, comments, context in found():
        words.add(ids, None, [(file, line)], auto_comments=comments, context=context)
    return words


def catalog(language: str) -> Catalog:
    """The catalog of a language; a new one where it has none yet."""
    file = po_file(language)
    if not file.exists():
        head = "# The words of Haggis Companion in another language: see docs/languages.md."
        return Catalog(Locale.parse(language), header_comment=head, charset="utf-8", fuzzy=False)
    with file.open("rb") as text:
        return read_po(text, Locale.parse(language))


def po_file(language: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / "messages.po"


def written(kept: Catalog) -> bytes:
    """A catalog as translators edit it."""
    out = BytesIO()
    write_po(out, kept, width=100, sort_by_file=True, include_lineno=False)
    return out.getvalue()


def compiled(kept: Catalog) -> bytes:
    """A catalog as the app reads it."""
    out = BytesIO()
    write_mo(out, kept)
    return out.getvalue()


if __name__ == "__main__":
    main()
