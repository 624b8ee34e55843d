"""An offline Discord that sees soon, and at little cost, when the bot has nothing left to do.

It changes private parts of SimCord, which have no public counterpart; without the change tests fail
or take longer.
"""

import asyncio
from asyncio import Task
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import simcord
from simcord import _dpy_internals, _runtime, _settlement, env

POLL_SECONDS = 0.005
"""How often it is looked whether the bot has settled while nothing of what it does comes to an
end.
"""

MOST_TURNS = 10_000
"""After how many turns of the event loop it is looked nevertheless."""

STATEMENTS = {"AsyncConnection.execute", "AsyncConnection.exec_driver_sql"}
_resting: WeakKeyDictionary[Task[Any], tuple[object, object]] = WeakKeyDictionary()
"""Tasks of repeating jobs, with what they were seen to wait for until their next run, and the timer
that ends it.
"""


class Env(simcord.Env):
    """An offline Discord that is as patient with a bot that starts as with one that runs, and sees
    soon when it rests.

    SimCord gives a start five seconds, whatever ``settle_timeout`` says; a busy machine needs more.
    And it looks every 50 ms only, which a repeating job that goes back to sleep makes it wait for
    in full.
    """

    async def _settle_internal(self, timeout: float | None = None, **more: Any) -> None:  # noqa: ASYNC109
        await super()._settle_internal(
            timeout=None if timeout == 5.0 else timeout, **{"idle": POLL_SECONDS, **more}
        )

    async def shutdown(self) -> None:
        """Stop the bot, and forget its jobs: their timers lead back to them and to this Discord."""
        await super().shutdown()
        _resting.clear()


class _Asyncio(ModuleType):
    """What SimCord uses of asyncio, but that ``sleep(0)`` lasts until the bot has nothing left that
    can run at once.
    """

    looked_at: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        for _ in range(MOST_TURNS):
            callbacks = self.looked_at.callbacks
            if not any(
                one.when is None and one.handle and not one.handle.cancelled() for one in callbacks
            ):
                break
            await asyncio.sleep(0)


_asyncio = _Asyncio("asyncio")


def _run_due_virtual_callbacks(state: Any, deadline: float) -> None:
    _asyncio.looked_at = state.work
    _settlement._run_due_virtual_callbacks(state, deadline)


def _waiting(task: Task[Any]) -> tuple[object, object] | None:
    """What the task of a repeating job waits for, and the timer that ends it, which is another
    where it is hurried.
    """
    waits_for = getattr(task, "_fut_waiter", None)
    if (
        waits_for is None
        or waits_for.done()
        or not _dpy_internals.tasks_loop_sleep(task, waits_for)
    ):
        return None
    return waits_for, _dpy_internals._tasks_loop_self(task)._handle.handle


def _rests(task: Task[Any]) -> bool:
    return task in _resting and _resting[task] == _waiting(task)


def _is_parked(state: Any, task: Task[Any], deadline: float) -> bool:
    if _rests(task):
        return True
    parked = _settlement._is_parked(state, task, deadline)
    if parked and (awaitable := _waiting(task)) is not None:
        _resting[task] = awaitable
    return parked


def _virtualize_recognized_waits(state: Any, pending: list[Task[Any]]) -> None:
    _settlement._virtualize_recognized_waits(state, [task for task in pending if not _rests(task)])


def _owned_tasks(state: Any) -> list[Task[Any]]:
    """What has to come to its end, without the statements that some of it waits for: each would be
    one more look.
    """
    tasks = _settlement._owned_tasks(state)
    return [
        task for task in tasks if getattr(task.get_coro(), "__qualname__", "") not in STATEMENTS
    ]


# SimCord looks through all timers for each repeating job at each look: a seventh of what a test of
# the bot costs.
env._is_parked = _is_parked
env._owned_tasks = _owned_tasks
env._run_due_virtual_callbacks = _run_due_virtual_callbacks
vars(env)["asyncio"] = _asyncio
env._virtualize_recognized_waits = _virtualize_recognized_waits
# Among scheduled callbacks it looks for one that has been called by comparing all of their fields.
_runtime._CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]
