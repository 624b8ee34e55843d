"""Thinking apart from the bot: computer players at work in processes of low priority, queued fairly.

    thinkers = Thinkers()                                   # as many processes as cores, begun when first needed
    task = thinkers.submit(owner, jobs.choose, position, "club", 1.0)
    task.done, task.value, task.error, task.progress        # looked at now and then; nothing is awaited
    thinkers.watch()                                        # call it every second or so
    thinkers.close()

Nothing here knows Discord, a database or an event loop.
"""

from .jobs import Chosen, Position
from .workers import Task, Thinkers, Unthinkable

__all__ = ["Chosen", "Position", "Task", "Thinkers", "Unthinkable"]
