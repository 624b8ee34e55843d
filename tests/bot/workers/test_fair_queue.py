"""Members take turns, however many tasks each of them has asked for."""

from bot.workers.task import FairQueue


def queue_of(*tasks: tuple[int, str]) -> FairQueue[str]:
    queue: FairQueue[str] = FairQueue()
    for owner, name in tasks:
        queue.put(owner, name)
    return queue


def rest(queue: FairQueue[str]) -> str:
    """The names of all tasks that wait, in the order in which they are taken."""
    return "".join(iter(queue.take, None))


def test_members_take_turns() -> None:
    assert rest(queue_of((1, "a"), (1, "b"), (1, "c"), (2, "d"), (3, "e"), (3, "f"))) == "adebfc"


def test_a_new_member_comes_before_the_one_served_last_and_nobody_waits_for_ever() -> None:
    queue, names = queue_of(*((1, name) for name in "abcde")), ""
    for owner, name in ((2, "f"), (3, "g"), (2, "h"), (4, "i")):
        task = queue.take()
        assert task is not None
        names += task
        queue.put(owner, name)
    assert names + rest(queue) == "afbghcide"


def test_a_task_that_does_not_fit_waits_and_keeps_its_turn() -> None:
    queue = queue_of((1, "long"), (1, "short"), (2, "other"))
    taken = queue.take(lambda task: task != "long")
    assert taken == "short"
    assert queue.take(lambda task: task == "none") is None
    assert len(queue) == 2
    assert rest(queue) == "otherlong"
