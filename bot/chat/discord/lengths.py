"""How long a text from Discord may be: looked at once for each interaction, before anything else
reads what is in it.

What Discord is told of these lengths it checks itself; its older apps, and programs that pretend to
be one, do not.
"""

from collections.abc import Iterable, Mapping, Sequence

from bot.chat.discord.forms import BOX, SentPart, form_input
from bot.chat.discord.press import LONGEST as CUSTOM_ID
from bot.domain.errors import Refused

OPTION = 100
"""Characters of an option of a command, unless it declares another length."""
LONGEST_OPTION = 6_000  # which Discord takes
CHOSEN = 100  # characters of what is chosen in a menu
MOST_CHOSEN = 25  # values that are chosen in a menu
TEXT_OPTION = 3  # the type of options that are texts


class TooLong(Refused):
    """A text from outside is longer than it may be.

    :param form_texts: what else was typed into its form, which is given back to who typed it
    """

    def __init__(self, most: int, form_texts: Iterable[str] = ()) -> None:
        super().__init__("that’s too long; the limit is {most} characters", most=most)
        self.form_texts = tuple(form_texts)


def require_lengths(data: SentPart, option_lengths: Mapping[str, int]) -> None:
    """Raises TooLong for an interaction with a text that is longer than it may be.

    :param option_lengths: the lengths of options by name
    """
    if len(data.get("custom_id") or "") > CUSTOM_ID:
        raise TooLong(CUSTOM_ID)
    _require_chosen(data.get("values") or ())
    sent_form = form_input(data)
    _require_chosen(list(sent_form.choices.values()))
    texts = sent_form.texts.values()
    if any(len(text) > BOX for text in texts):
        raise TooLong(BOX, texts)
    options = [*(data.get("options") or ())]
    for option in options:  # which grows
        options += option.get("options") or ()
        most = option_lengths.get(option.get("name", ""), OPTION)
        value = option.get("value")
        if isinstance(value, str) and len(value) > most:
            raise TooLong(most, [value])


def _require_chosen(values: Sequence[str]) -> None:
    if len(values) > MOST_CHOSEN or any(len(value) > CHOSEN for value in values):
        raise TooLong(CHOSEN)
