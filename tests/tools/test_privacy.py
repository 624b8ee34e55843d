"""Each promise about stored data has a job, and the printed table says what the columns declare."""

from bot.chat.features import FEATURES
from bot.domain.events import KINDS
from bot.store.personal import Category, Stays, declared, keys_of
from bot.store.tables import metadata
from tools.privacy import declared_keys, page


def test_the_keys_of_every_json_column_are_declared() -> None:
    keys = set[str]()
    for table in metadata.tables.values():
        for column in table.c:
            name = declared(column).keys  # raises UndeclaredKey
            if isinstance(name, str):
                keys.add(name)
    assert keys == declared_keys().keys()


def test_a_payload_that_names_somebody_says_so() -> None:
    event_of = {kind: event for (kind, _), event in KINDS.items()}
    keys_of_leaving = keys_of(event_of["left"])
    turn = keys_of(event_of["turn"])
    assert keys_of_leaving["by"].person
    assert {key.category for key in turn.values()} == {Category.NOTHING}


SERVERS = "data of servers that were left"
CHANNELS = "private channels that are no longer used"
ANSWERS = "answers that are thought about"
JOBS_OF = {
    Stays.PLAYED: {SERVERS, CHANNELS},
    Stays.RATED: {SERVERS, CHANNELS},
    Stays.SERVER: {SERVERS, CHANNELS},
    Stays.BANNED: {SERVERS},
    Stays.OWED: {"posts that cannot be sent"},
    Stays.ASKED: {ANSWERS},
    Stays.OFFERED: {"handicaps that were offered long ago"},
    Stays.OPENING: {"links that were not used"},
    Stays.SESSION: {"links that were not used"},
    Stays.TOKENS: {"deletions of long ago"},
    Stays.COUNTED: {"what no limit looks back on"},
}
"""The jobs that delete what does not stay for ever."""
FOR_EVER = {Stays.CHOSEN, Stays.SHUT_OUT, Stays.SERVICE}
"""What stays until somebody takes it back."""


def test_what_does_not_stay_for_ever_has_a_job_that_deletes_it() -> None:
    assert {stays for stays in Stays if stays not in JOBS_OF} == FOR_EVER
    jobs = {job.name for feature in FEATURES for job in feature.jobs}
    jobs.add(ANSWERS)  # of bot.app, not of a feature
    for stays, names in JOBS_OF.items():
        assert names <= jobs, stays


def test_the_table_says_what_stays_and_which_words_are_somebodys() -> None:
    rows = set()
    for line in page().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        rows.add(tuple(cells[2:4]))
    name_in_blocks = (
        "personal: name",
        "of other, shown to user alone; “somebody” is put in its place",
    )
    user_in_bans = ("personal: user", "of whom it names; stays")
    tree_of_explorations = ("somebody's words: tree", "of user; goes with the row")
    assert name_in_blocks in rows
    assert user_in_bans in rows
    assert tree_of_explorations in rows
