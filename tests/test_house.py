"""What tests share keeps them apart: a test that fails takes no other one with it."""

import pytest

pytest_plugins = ["pytester"]

TESTS = """
from contextvars import ContextVar

import pytest

from tests.conftest import own_context

ANSWERS = ContextVar("answers", default="Discord")
WHERE = ContextVar("where", default="nowhere")


@pytest.fixture
async def offline():
    ANSWERS.set("a stand-in")
    WHERE.set("here")
    yield
    raise RuntimeError("something is found to be wrong at the end")


async def test_that_fails_at_its_end(offline):
    assert (ANSWERS.get(), WHERE.get()) == ("a stand-in", "here")


async def test_after_it():
    assert (ANSWERS.get(), WHERE.get()) == ("Discord", "nowhere")
"""


def test_what_a_fixture_set_that_failed_is_not_set_for_the_next_test(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    pytester.makeini("[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function\n")
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=2, errors=1)
