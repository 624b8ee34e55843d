"""Memory that was freed goes back to the system."""

import psutil

from bot.memory import give_back


def test_gaps_between_what_is_kept_go_back_to_the_system() -> None:
    process = psutil.Process()
    blocks = [bytes([number % 255 + 1]) * 50_000 for number in range(2_000)]
    # those between them leave gaps, which the C library does not let go by itself
    survivors = blocks[::20]
    del blocks
    old_size = process.memory_info().rss
    give_back()
    assert old_size - process.memory_info().rss > 50e6
    assert all(block[0] == block[-1] for block in survivors)
