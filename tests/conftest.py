"""What all tests share: how hypothesis looks for counterexamples, and that no test leaves anything
to the next.
"""

import gc
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from contextvars import Context, copy_context

import pytest
from hypothesis import settings

from games.core import Sentence

# The same examples in every run, so that a change alone can break one; HYPOTHESIS_PROFILE=search
# looks for new ones.
settings.register_profile("same", derandomize=True, deadline=None, max_examples=30)
settings.register_profile("search", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test with ``some_cases(number)``, all cases but the first ``number`` are slow.

    Those that take longest come first, so that no process is left alone with one in the end.
    """
    cases: Counter[str] = Counter()
    for item in items:
        marker = item.get_closest_marker("some_cases")
        if marker is None or item.get_closest_marker("slow") is not None:
            continue
        test = item.nodeid.partition("[")[0]
        cases[test] += 1
        if cases[test] > marker.args[0]:
            item.add_marker(pytest.mark.slow)
    items.sort(key=_patience, reverse=True)


def _patience(item: pytest.Item) -> float:
    """Seconds that a test may take if it says so itself: those that take long do; otherwise 0."""
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0]) if marker is not None and marker.args else 0.0


def pytest_collection_finish() -> None:
    """What is loaded by now stays, so the garbage collector need not go over it; and over the rest
    more rarely.
    """
    gc.freeze()
    gc.set_threshold(3_000, 20, 50)
    gc.enable()


@pytest.fixture(autouse=True)
def own_context() -> Iterator[None]:
    """Context variables are as they were before the test, such as by what discord.py answers
    interactions.

    pytest-asyncio copies those that a fixture sets, and takes them back only where the fixture ends
    without an error.
    """
    original = copy_context()
    yield
    for variable, value in copy_context().items():
        if variable not in original:
            with suppress(LookupError):  # it has no default, so nobody can have read it
                variable.set(Context().run(variable.get))
        elif value is not original[variable]:
            variable.set(original[variable])


@pytest.fixture
def translatable_sentences(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every sentence for people that a test causes is in the catalogues, word for word, and all of
    it is known.
    """
    from tests.bot.chat.known_texts import known_in_any_context

    templates: set[str] = set()
    unknown: list[tuple[str, str]] = []  # templates and the names of values that are None
    original = Sentence.__init__

    def note(self: Sentence, template: str, **values: object) -> None:
        templates.add(template)
        for name, value in values.items():
            if value is None:
                unknown.append((template, name))
        original(self, template, **values)

    monkeypatch.setattr(Sentence, "__init__", note)
    yield
    untranslatable = templates - known_in_any_context()
    assert untranslatable == set()
    assert unknown == []
