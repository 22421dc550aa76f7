"""Says which locked releases have a known weakness, and fails if one has.

Where the list of weaknesses cannot be reached it says so, and that it has not looked.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.txt", "requirements-dev.txt")
SECONDS = 120
ASK = (
    "--disable-pip",
    "--require-hashes",
    "--progress-spinner=off",
    "--timeout=10",
    "--format=json",
)


def weaknesses(report: Mapping[str, Any]) -> list[str]:
    """A line for each weakness of a release: what it is called, and what mends it."""
    return sorted(
        f"{one['name']} {one['version']}: {weakness['id']}, mended in "
        + (", ".join(weakness["fix_versions"]) or "no release yet")
        for one in report["dependencies"]
        for weakness in one.get("vulns", ())
    )


def main() -> int:
    locks = [f"--requirement={lock}" for lock in LOCKS]
    command = [sys.executable, "-m", "pip_audit", *ASK, *locks]
    try:
        asked = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        print(f"audit: NOT CHECKED, no answer within {SECONDS} seconds")
        return 0
    if "Could not connect" in asked.stderr:
        print("audit: NOT CHECKED, the list of weaknesses cannot be reached")
        return 0
    if not asked.stdout:
        print(asked.stderr, file=sys.stderr)
        return asked.returncode or 1
    report = json.loads(asked.stdout)
    found = weaknesses(report)
    print(*found, sep="\n", end="\n" if found else "")
    unknown = sum("skip_reason" in one for one in report["dependencies"])
    releases = len(report["dependencies"])
    print(f"audit: {releases - unknown} releases checked, {unknown} NOT CHECKED (not on the list)")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
