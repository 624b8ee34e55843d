"""Asks which locked packages have known vulnerabilities.

Status 0: none; 1: some; 3: not learned for all of them.

pip-audit alone says “no known vulnerabilities” also when it could not look up a single package.
What one service does not know of a package, another is asked; services that do not answer are not
waited for longer than a minute in all.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parents[1] / "requirements.lock"
SERVICES = ("pypi", "osv")
BAD = 1
NOT_CHECKED = 3
"""Exit statuses."""
PATIENCE = 50.0
"""Seconds for all services together."""


def asked(program: str, service: str, seconds: float) -> list[dict[str, Any]]:
    """What a service knows of each package: those with ``vulns`` it knows.

    Empty if it could not be asked.
    """
    command = [
        program,
        "--requirement",
        str(LOCK),
        "--require-hashes",
        "--disable-pip",
        "--format",
        "json",
    ]
    command += ["--progress-spinner", "off", "--timeout", "5", "--vulnerability-service", service]
    try:
        audit = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
        dependencies: list[dict[str, Any]] = json.loads(audit.stdout)["dependencies"]
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError):
        return []
    return dependencies


def main(program: str, patience: float = PATIENCE) -> int:
    """Run ``program``, which is pip-audit; the exit status."""
    advisories: dict[tuple[str, str], list[dict[str, Any]]] = {}
    names: set[str] = set()
    deadline = time.monotonic() + patience
    for number, service in enumerate(SERVICES):
        share = (deadline - time.monotonic()) / (len(SERVICES) - number)
        for package in asked(program, service, share):
            names.add(package["name"])
            if "vulns" in package:
                advisories.setdefault((package["name"], package["version"]), package["vulns"])
        if names and len(names) == len({name for name, _ in advisories}):
            break
    bad = [(*package, advisory) for package, vulns in advisories.items() for advisory in vulns]
    for name, version, advisory in bad:
        better = ", ".join(advisory["fix_versions"]) or "no version yet"
        print(f"audit: {name} {version}: {advisory['id']}, mended in {better}", file=sys.stderr)
    unknown = len(names) - len({name for name, _ in advisories})
    if not names:
        _not_checked("the advisories could not be fetched")
    elif unknown:
        _not_checked(f"nothing could be learned about {unknown} of {len(names)} packages")
    elif not bad:
        print(f"audit: no known vulnerabilities in {len(names)} packages")
    return BAD if bad else NOT_CHECKED if unknown or not names else 0


def _not_checked(why: str) -> None:
    line = f"audit: NOT CHECKED: {why}"
    print("!" * len(line), line, "!" * len(line), sep="\n", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(float, sys.argv[2:])))
