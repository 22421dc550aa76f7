"""Measures the first page, a watched table and the rules with Lighthouse, on an emulated phone.

`python -m scripts.lighthouse PROGRAM` prints each page's marks, the middle ones of three runs, and
fails where one is under 98 of 100. `make lighthouse` installs the program first.
"""

import json
import os
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from scripts.local import CHROMIUM_ARGUMENTS, running_browser, running_server
from scripts.screenshots import ROUNDS, Evening
from scripts.system_needs import chromium

WANTED = 98  # of 100
RUNS, TRIES = 3, 6  # some come to nothing on a busy machine
PATIENCE = 15_000  # milliseconds
NAMES = ("Ada", "Bo", "Catriona")
CATEGORIES = ("performance", "accessibility", "best-practices")


def main() -> None:
    """Prints the marks; exits with 1 where one is too low."""
    good = True
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as url:
        with running_browser() as browser:
            score_url = Evening(browser, url).table("haggis-3", *NAMES, rounds=ROUNDS)
        for page in (f"{url}/", score_url.partition("/score/")[0], f"{url}/rules/haggis-3"):
            marks = measured(sys.argv[1], page)
            good = good and min(marks.values()) >= WANTED
            said = ", ".join(f"{name} {mark:.0f}" for name, mark in marks.items())
            print(f"{page.removeprefix(url)}: {said}", flush=True)
    sys.exit(not good)


def measured(program: str, url: str) -> dict[str, float]:
    """The middle of the page's marks in each category; what is short of 100 is said."""
    reports = (report_of(program, url) for _ in range(TRIES))
    runs = [run(report) for report in islice(filter(None, reports), RUNS)]
    for said in sorted({said for _, short in runs for said in short}):
        print(f"  {said}")
    return {name: median(marks[name] for marks, _ in runs) for name in CATEGORIES}


def run(report: dict[str, Any]) -> tuple[dict[str, float], list[str]]:
    """The marks of one run, and the audits that were not passed."""
    marks = {name: 100 * report["categories"][name]["score"] for name in CATEGORIES}
    weighed = [one for name in CATEGORIES for one in report["categories"][name]["auditRefs"]]
    audits = [report["audits"][one["id"]] for one in weighed if one["weight"]]
    short = [one for one in audits if one["score"] is not None and one["score"] < 1]
    return marks, [f"{one['title']} {one.get('displayValue', '')}".rstrip() for one in short]


def report_of(program: str, url: str) -> dict[str, Any] | None:
    """Lighthouse's own report, or None where it could not measure.

    The emulated phone and network are what it has by default.
    """
    command = [
        program,
        url,
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--max-wait-for-load={PATIENCE}",  # a table's stream never ends
        f"--chrome-flags=--headless=new {' '.join(CHROMIUM_ARGUMENTS)}",
        "--no-enable-error-reporting",
    ]
    environment = os.environ | {"CHROME_PATH": str(chromium())}
    done = subprocess.run(command, env=environment, check=False, stdout=subprocess.PIPE)
    return None if done.returncode else json.loads(done.stdout)


if __name__ == "__main__":
    main()
