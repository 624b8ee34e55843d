"""What the pages for hosts say holds: settings, commands, figures and files that they name are
there.
"""

import re

import pytest
from prometheus_client import REGISTRY

from bot.ops.commands import run
from tests.bot.ops.helpers import ROOT

PAGES = {
    name: (ROOT / name).read_text()
    for name in ("docs/hosting.md", "docs/running.md", "docs/runbook.md")
}
PAGES |= {name: (ROOT / name).read_text() for name in ("SECURITY.md", "README.md")}
PAGES |= {name: (ROOT / name).read_text() for name in ("docs/terms.md", "docs/directory/README.md")}
EXAMPLE = (ROOT / ".env.example").read_text()
FOREIGN = {"FROM_URL", "TO_URL", "APPLICATION_ID", "SQLITE_TMPDIR"}


@pytest.mark.parametrize("page", PAGES)
def test_settings_that_a_page_names_can_be_set(page: str) -> None:
    names = set(re.findall(r"\b[A-Z]+_[A-Z]+\b", PAGES[page])) - FOREIGN
    assert {name for name in names if f"#{name}=" not in EXAMPLE} == set()


@pytest.mark.parametrize("page", PAGES)
def test_links_and_files_that_a_page_names_are_there(page: str) -> None:
    folder = (ROOT / page).parent
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", PAGES[page]):
        assert (folder / target).exists(), target
    for target in re.findall(r"`(deploy/[^`]+)`", PAGES[page]):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize("page", PAGES)
def test_no_page_puts_members_data_into_a_folder_that_others_share(page: str) -> None:
    assert re.findall(r"(?<!--tmpfs )(?:/var)?/tmp/\S+", PAGES[page]) == []


def test_commands_that_pages_name_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["--help"])
    output = capsys.readouterr().out
    for page in PAGES.values():
        for command in re.findall(
            r"(?:python -m bot|`loophole|^loophole) (?:@\d )?([a-z][a-z-]+)", page, re.MULTILINE
        ):
            assert re.search(rf"^    {command}\s", output, re.MULTILINE), command


def test_every_figure_is_explained_and_no_other() -> None:
    page = PAGES["docs/running.md"]
    names = set(re.findall(r"`(loophole_\w+?)[`{]", page))
    families = {family.name for family in REGISTRY.collect() if family.name.startswith("loophole_")}
    assert len(families) > 8
    assert {name.removesuffix("_total").removesuffix("_count") for name in names} == families
