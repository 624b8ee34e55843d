"""Change random lines of the core and count the changes that no test notices: ``python -m
tools.mutants SEED [COUNT]``.

mutmut makes the mutants, has all of them type-checked and runs the tests that reach each one
(``[tool.mutmut]`` in pyproject.toml). A mutant whose types are wrong has died: ``make lint`` would
not let it pass. This draws COUNT of them (500) with SEED, in a copy of the working tree under
build/mutants, and prints the survivors with their diffs.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build" / "mutants"
SURVIVED = 0
NO_TEST = 33
"""mutmut's exit codes of a mutant: its tests passed, and no test reaches it."""


def mutmut(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run mutmut in the copy, with the type checker installed beside it."""
    programs = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, cwd=COPY, env=environment, capture_output=True, text=True)


def results() -> dict[str, int | None]:
    """Each mutant's name and exit code; None if it was not run."""
    codes: dict[str, int | None] = {}
    for meta in sorted((COPY / "mutants").rglob("*.meta")):
        codes |= json.loads(meta.read_text())["exit_code_by_key"]
    return codes


def copy_tree() -> None:
    """Copy what git knows of the working tree."""
    shutil.rmtree(COPY, ignore_errors=True)
    command = ["git", "ls-files"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for file in listing.stdout.splitlines():
        (COPY / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, COPY / file)


def make_mutants() -> subprocess.CompletedProcess[str]:
    """Make all mutants and learn which tests reach them."""
    project = COPY / "pyproject.toml"
    settings = project.read_text()
    # types are checked once, later: it takes minutes
    project.write_text(re.sub(r"^type_check_command.*", "", settings, flags=re.MULTILINE))
    run = mutmut("run", "no mutant has this name")
    project.write_text(settings)
    return run


def main(seed: int, count: int = 500) -> int:
    """0 if at least 95 % of the mutants die."""
    copy_tree()
    mutants = make_mutants()
    if not results() or "failed to collect stats" in mutants.stdout:
        lines = [line for line in mutants.stdout.splitlines() if "Running stats" not in line]
        print(*lines, sep="\n")
        print(mutants.stderr)
        return 2
    names = random.Random(seed).sample(sorted(results()), count)
    run = mutmut("run", *names)
    codes = {name: code for name, code in results().items() if name in set(names)}
    survivors = [name for name, code in codes.items() if code in (SURVIVED, NO_TEST)]
    for name in survivors:
        print(name, mutmut("show", name).stdout, sep="\n")
    if None in codes.values():
        print(run.stdout[-3000:], run.stderr[-3000:], sep="\n")
        return 2
    dead = count - len(survivors)
    print(f"seed {seed}: {dead} of {count} mutants died; exit codes {Counter(codes.values())}")
    return len(survivors) > count * 0.05


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
