"""What is short comes first, and everybody's first thing before the fifth of one, however many they
ask for.
"""

from bot.workers.task import LONGEST_AHEAD, STRETCH, FairQueue


class Seconds:
    """A clock that is moved by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def queue_of(*tasks: tuple[int, str], clock: Seconds | None = None) -> FairQueue[str]:
    queue: FairQueue[str] = FairQueue(clock or Seconds())
    for owner, name in tasks:
        queue.put(owner, name)
    return queue


def rest(queue: FairQueue[str]) -> str:
    """The names of all tasks that wait, in the order in which they are taken."""
    return "".join(iter(queue.take, None))


def test_members_take_turns() -> None:
    assert rest(queue_of((1, "a"), (1, "b"), (1, "c"), (2, "d"), (3, "e"), (3, "f"))) == "adebfc"


def test_the_fifth_of_a_member_comes_after_the_first_of_everybody_who_came_later() -> None:
    queue = queue_of(
        *((1, name) for name in "abcde"), *((owner, str(owner)) for owner in range(2, 9))
    )
    assert rest(queue) == "a2345678bcde"


def test_who_has_had_much_comes_after_who_has_had_nothing_though_they_ask_one_by_one() -> None:
    queue = queue_of()
    for _ in range(5):
        queue.put(1, "served")
        assert queue.take() == "served"
    queue.put(1, "sixth")
    queue.put(2, "first")
    assert queue.take() == "first"


def test_what_is_short_comes_before_what_is_long() -> None:
    queue = queue_of()
    for owner in range(1, 13):
        for _ in range(3):
            queue.put(owner, "long", 8.0)
    queue.put(99, "short", 0.4)
    assert queue.take() == "short"


def test_what_a_task_has_taken_counts_in_place_of_what_was_expected() -> None:
    queue = queue_of()
    for owner, seconds in ((1, 9.0), (2, 0.1)):
        queue.put(owner, "expected to take a second")
        queue.take()
        queue.charge(owner, seconds - 1.0)
    queue.put(1, "took nine")
    queue.put(2, "took little")
    assert queue.take() == "took little"


def test_whatever_waits_becomes_due_though_others_come_without_end() -> None:
    clock = Seconds()
    queue = queue_of(clock=clock)
    queue.put(1, "long", 60.0)
    for second in range(int(60 * STRETCH) + 2):
        clock.now += 1
        queue.put(1000 + second, "short", 0.5)
        if queue.take() == "long":
            break
    else:
        raise AssertionError("it waits for ever")


def test_who_used_idle_processors_all_day_is_not_kept_waiting_for_ever() -> None:
    clock = Seconds()
    queue = queue_of(clock=clock)
    queue.charge(1, 24 * 3600.0)
    clock.now += LONGEST_AHEAD
    queue.put(1, "a", 1.0)
    queue.put(2, "b", 2.0)
    assert queue.take() == "a"


def test_a_task_that_does_not_fit_waits_and_keeps_its_turn() -> None:
    queue = queue_of((1, "long"), (1, "short"), (2, "other"))
    task_taken = queue.take(lambda task: task == "short")
    assert task_taken == "short"
    assert queue.take(lambda task: task == "none") is None
    assert len(queue) == 2
    assert rest(queue) == "longother"


def test_what_the_bot_does_for_everybody_never_falls_behind() -> None:
    queue = queue_of(*((0, "post") for _ in range(100)))
    queue.put(1, "first", 1.5)
    assert [queue.take() for _ in range(101)] == ["post"] * 100 + ["first"]
