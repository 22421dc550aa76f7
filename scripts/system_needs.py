"""What the app and its tests need from the machine because pip cannot install it.

`python scripts/system_needs.py venv|tests|lighthouse` installs what is missing by apt-get where it
may, and otherwise says plainly what to install and fails. Standard library only: it runs before
anything is installed.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path


def chromium() -> Path | None:
    """The browser the tests drive: `$CHROMIUM`, or the first one on the path."""
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def postgresql() -> Path | None:
    """The folder of PostgreSQL's server programs, which Debian keeps off the path."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


def npm() -> str | None:
    """The program that installs Lighthouse."""
    return shutil.which("npm")


def venv() -> bool:
    """Whether this Python can make a virtual environment with pip in it."""
    return importlib.util.find_spec("ensurepip") is not None


# For each purpose: Debian's package, and what finds the thing itself.
NEEDS: dict[str, dict[str, Callable[[], object]]] = {
    "venv": {"python3-venv": venv},
    "tests": {"chromium": chromium, "postgresql": postgresql},
    "lighthouse": {"chromium": chromium, "npm": npm},
}


def administrator() -> list[str] | None:
    """What to put before a command so that root runs it, or None where nobody may."""
    if os.geteuid() == 0:
        return []
    asks_nothing = ["sudo", "--non-interactive"]
    if shutil.which("sudo") and not subprocess.run([*asks_nothing, "true"], check=False).returncode:
        return asks_nothing
    return None


def install(packages: list[str]) -> None:
    """Installs Debian packages without a question; exits with a plain word where that fails."""
    root = administrator() if shutil.which("apt-get") else None
    if root is None:
        sys.exit(f"Please install, as your system does it: {', '.join(packages)}.")
    print(f"Installing {', '.join(packages)} ...", flush=True)
    apt_get = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet", "--yes"]
    for command in (["update"], ["install", "--no-install-recommends", *packages]):
        if subprocess.run([*apt_get, *command], check=False, stdout=subprocess.DEVNULL).returncode:
            sys.exit(f"Could not install {', '.join(packages)}; please do it by hand.")


def missing(purpose: str) -> list[str]:
    """The packages still needed for a purpose."""
    return [package for package, find in NEEDS[purpose].items() if not find()]


if __name__ == "__main__":
    purpose = sys.argv[1]
    if packages := missing(purpose):
        install(packages)
    if packages := missing(purpose):
        sys.exit(f"Still missing: {', '.join(packages)}.")
