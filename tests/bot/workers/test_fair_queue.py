"""Members take turns, however many tasks each of them has asked for."""

from __future__ import annotations

from dataclasses import dataclass

from bot.workers.fair_queue import FairQueue


@dataclass
class Asked:
    owner: int
    name: str


def queue_of(*tasks: tuple[int, str]) -> FairQueue[Asked]:
    queue: FairQueue[Asked] = FairQueue()
    for owner, name in tasks:
        queue.put(Asked(owner, name))
    return queue


def rest(queue: FairQueue[Asked]) -> str:
    """The names of all tasks that wait, in the order in which they are taken."""
    names = ""
    while (task := queue.take()) is not None:
        names += task.name
    return names


def test_members_take_turns() -> None:
    assert rest(queue_of((1, "a"), (1, "b"), (1, "c"), (2, "d"), (3, "e"), (3, "f"))) == "adebfc"


def test_a_new_member_comes_before_the_one_served_last_and_nobody_waits_for_ever() -> None:
    queue, names = queue_of(*((1, name) for name in "abcde")), ""
    for owner, name in ((2, "f"), (3, "g"), (2, "h"), (4, "i")):
        task = queue.take()
        assert task is not None
        names += task.name
        queue.put(Asked(owner, name))
    assert names + rest(queue) == "afbghcide"


def test_a_task_that_does_not_fit_waits_and_keeps_its_turn() -> None:
    queue = queue_of((1, "long"), (1, "short"), (2, "other"))
    taken = queue.take(lambda task: task.name != "long")
    assert taken == Asked(1, "short")
    assert queue.take(lambda task: task.name == "none") is None
    assert len(queue) == 2
    assert rest(queue) == "otherlong"


def test_a_task_is_dropped_only_while_it_waits() -> None:
    queue, begun, stranger = queue_of((1, "b"), (1, "c")), Asked(1, "a"), Asked(9, "d")
    queue.drop(begun)
    queue.drop(stranger)
    assert len(queue) == 2
    queue.drop(Asked(1, "b"))
    assert rest(queue) == "c"
