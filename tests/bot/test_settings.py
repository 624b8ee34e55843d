"""Settings: read from the environment and ``.env``, checked, and refused by name without their
secrets.
"""

import inspect
import re
from pathlib import Path

import pytest

from bot.settings import SettingError, load

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"


def test_everything_may_be_left_out(tmp_path: Path) -> None:
    settings = load({}, tmp_path / ".env")
    assert settings.token is None
    assert str(settings.database) == "sqlite+aiosqlite:///data/loophole.db"
    assert (settings.log_level, settings.sandbox_port, settings.metrics_port) == (
        "INFO",
        8765,
        None,
    )
    assert (settings.shard_ids, settings.shard_count) == (None, None)
    assert (settings.log_format, settings.metrics_host) == ("text", "127.0.0.1")
    assert (settings.backup_folder, settings.backup_every, settings.backup_keep) == (None, 24, 14)
    assert (settings.web_url, settings.web_host, settings.web_port) == ("", "127.0.0.1", 8766)


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN='{TOKEN}'\nLOG_LEVEL=debug\nSANDBOX_PORT=\n")
    settings = load(
        {"LOG_LEVEL": "warning", "SHARD_IDS": "0, 2", "SHARD_COUNT": "3"}, tmp_path / ".env"
    )
    assert settings.token == TOKEN
    assert settings.log_level == "WARNING"
    assert (settings.shard_ids, settings.shard_count) == ((0, 2), 3)
    assert TOKEN not in repr(settings)


@pytest.mark.parametrize(
    "name", ["DISCORD_TOKN", "TOKEN", "DATABASE", "discord_token", "BACKUP_FOLDERS", "SHARD_ID"]
)
def test_a_misspelt_setting_is_not_passed_over(tmp_path: Path, name: str) -> None:
    (tmp_path / ".env").write_text(f"{name}=1\n")
    with pytest.raises(SettingError, match=f"{name} isn’t a setting; did you mean [A-Z_]+"):
        load({}, tmp_path / ".env")


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("DISCORD_TOKE", "DISCORD_TOKEN"),
        ("DATABSE_URL", "DATABASE_URL"),
        ("DATABASE_URI", "DATABASE_URL"),
        ("BACKUPS_FOLDER", "BACKUP_FOLDER"),
        ("BACKUP_KEEP_DAYLY", "BACKUP_KEEP_DAILY"),
        ("METRIC_PORT", "METRICS_PORT"),
        ("WEBURL", "WEB_URL"),
    ],
)
def test_nor_is_one_in_the_environment(tmp_path: Path, name: str, advice: str) -> None:
    with pytest.raises(SettingError, match=f"^{name} isn’t a setting; did you mean {advice}[?]$"):
        load({name: "1"}, tmp_path / ".env")


@pytest.mark.parametrize("name", ["TOKEN", "BOT_TOKEN", "DISCORD_BOT_TOKEN"])
def test_a_token_of_another_name_is_not_passed_over(tmp_path: Path, name: str) -> None:
    with pytest.raises(
        SettingError, match=f"{name} isn’t a setting; did you mean DISCORD_TOKEN"
    ) as error:
        load({name: TOKEN}, tmp_path / ".env")
    assert TOKEN not in str(error.value)
    assert load({"GITHUB_TOKEN": "hunter2", "TOKEN": "hunter2"}, tmp_path / ".env").token is None


def test_a_name_that_may_be_anothers_is_only_asked_about(tmp_path: Path) -> None:
    settings = load(
        {"BACKUP_DIR": "x", "SHARDS": "2", "LIMITS": "no", "DATABASE_USER": "me"}, tmp_path / ".env"
    )
    assert settings.doubtful == (
        "BACKUP_DIR isn’t a setting; did you mean BACKUP_FOLDER?",
        "DATABASE_USER isn’t a setting; did you mean DATABASE_URL?",
        "LIMITS isn’t a setting of the bot",
        "SHARDS isn’t a setting; did you mean SHARD_IDS?",
    )
    others = (
        "PATH",
        "HOME",
        "LOGNAME",
        "PORT",
        "URL",
        "HOSTNAME",
        "WEB_CONCURRENCY",
        "INVOCATION_ID",
        "LOG_DIR",
    )
    assert load(dict.fromkeys(others, "1"), tmp_path / ".env").doubtful == ()


def test_a_name_in_the_file_that_is_like_no_setting_is_asked_about_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("BACKUP_INTERVAL=1\nCOMPOSE_PROJECT_NAME=loophole\n")
    settings = load({}, tmp_path / ".env")
    assert settings.doubtful == ("BACKUP_INTERVAL isn’t a setting of the bot",)


@pytest.mark.parametrize(
    ("address", "meaning"),
    [
        ("https://Board.Example.org/", "https://board.example.org"),
        ("HTTPS://board.example.org:443", "https://board.example.org"),
        ("https://board.example.org:8443/Games/", "https://board.example.org:8443/Games"),
    ],
)
def test_the_address_of_the_page_is_written_as_browsers_write_it(
    tmp_path: Path, address: str, meaning: str
) -> None:
    assert load({"WEB_URL": address}, tmp_path / ".env").web_url == meaning


def test_a_home_that_is_nobodys_is_named(tmp_path: Path) -> None:
    for name in ("BACKUP_FOLDER", "DELETIONS_FILE"):
        with pytest.raises(SettingError, match=f"{name} cannot be used: there is no home of ~no"):
            load({name: "~nobody-of-that-name/here"}, tmp_path / ".env")


def test_names_of_other_programs_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("POSTGRES_PASSWORD=secret\nCOMPOSE_PROJECT_NAME=loophole\n")
    assert (
        load({"HOSTNAME": "here", "LOG_DIR": "/var/log", "PORT": "80"}, tmp_path / ".env").token
        is None
    )


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("DISCORD_TOKEN", "hunter2", "three parts"),
        ("WEB_URL", "http://board.example.org", "https address"),
        ("WEB_URL", "https://board.example.org/?a=1", "https address"),
        ("WEB_PROXIES", "the proxy", "addresses or networks"),
        ("WEB_PROXIES", "10.0.0.1/8", "addresses or networks"),
        ("DISCORD_CLIENT_SECRET", "hunter2", "OAuth2"),
        ("DISCORD_CLIENT_SECRET", "hunter2" * 5, "WEB_URL"),
        ("DISCORD_TOKEN", "hunter2\nhunter2", "three parts"),
        ("DATABASE_URL", "mysql://me:hunter2@host/x", "postgresql+asyncpg://"),
        ("DATABASE_URL", "hunter2", "sqlite+aiosqlite:///data/loophole.db"),
        ("SHARD_IDS", "one", "such as 0,1"),
        ("SHARD_IDS", "0,0", "twice"),
        ("SHARD_IDS", "0", "SHARD_COUNT"),
        ("SHARD_COUNT", "0", "from 1"),
        ("LOG_LEVEL", "LOUD", "DEBUG, INFO, WARNING, ERROR, CRITICAL"),
        ("LOG_FORMAT", "xml", "text or json"),
        ("METRICS_PORT", "70000", "from 1 to 65535"),
        ("METRICS_HOST", "my machine", "such as 127.0.0.1"),
        ("BACKUP_FOLDER", __file__, "path of a folder"),
        ("BACKUP_KEEP_DAILY", "-1", "from 0 to 10000"),
        ("BACKUP_KEEP_WEEKLY", "some", "from 0 to 10000"),
        ("BACKUP_KEEP_MONTHLY", "1.5", "from 0 to 10000"),
        (
            "DATABASE_URL",
            "postgresql://me:hunter2@h/x?sslmode=maybe",
            "its parameter sslmode may be disable,",
        ),
        ("BACKUP_EVERY", "daily", "from 1 to 8760"),
        ("BACKUP_KEEP", "0", "from 1 to 10000"),
        ("LIMITS_PERCENT", "0", "from 10 to 10000"),
        ("SANDBOX_PORT", "-1", "from 1 to 65535"),
        ("SANDBOX_PORT", "٣", "from 1 to 65535"),
    ],
)
def test_a_bad_setting_is_named_with_what_it_may_be(
    tmp_path: Path, name: str, value: str, words: str
) -> None:
    with pytest.raises(SettingError) as error:
        load({name: value}, tmp_path / ".env")
    assert str(error.value).startswith(f"{name} cannot be used")
    assert words in str(error.value)
    assert "hunter2" not in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:hunter2%2Fx@db/x",
        "postgresql://db/x?user=me&password=hunter2%2Fx",
        "postgresql://me@db/x?password=hunter2%2Fx&ssl=require",
    ],
)
def test_a_password_is_understood_wherever_it_is_given_and_shown_nowhere(
    tmp_path: Path, address: str
) -> None:
    settings = load({"DATABASE_URL": address}, tmp_path / ".env")
    assert (settings.database.username, settings.database.password) == ("me", "hunter2/x")
    assert "hunter2" not in f"{settings} {settings!r} {settings.database} {settings.database!r}"
    assert "hunter2" not in settings.database.render_as_string(hide_password=True)


@pytest.mark.parametrize("quote", ['"', "'"])
def test_quotes_that_a_container_takes_along_are_taken_off(tmp_path: Path, quote: str) -> None:
    settings = load(
        {"DISCORD_TOKEN": f"{quote}{TOKEN}{quote}", "LOG_LEVEL": f"{quote}DEBUG{quote}"},
        tmp_path / "no",
    )
    assert (settings.token, settings.log_level) == (TOKEN, "DEBUG")


def test_shards_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="0 to 1"):
        load({"SHARD_IDS": "2", "SHARD_COUNT": "2"}, tmp_path / ".env")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"LOG_LEVEL=\xff\xfe")
    with pytest.raises(SettingError, match="UTF-8"):
        load({}, tmp_path / ".env")


def test_the_example_file_can_be_used_as_it_is_and_names_every_setting() -> None:
    example = Path(__file__).parents[2] / ".env.example"
    assert load({}, example).token is None
    names = set(re.findall(r'get\("([A-Z_]+)"', Path(inspect.getfile(load)).read_text()))
    assert len(names) > 10
    assert set(re.findall(r"^#([A-Z_]+)=", example.read_text(), re.MULTILINE)) == names
