"""What is shipped fits together: locked packages, the image, the units of systemd, and the figures of the audit."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.settings import load

from .helpers import ROOT

LOCK = (ROOT / "requirements.lock").read_text()


def locked() -> dict[str, list[str]]:
    """The versions of each locked package; there may be several, for several versions of Python."""
    found: dict[str, list[str]] = {}
    for line in LOCK.splitlines():
        if line and line[0] not in " #":
            requirement = Requirement(line.rstrip("\\ "))
            [pin] = requirement.specifier
            assert pin.operator == "=="
            found.setdefault(canonicalize_name(requirement.name), []).append(pin.version)
    return found


def test_every_package_that_the_bot_needs_is_locked_in_a_version_that_fits() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    versions = locked()
    for text in [*project["dependencies"], *project["optional-dependencies"]["postgres"]]:
        needed = Requirement(text)
        there = versions.get(canonicalize_name(needed.name))
        assert there, f"{needed.name} is not locked; run: make lock"
        assert all(needed.specifier.contains(version) for version in there), f"{text} but {there}; run: make lock"


def test_every_locked_package_has_hashes_and_no_host_is_named() -> None:
    entries = re.split(r"\n(?=\S)", LOCK.split("make lock\n", 1)[1])
    assert len(entries) > 15
    for entry in entries:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry.splitlines()[0]
    assert not re.search(r"://|--index|--extra-index|--find-links|file:", LOCK)


def test_the_image_has_all_of_the_program_and_settings_that_can_be() -> None:
    text = (ROOT / "Dockerfile").read_text()
    folders = re.findall(r"^COPY (\w+) /app/(\w+)$", text, re.MULTILINE)
    assert sorted(source for source, _ in folders) == ["bot", "games", "render"]
    assert all(source == target for source, target in folders)
    assert text.count("FROM python:") == 2, "the second stage has nothing of the first but its packages"
    assert text.index("USER loophole") < text.index('CMD ["python", "-m", "bot"]')
    settings = load(dict(re.findall(r"\b([A-Z_]+)=(\S+)", text.split("ENV ", 1)[1].split("WORKDIR")[0])), Path("no"))
    assert str(settings.database) == "sqlite+aiosqlite:////data/loophole.db"
    assert settings.metrics_port == 9090
    assert "--require-hashes" in text
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert "*" in ignored
    assert not any(line.startswith("!.env") for line in ignored)


def test_the_process_that_keepers_start_is_the_bot() -> None:
    assert (ROOT / "Procfile").read_text().strip() == "worker: python -m bot"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not on this machine")
@pytest.mark.parametrize("unit", ["loophole.service", "loophole@.service"])
def test_units_are_understood_by_systemd(unit: str, tmp_path: Path) -> None:
    text = (ROOT / "deploy" / unit).read_text()
    assert "RestartPreventExitStatus=2" in text
    file = tmp_path / unit.replace("@.", "@0.")
    file.write_text(text.replace("/opt/loophole/.venv/bin/python", shutil.which("true") or ""))
    done = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True, timeout=60)
    ours = [line for line in done.stderr.splitlines() if "loophole" in line]
    assert ours == []


@pytest.mark.parametrize(
    ("packages", "status", "said"),
    [
        ([{"name": "a", "version": "1", "vulns": []}], 0, "no known vulnerabilities in 1 packages"),
        (
            [{"name": "a", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}],
            1,
            "a 1: CVE-1, mended in 2",
        ),
        ([{"name": "a", "skip_reason": "?"}, {"name": "b", "version": "1", "vulns": []}], 0, "NOT CHECKED: .* 1 of 2"),
        (None, 0, "NOT CHECKED: the advisories could not be fetched"),
    ],
)
def test_an_audit_that_learned_nothing_does_not_say_that_all_is_well(
    tmp_path: Path, packages: list[object] | None, status: int, said: str
) -> None:
    program = tmp_path / "pip-audit"
    answer = "echo no network >&2; exit 1" if packages is None else f"echo '{json.dumps({'dependencies': packages})}'"
    program.write_text(f"#!/bin/sh\n{answer}\n")
    program.chmod(0o755)
    command = [sys.executable, str(ROOT / "deploy" / "audit.py"), str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == status
    assert re.search(said, done.stdout + done.stderr)
