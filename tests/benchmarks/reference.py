"""The reference for figures: a loop of plain Python, timed in the same run on the same machine."""

import time

REFERENCE_SECONDS = 0.150
"""What the loop takes on the machine for which the figures in docs/figures.md stand."""


def reference_loop() -> float:
    """Seconds that three million steps of a plain loop take."""
    begin = time.perf_counter()
    total = 0
    for number in range(3_000_000):
        total += number * number % 7
    return time.perf_counter() - begin


def slowness() -> float:
    """How much slower than the reference machine this one is just now; the best of three runs."""
    return min(reference_loop() for _ in range(3)) / REFERENCE_SECONDS


def processor() -> float:
    """How much processor time work takes here just now, beside the reference machine; the best of
    three runs.
    """
    times = []
    for _ in range(3):
        begin = time.process_time()
        reference_loop()
        times.append(time.process_time() - begin)
    return min(times) / REFERENCE_SECONDS
