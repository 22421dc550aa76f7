"""Every text is translated into every language, and no text is left out of the catalogs."""

import re
from collections import defaultdict
from gettext import GNUTranslations
from io import BytesIO

import pytest
from jinja2 import Environment

from scripts import translations
from scripts.translations import ROOT

LANGUAGES = translations.languages()
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
PLACES = re.compile(r"%\((\w+)\)s")

every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def asked():
    """The catalog of what the code asks for."""
    return translations.extracted()


def keys(catalog):
    return {(one.context, one.id) for one in catalog if one.id}


def texts(one) -> list[tuple[str, str]]:
    """A message's forms and their translations: pairs."""
    if isinstance(one.id, str):
        return [(one.id, one.string)]
    singular, plural = one.id
    forms = one.string or ("",)
    return [(singular if form == 0 else plural, text) for form, text in enumerate(forms)]


def test_there_is_german():
    assert "de" in LANGUAGES


@every_language
def test_every_text_is_translated(asked, language):
    kept = translations.catalog(language)
    assert keys(asked) - keys(kept) == set(), "run: make translations"
    assert [one.id for one in kept if one.id and one.fuzzy] == []
    assert [one.id for one in kept if one.id and not all(t for _, t in texts(one))] == []


@every_language
def test_nothing_is_translated_that_nobody_asks_for(asked, language):
    kept = translations.catalog(language)
    assert keys(kept) - keys(asked) == set(), "run: make translations"
    assert [*kept.obsolete] == []


@every_language
def test_every_plural_has_all_its_forms(language):
    kept = translations.catalog(language)
    plurals = [one for one in kept if one.id and one.pluralizable]
    assert plurals
    assert [one.id for one in plurals if len(texts(one)) != kept.num_plurals] == []


@every_language
def test_what_is_filled_in_stays_in_the_text(language):
    """Only a number may go without saying, where there is just one."""
    for one in translations.catalog(language):
        for text, translated in texts(one) if one.id else ():
            wanted, found = {*PLACES.findall(text)}, {*PLACES.findall(translated)}
            assert found <= wanted, (text, translated)
            assert wanted - found <= ({"num", "number"} if one.pluralizable else set()), text


@every_language
def test_the_compiled_catalog_is_current(language):
    file = translations.po_file(language).with_suffix(".mo")
    shipped = GNUTranslations(BytesIO(file.read_bytes()))
    fresh = GNUTranslations(BytesIO(translations.compiled(translations.catalog(language))))
    assert {k: v for k, v in vars(shipped)["_catalog"].items() if k} == {
        k: v for k, v in vars(fresh)["_catalog"].items() if k
    }, "run: make translations"


def test_no_text_is_asked_for_with_two_plurals_or_with_and_without_one():
    """A catalog knows a text by its singular alone."""
    plurals = defaultdict(set)
    for _, _, ids, _, context in translations.found():
        singular, plural = (ids, None) if isinstance(ids, str) else ids[:2]
        plurals[context, singular].add(plural)
    assert {text: found for text, found in plurals.items() if len(found) > 1} == {}


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_template_has_words_of_its_own(file):
    tokens = Environment().lex(file.read_text(encoding="utf-8"))
    text = "".join(text if kind == "data" else "·" for _, kind, text in tokens)
    told = re.findall(r'\b(?:aria-label|title|alt|placeholder)="([^"]*)"', text)
    shown = re.sub(r"<[^>]*>", " ", re.sub(r'[\w:-]*=?"[^"]*"', "", text))
    for words in (shown, *told):
        assert re.findall(r"[^\W\d_]{2,}", re.sub(r"&#?\w+;", "", words)) == []
