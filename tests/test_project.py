"""What holds for the project's own files: locked packages, vendored scripts, how it starts."""

import hashlib
import re
from pathlib import Path

import pytest

from scripts import audit, serve

ROOT = Path(__file__).parent.parent
LOCKS = ["requirements.txt", "requirements-dev.txt"]


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_one_version_and_a_hash(name: str) -> None:
    packages = re.sub(r"^( *#.*)?\n", "", (ROOT / name).read_text(), flags=re.MULTILINE)
    entries = packages.replace(" \\\n", "").splitlines()
    assert entries
    for entry in entries:
        assert re.fullmatch(r"[a-z0-9-]+==\S+( ; [^-]+)?( +--hash=sha256:[0-9a-f]{64})+", entry)


@pytest.mark.parametrize("name", LOCKS)
def test_the_locks_name_no_place_to_fetch_from(name: str) -> None:
    assert not re.search(r"://|--index|--find-links|--trusted-host", (ROOT / name).read_text())


def test_the_tests_run_on_the_packages_that_serve() -> None:
    served, tested = (
        set(re.findall(r"^\S+==\S+", (ROOT / name).read_text(), re.M)) for name in LOCKS
    )
    assert served <= tested


def test_vendored_scripts_are_what_their_readme_says() -> None:
    folder = ROOT / "static" / "vendor" / "htmx"
    sums = re.findall(r"^([0-9a-f]{64})  (\S+)$", (folder / "README.md").read_text(), re.MULTILINE)
    assert {name for _, name in sums} == {file.name for file in folder.glob("*.js")}
    for digest, name in sums:
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_a_server_for_the_room_shows_its_address_and_a_code_to_scan(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "room_address", lambda: "192.0.2.7")
    serve.announce("0.0.0.0", 8000)
    said = capsys.readouterr().out
    assert "http://192.0.2.7:8000 for the phones" in said
    assert "http://localhost:8000 here" in said
    assert "█▀" in said


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_server_for_this_machine_only_shows_no_code(
    host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    serve.announce(host, 8000)
    assert capsys.readouterr().out == "Haggis Companion: http://localhost:8000\n"


def test_a_server_behind_a_proxy_leads_no_phone_past_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", "1")
    monkeypatch.setattr(serve, "room_address", lambda: "192.0.2.7")
    serve.announce("0.0.0.0", 8000)
    assert capsys.readouterr().out == "Haggis Companion: http://localhost:8000\n"


def test_without_a_network_the_app_is_still_announced_here(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "room_address", lambda: None)
    serve.announce("0.0.0.0", 8000)
    assert capsys.readouterr().out == "Haggis Companion: http://localhost:8000\n"


def test_the_audit_names_what_is_weak_and_what_mends_it() -> None:
    weak = {"id": "PYSEC-1", "fix_versions": ["2.1", "3.0"]}
    open_still = {"id": "PYSEC-2", "fix_versions": []}
    report = {
        "dependencies": [
            {"name": "sound", "version": "1.0", "vulns": []},
            {"name": "unknown", "skip_reason": "not on the list"},
            {"name": "weak", "version": "2.0", "vulns": [weak, open_still]},
        ]
    }
    assert audit.weaknesses(report) == [
        "weak 2.0: PYSEC-1, mended in 2.1, 3.0",
        "weak 2.0: PYSEC-2, mended in no release yet",
    ]
