"""The engine is pure: standard library only, no input or output, no clock, no chance of its own.

Its README says so in one sentence; this reads the source and holds it to that.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine

FOLDER = Path(engine.__file__).parent
MODULES = sorted(path.relative_to(FOLDER) for path in FOLDER.rglob("*.py"))
COMMAND_LINE = Path("__main__.py")

# What reaches out of a function: files, the machine, the network, clocks, chance, languages.
REACHING_OUT = {
    *("os", "io", "sys", "pathlib", "shutil", "tempfile", "glob", "logging", "warnings"),
    *("socket", "ssl", "http", "urllib", "email", "smtplib", "subprocess", "signal", "ctypes"),
    *("threading", "multiprocessing", "asyncio", "concurrent", "queue", "sched", "atexit"),
    *("time", "datetime", "calendar", "zoneinfo", "secrets", "uuid", "gettext", "locale"),
    *("sqlite3", "pickle", "shelve", "dbm", "json", "csv", "importlib", "runpy", "argparse"),
}
ALLOWED = (set(sys.stdlib_module_names) - REACHING_OUT) | {"engine"}
COMMAND_LINE_MAY = {"argparse", "json", "pathlib", "sys"}
BUILTINS = {"open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint"}


def tree(module: Path) -> ast.Module:
    return ast.parse((FOLDER / module).read_text(encoding="utf-8"))


def imported(module: Path) -> Iterator[str]:
    """The first name of everything a module imports."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "engine" if node.level else (node.module or "").partition(".")[0]


def test_there_is_something_to_look_at():
    assert {Path("haggis.py"), Path("games/neeps.py"), COMMAND_LINE} <= set(MODULES)
    assert {"engine", "dataclasses"} <= set(imported(Path("haggis.py")))


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_the_engine_imports_only_itself_and_what_does_not_reach_out(module: Path):
    more = COMMAND_LINE_MAY if module == COMMAND_LINE else set()
    assert set(imported(module)) - ALLOWED - more == set()


@pytest.mark.parametrize("module", [m for m in MODULES if m != COMMAND_LINE], ids=str)
def test_the_engine_reads_and_prints_nothing(module: Path):
    calls = [node.func for node in ast.walk(tree(module)) if isinstance(node, ast.Call)]
    assert {getattr(called, "id", "") for called in calls} & BUILTINS == set()


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_chance_is_only_what_is_passed_in(module: Path):
    """`Random` may be named as the type of an argument; only the command line makes one."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [name.name for name in node.names] == ["Random"]
        elif isinstance(node, ast.Import):
            assert "random" not in [name.name for name in node.names]
        elif isinstance(node, ast.Call) and module != COMMAND_LINE:
            assert getattr(node.func, "id", "") != "Random"


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_nothing_is_remembered_between_calls(module: Path):
    for node in ast.walk(tree(module)):
        assert not isinstance(node, ast.Global | ast.Nonlocal)
