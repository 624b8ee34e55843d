"""Asks which locked packages have known vulnerabilities. Status 1 if some have; 0 if none has or nobody could tell.

pip-audit alone says “no known vulnerabilities” also when it could not look up a single package.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

LOCK = Path(__file__).parents[1] / "requirements.lock"


def main(program: str) -> int:
    """Run ``program``, which is pip-audit; the exit status."""
    command = [program, "--requirement", str(LOCK), "--require-hashes", "--disable-pip", "--format", "json"]
    done = subprocess.run([*command, "--progress-spinner", "off"], capture_output=True, text=True)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        print("audit: NOT CHECKED: the advisories could not be fetched", file=sys.stderr)
        return 0
    known = [package for package in packages if "vulns" in package]
    for package in known:
        for found in package["vulns"]:
            better = ", ".join(found["fix_versions"]) or "no version yet"
            print(f"audit: {package['name']} {package['version']}: {found['id']}, mended in {better}", file=sys.stderr)
    if any(package["vulns"] for package in known):
        return 1
    if len(known) < len(packages):
        unknown = len(packages) - len(known)
        print(
            f"audit: NOT CHECKED: nothing could be learned about {unknown} of {len(packages)} packages", file=sys.stderr
        )
    else:
        print(f"audit: no known vulnerabilities in {len(packages)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
