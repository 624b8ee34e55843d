"""Each promise about stored data has a job, and the printed table says what the columns declare."""

from bot.chat.features import FEATURES
from bot.domain.events import KINDS
from bot.store.personal import Category, Stays, declared, keys_of
from bot.store.tables import metadata
from tools.privacy import declared_keys, page


def test_the_keys_of_every_json_column_are_declared() -> None:
    named = {declared(column).keys for table in metadata.tables.values() for column in table.c}
    # raises UndeclaredKey
    assert {keys for keys in named if isinstance(keys, str)} == declared_keys().keys()


def test_a_payload_that_names_somebody_says_so() -> None:
    by = {kind: keys_of(event) for (kind, _), event in KINDS.items() if kind in ("left", "turn")}
    assert by["left"]["by"].person
    assert {key.category for key in by["turn"].values()} == {Category.NOTHING}


def test_what_does_not_stay_for_ever_has_a_job_that_deletes_it() -> None:
    jobs = {job.name for feature in FEATURES for job in feature.jobs} | {
        "answers that are thought about"
    }
    by_place = {"data of servers that were left", "private channels that are no longer used"}
    needed = {
        **dict.fromkeys((Stays.PLAYED, Stays.RATED, Stays.SERVER), by_place),
        Stays.BANNED: {"data of servers that were left"},
        Stays.OWED: {"posts that cannot be sent"},
        Stays.ASKED: {"answers that are thought about"},
        Stays.OPENING: {"links that were not used"},
        Stays.SESSION: {"links that were not used"},
        Stays.TOKENS: {"deletions of long ago"},
        Stays.COUNTED: {"what no limit looks back on"},
    }
    assert {stays for stays in Stays if stays not in needed} == {
        Stays.CHOSEN,
        Stays.SHUT_OUT,
        Stays.SERVICE,
    }
    assert set().union(*needed.values()) <= jobs


def test_the_table_says_what_stays_and_which_words_are_somebodys() -> None:
    rows = {tuple(cell.strip() for cell in line.split("|")[2:4]) for line in page().splitlines()}
    # of blocks
    assert (
        "personal: name",
        "of other, shown to user alone; “somebody” is put in its place",
    ) in rows
    assert ("personal: user", "of whom it names; stays") in rows  # of bans
    assert ("somebody's words: tree", "of user; goes with the row") in rows  # of explorations
