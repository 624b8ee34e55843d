"""Thinking apart from the bot: computer players in processes of low priority, fairly queued.

    thinkers = Thinkers()                                   # as many processes as cores, started when needed
    task = thinkers.submit(owner, jobs.choose, position, "club", 1.0)
    task.done, task.value, task.error, task.progress        # to be looked at now and then
    thinkers.watch()                                        # call it every second or so
    thinkers.close()

Nothing here knows Discord, a database or an event loop.
"""

from .jobs import Chosen, PositionData
from .workers import Task, TaskLost, Thinkers

__all__ = ["Chosen", "PositionData", "Task", "TaskLost", "Thinkers"]
