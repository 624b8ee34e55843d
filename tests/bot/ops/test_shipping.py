"""What is shipped fits together: locked packages, the image, the units of systemd, and the figures
of the audit.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.settings import load
from tests.bot.ops.helpers import ROOT

FURTHER = ("locks/mutants.lock", "locks/node.lock", "locks/tools.lock")
"""The locks of what is used beside the bot."""
LOCKS = {
    "requirements.lock": ("postgres",),
    "locks/run.lock": ("sandbox", "postgres", "build"),
    "locks/dev.lock": ("sandbox", "postgres", "build", "dev"),
    "locks/lowest.lock": ("sandbox", "postgres", "build", "dev"),
}
"""The locks, and the extras whose packages are in each."""
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"
"""Has the form of a bot's token."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def locked(name: str) -> dict[str, list[str]]:
    """The versions of each locked package; there may be several, for several versions of Python."""
    versions: dict[str, list[str]] = {}
    for line in (ROOT / name).read_text().splitlines():
        if line and line[0] not in " #":
            requirement = Requirement(line.rstrip("\\ "))
            [pin] = requirement.specifier
            assert pin.operator == "=="
            package = canonicalize_name(requirement.name)
            versions.setdefault(package, []).append(pin.version)
    return versions


def requirements(extras: Iterable[str]) -> list[Requirement]:
    """What the project needs from others, with some of its extras."""
    texts = list(PROJECT["dependencies"])
    for extra in extras:
        texts += PROJECT["optional-dependencies"][extra]
    own_name = PROJECT["name"]
    return [requirement for requirement in map(Requirement, texts) if requirement.name != own_name]


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_that_is_needed_is_locked_in_a_version_that_fits(name: str) -> None:
    versions = locked(name)
    for requirement in requirements(LOCKS[name]):
        package = canonicalize_name(requirement.name)
        assert package in versions, f"{requirement.name} is not locked; run: make lock"
        for version in versions[package]:
            fits = requirement.specifier.contains(version)
            assert fits, f"{requirement} but {version}; run: make lock"


def test_every_package_that_is_needed_has_an_upper_bound() -> None:
    for requirement in requirements(PROJECT["optional-dependencies"]):
        operators = {part.operator for part in requirement.specifier}
        assert operators & {"<", "==", "~="}, str(requirement)


@pytest.mark.parametrize("name", [*LOCKS, *FURTHER])
def test_every_locked_package_has_hashes_and_no_host_is_named(name: str) -> None:
    text = (ROOT / name).read_text()
    entries = re.split(r"\n(?=\S)", text.split("make lock\n", 1)[1])
    assert len(entries) > (0 if name in FURTHER else 15)
    for entry in entries:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry.splitlines()[0]
    assert not re.search(r"://|--index|--extra-index|--find-links|file:", text)


def test_make_installs_nothing_that_is_not_locked() -> None:
    for line in (ROOT / "Makefile").read_text().splitlines():
        if re.search(r"pip install|PIP_INSTALL\)", line) and not line.startswith("PIP_INSTALL"):
            assert "$(LOCKED) locks/" in line or "$(ITSELF)" in line, line


@pytest.mark.parametrize("name", ["locks/run.lock", "locks/dev.lock"])
def test_what_is_tried_and_tested_is_what_hosts_install(name: str) -> None:
    versions = locked(name)
    for package, shipped in locked("requirements.lock").items():
        assert versions[package] == shipped, package


@pytest.mark.slow
def test_the_steps_of_the_image_give_a_bot_that_runs_in_a_clean_folder(tmp_path: Path) -> None:
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    for source in re.findall(r"^COPY (\S+) \.$", text, re.MULTILINE):
        shutil.copy(ROOT / source, tmp_path)
    [steps] = re.findall(r"^RUN (python -m venv.*)$", text, re.MULTILINE)
    run_in(tmp_path, steps.replace("/venv", f"{tmp_path}/venv"))
    ignore = shutil.ignore_patterns("__pycache__")
    for source, target in re.findall(r"^COPY (\w+) (/app/\w+)$", text, re.MULTILINE):
        shutil.copytree(ROOT / source, tmp_path / target[1:], ignore=ignore)
    output = run_in(
        tmp_path,
        f"{tmp_path}/venv/bin/python -m bot check --offline",
        PYTHONPATH=f"{tmp_path}/app",
        DISCORD_TOKEN=TOKEN,
    )
    assert "settings" in output


def run_in(folder: Path, command: str, **variables: str) -> str:
    """The output of a shell command in a folder, without what Python has from this process."""
    environment = {}
    for name, value in os.environ.items():
        if not name.startswith(("PYTHON", "VIRTUAL")):
            environment[name] = value
    programs = Path(sys.base_prefix) / "bin"
    environment["PATH"] = f"{programs}:{environment['PATH']}"
    result = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment | variables,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_the_image_has_all_of_the_program_and_settings_that_can_be() -> None:
    text = (ROOT / "Dockerfile").read_text()
    folders = re.findall(r"^COPY (\w+) /app/(\w+)$", text, re.MULTILINE)
    assert sorted(source for source, _ in folders) == ["bot", "games", "render"]
    assert all(source == target for source, target in folders)
    stages = re.findall(r"^FROM \$\{BASE\}", text, re.MULTILINE)
    assert len(stages) == 2, "the second stage has nothing of the first but its packages"
    assert text.index("USER loophole") < text.index('CMD ["python", "-m", "bot"]')
    settings = load(image_settings(), Path("no"))
    assert str(settings.database) == "sqlite+aiosqlite:////data/loophole.db"
    assert settings.metrics_port == 9090
    assert "--require-hashes" in text
    ignore = (ROOT / ".dockerignore").read_text().split()
    assert "*" in ignore
    assert not any(line.startswith("!.env") for line in ignore)


def image_settings() -> dict[str, str]:
    """The environment that the image sets."""
    text = (ROOT / "Dockerfile").read_text()
    block = text.split("ENV ", 1)[1].split("WORKDIR")[0]
    return dict(re.findall(r"\b([A-Z_]+)=(\S+)", block))


def unit_settings(unit: str) -> dict[str, str]:
    """The environment that a unit of systemd sets."""
    text = (ROOT / "deploy" / unit).read_text()
    return dict(re.findall(r"^Environment=([A-Z_]+)=(\S+)$", text, re.MULTILINE))


PLANTED = (
    "uvloop",
    "discord",
    "bot",
    "games",
    "sqlite3",
    "json",
    "aiosqlite",
    "sitecustomize",
    "usercustomize",
    "orjson",
)


def plant(folder: Path) -> Path:
    """Put modules into a folder that leave a mark when they are loaded; gives where the mark would
    be.
    """
    mark = folder / "planted"
    for name in PLANTED:
        (folder / f"{name}.py").write_text(f"open({str(mark)!r}, 'w').write({name!r})\n")
    return mark


@pytest.mark.slow
@pytest.mark.parametrize("where", ["the image", "loophole.service", "loophole@.service"])
def test_nothing_is_loaded_from_the_folder_with_the_data(where: str, tmp_path: Path) -> None:
    settings = image_settings() if where == "the image" else unit_settings(where)
    mark = plant(tmp_path)
    environment = {
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": "nothing",
    }
    for name in ("PATH", "HOME"):
        if name in os.environ:
            environment[name] = os.environ[name]
    for name, value in settings.items():
        if name.startswith("PYTHON"):
            environment.setdefault(name, value)
    for command in (
        ["-m", "bot", "check", "--offline"],
        ["-m", "bot"],
        ["-c", "import uvloop, bot.serving"],
    ):
        subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            timeout=60,
        )
        assert not mark.exists(), mark.read_text()


def test_helpers_load_nothing_from_the_folder_with_the_data(tmp_path: Path) -> None:
    mark = plant(tmp_path)
    script = f"""
import asyncio, sys
sys.path.insert(0, {str(ROOT)!r})
from bot.workers.pool import HEAVY, Workers

async def main():
    workers = Workers({{HEAVY: 1}})
    print(await workers.submit(HEAVY, 1, len, "abc", seconds=1).result())
    workers.close()

asyncio.run(main())
"""
    command = [sys.executable, "-P", "-c", script]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert result.stdout == "3\n", result.stderr
    assert not mark.exists()


@pytest.mark.parametrize("where", ["the image", "loophole.service", "loophole@.service"])
def test_members_data_are_put_aside_nowhere_but_beside_the_database(where: str) -> None:
    settings = image_settings() if where == "the image" else unit_settings(where)
    folder = re.search(r"^(?:WORKDIR |WorkingDirectory=)(\S+)", _text_of(where), re.MULTILINE)
    assert folder is not None
    assert settings["SQLITE_TMPDIR"] == folder[1]


def _text_of(where: str) -> str:
    file = "Dockerfile" if where == "the image" else f"deploy/{where}"
    return (ROOT / file).read_text()


@pytest.mark.parametrize("unit", ["loophole.service", "loophole@.service"])
def test_units_are_understood_by_systemd(unit: str, tmp_path: Path) -> None:
    text = (ROOT / "deploy" / unit).read_text()
    assert "\nRestartPreventExitStatus=2\n" in text
    if shutil.which("systemd-analyze"):
        file = tmp_path / unit.replace("@.", "@0.")
        program = shutil.which("true") or ""
        file.write_text(text.replace("/opt/loophole/.venv/bin/python", program))
        command = ["systemd-analyze", "verify", str(file)]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60)
        complaints = [line for line in result.stderr.splitlines() if "loophole" in line]
        assert complaints == []


CLEAN = {"name": "b", "version": "1", "vulns": []}
MENDED = {"name": "a", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}
NOT_MENDED = {"name": "a", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": []}]}
SKIPPED = {"name": "a", "skip_reason": "?"}


@pytest.mark.parametrize(
    ("packages", "status", "words"),
    [
        ([CLEAN], 0, "no known vulnerabilities in 1 packages"),
        ([MENDED], 1, "a 1: CVE-1, mended in 2"),
        ([SKIPPED, CLEAN], 3, "NOT CHECKED: .* 1 of 2"),
        (None, 3, "NOT CHECKED: the advisories could not be fetched"),
    ],
    ids=["clean", "vulnerable", "skipped", "no network"],
)
def test_an_audit_that_learned_nothing_does_not_say_that_all_is_well(
    tmp_path: Path, packages: list[object] | None, status: int, words: str
) -> None:
    answer = "echo no network >&2; exit 1" if packages is None else _echo(packages)
    result = audited(tmp_path, answer)
    assert result.returncode == status
    assert re.search(words, result.stdout + result.stderr)


def _echo(packages: list[object]) -> str:
    """A shell command that prints what pip-audit would."""
    return f"echo '{json.dumps({'dependencies': packages})}'"


def audited(folder: Path, answer: str, *more: str) -> subprocess.CompletedProcess[str]:
    """The audit with a shell script in place of pip-audit."""
    program = folder / "pip-audit"
    program.write_text(f"#!/bin/sh\n{answer}\n")
    program.chmod(0o755)
    audit = str(ROOT / "deploy" / "audit.py")
    command = [sys.executable, audit, str(program), *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=30)


def test_what_one_service_does_not_know_another_is_asked(tmp_path: Path) -> None:
    unknown = _echo([SKIPPED, CLEAN])
    vulnerable = _echo([NOT_MENDED])
    result = audited(tmp_path, f'case "$*" in *osv*) {vulnerable};; *) {unknown};; esac')
    assert result.returncode == 1
    assert "a 1: CVE-1, mended in no version yet" in result.stderr
    assert "NOT CHECKED" not in result.stderr


@pytest.mark.slow
def test_services_that_do_not_answer_hold_nothing_up(tmp_path: Path) -> None:
    result = audited(tmp_path, "exec sleep 60", "1")
    assert result.returncode == 3
    assert "audit: NOT CHECKED: the advisories could not be fetched" in result.stderr
