"""`deploy/loophole` runs the bot's commands as the bot itself runs, however it is installed."""

from pathlib import Path

import pytest

from tests.bot.ops.machine import Machine

pytestmark = pytest.mark.slow


@pytest.fixture
def machine(tmp_path: Path, empty_database: Path) -> Machine:
    machine = Machine(tmp_path, empty_database)
    machine.make_folders()
    machine.install_program()
    machine.install_packages()
    return machine


def test_a_command_beside_a_unit_acts_on_the_database_of_the_unit(machine: Machine) -> None:
    machine.install_unit()
    machine.settings("LOG_LEVEL=WARNING")
    machine.leave_as_started(machine.state / "loophole.db")
    for folder in (machine.program, machine.root):
        result = machine.run("shut-out", "user", "7", folder=folder)
        assert "user 7 is shut out" in result.stdout, result.stderr
        assert not list(folder.rglob("data/loophole.db")), "a database of its own was made"
    assert "already" in result.stdout
    result = machine.run("backup")
    assert f"backed up to {machine.state}/backups/" in result.stdout, result.stderr


def test_a_command_beside_a_unit_has_its_user_its_folder_and_its_limits(
    machine: Machine,
) -> None:
    machine.install_unit()
    machine.settings()
    extra = machine.units / "loophole.service.d"
    extra.mkdir()
    (extra / "own.conf").write_text("[Service]\nMemoryMax=2G\nEnvironment=LOG_LEVEL=DEBUG\n")
    machine.run("check", "--offline")
    (run,) = machine.runs()
    properties = [tuple(entry) for entry in run["properties"]]  # type: ignore[attr-defined]
    unit = (
        (machine.units / "loophole.service")
        .read_text()
        .split("[Service]\n")[1]
        .split("[Install]")[0]
    )
    lines = [line for line in unit.splitlines() if line and not line.startswith("#")]
    about_starting = (
        "Type",
        "ExecStart",
        "Restart",
        "RestartSec",
        "RestartPreventExitStatus",
        "TimeoutStopSec",
    )
    settings = []
    for line in lines:
        name, _, value = line.partition("=")
        settings.append((name, value))
    assert properties == [
        *(entry for entry in settings if entry[0] not in about_starting),
        ("MemoryMax", "2G"),
        ("Environment", "LOG_LEVEL=DEBUG"),
    ]
    assert ("User", "loophole") in properties
    assert ("NoNewPrivileges", "yes") in properties


def test_what_a_host_added_to_the_unit_is_read_as_systemd_reads_it(machine: Machine) -> None:
    machine.install_unit()
    machine.settings("LOG_LEVEL=WARNING")
    extra = machine.units / "loophole.service.d"
    extra.mkdir()
    (extra / "own.conf").write_text(
        "[Unit]\nWants=postgresql.service\n"
        "; MemoryMax=4G was too much\n"
        "[Service]\n"
        "  Nice = 5\n"
        "Environment=LOG_FORMAT=json \\\n  LOG_LEVEL=DEBUG\n"
        "Environment=DATABASE_URL=postgresql://me:a%%40b@db/loophole\n"
    )
    machine.run("check", "--offline")
    (run,) = machine.runs()
    properties = [tuple(entry) for entry in run["properties"]]  # type: ignore[attr-defined]
    assert properties[-3:] == [
        ("Nice", "5"),
        ("Environment", "LOG_FORMAT=json  LOG_LEVEL=DEBUG"),
        ("Environment", "DATABASE_URL=postgresql://me:a%40b@db/loophole"),
    ]


@pytest.mark.parametrize("kind", ["unit", "running", "stopped"])
@pytest.mark.parametrize("file", ["/tmp/copy.db", "/var/tmp/copy.db", "/dev/shm/copy.db"])
def test_no_backup_goes_to_a_folder_that_ends_with_the_command(
    machine: Machine, kind: str, file: str
) -> None:
    if kind == "unit":
        machine.install_unit()
        machine.settings()
        database = machine.state / "loophole.db"
    else:
        database = machine.container(running=kind == "running") / "data" / "loophole.db"
    machine.leave_as_started(database)
    result = machine.type(f"deploy/loophole backup {file}")
    assert result.returncode == 2
    assert "the bot has a /tmp of its own" in result.stderr
    assert not (machine.root / "runs").exists(), "nothing was run"
    address = f"sqlite+aiosqlite:///{file}"
    result = machine.type(f"deploy/loophole move {address} postgresql://me@db/x")
    assert result.returncode == 2


def test_the_exit_status_of_a_command_is_that_of_the_wrapper(machine: Machine) -> None:
    machine.install_unit()
    machine.settings("METRICS_PORT=none")
    result = machine.run("check", "--offline")
    assert result.returncode == 2
    assert "METRICS_PORT cannot be used" in result.stdout


def test_several_processes_are_told_apart(machine: Machine) -> None:
    machine.install_unit("loophole@.service")
    machine.settings(f"DATABASE_URL=sqlite+aiosqlite:///{machine.root}/shared.db", "SHARD_COUNT=2")
    (machine.root / "etc" / "loophole-1.env").write_text("SHARD_IDS=1\nLOG_LEVEL=loud\n")
    (machine.root / "etc" / "loophole-0.env").write_text("SHARD_IDS=0\nLOG_LEVEL=INFO\n")
    result = machine.run("check", "--offline")
    assert result.returncode == 2
    assert "several processes run here: say which" in result.stderr
    assert "LOG_LEVEL cannot be used" in machine.run("@1", "check", "--offline").stdout
    assert "settings: all valid" in machine.run("@0", "check", "--offline").stdout


@pytest.mark.parametrize("running", [True, False])
def test_a_command_has_the_settings_of_the_container(machine: Machine, running: bool) -> None:
    folder = machine.container(running=running)
    machine.leave_as_started(folder / "data" / "loophole.db")
    result = machine.run("shut-out", "user", "7")
    assert "user 7 is shut out" in result.stdout, result.stderr
    (run,) = machine.runs()
    assert run["verb"] == ("exec" if running else "run")
    result = machine.run("backup")
    assert f"backed up to {folder}/data/backups/" in result.stdout, result.stderr
    assert list((machine.root / "scratch").iterdir()) == [], "the token stays nowhere"


def test_a_container_may_be_named_and_one_that_is_not_there_is_said(machine: Machine) -> None:
    machine.install_unit()
    machine.settings()
    folder = machine.container("second", running=True)
    machine.leave_as_started(folder / "data" / "loophole.db")
    result = machine.run("shut-out", "user", "7", LOOPHOLE_CONTAINER="second")
    assert "user 7 is shut out" in result.stdout, result.stderr
    result = machine.run("check", LOOPHOLE_CONTAINER="third")
    assert result.returncode == 2
    assert "there is no container third" in result.stderr


def test_without_a_unit_or_container_the_clone_itself_is_meant(machine: Machine) -> None:
    (machine.program / ".env").write_text("METRICS_PORT=none\n")
    result = machine.run("check", "--offline", folder=machine.root)
    assert "METRICS_PORT cannot be used" in result.stdout


def test_what_is_missing_is_said(machine: Machine) -> None:
    assert "say which command" in machine.run().stderr
    assert "there is no loophole@3.service" in machine.run("@3", "check").stderr
    (machine.program / ".venv" / "bin" / "python").unlink()
    result = machine.run("check")
    assert result.returncode == 2
    assert "nothing is installed" in result.stderr
