"""The page on privacy says what the program does: its table is that of now, and each promise has a job."""

from __future__ import annotations

from bot.chat.features import FEATURES
from bot.ops.privacy_page import PAGE, declared_keys, updated
from bot.store.personal import Stays, declared
from bot.store.tables import metadata


def test_the_table_is_what_the_columns_declare() -> None:
    text = PAGE.read_text("utf-8")
    assert updated(text) == text, "docs/privacy.md is not up to date; run: make privacy"


def test_whoever_declares_the_keys_of_a_column_is_known() -> None:
    named = {declared(column).keys for table in metadata.tables.values() for column in table.c}
    assert {keys for keys in named if isinstance(keys, str)} == declared_keys().keys()


def test_what_does_not_stay_for_ever_has_a_job_that_deletes_it() -> None:
    jobs = {job.name for feature in FEATURES for job in feature.jobs} | {"answers that are thought about"}
    assert {job for stays in Stays for job in stays.jobs} <= jobs
