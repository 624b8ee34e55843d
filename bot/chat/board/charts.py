"""Tables as pictures, such as leaderboards, with what they show in words; and points as people
write them.
"""

from collections.abc import Sequence

from bot.chat.discord.reply import Reply
from bot.chat.language import texts
from bot.chat.language.i18n import Language, Markup
from bot.chat.pictures.images import Images
from bot.chat.pictures.picture import Picture
from render.charts import tables
from render.charts.tables import TableLine

THEME = "wood"


def theme(reply: Reply) -> str:
    """The theme in which a member likes pictures."""
    return reply.look().get("theme", THEME)


async def table(
    images: Images,
    t: Language,
    name: str,
    lines: Sequence[TableLine],
    *,
    columns: Sequence[str],
    title: str,
    subtitle: str,
    title_in_words: str,
    theme: str = THEME,
) -> Picture:
    """A table as a picture.

    :param name: of its file, without its end
    :param lines: at most ``tables.MOST``
    :param title_in_words: its title in words
    """
    data = await images.run(
        lambda: tables.table(
            lines, columns=columns, title=title, subtitle=subtitle, theme=theme, say=t.say
        )
    )
    lines_in_words = tuple(f"{line.place or '–'} {line.name} {line.cells[0]}" for line in lines)
    alt = t.label(texts.STATE_OF, 1024, name=title_in_words, state=lines_in_words)
    return Picture(f"{name}.png", data, alt)


def points(t: Language, value: float) -> Markup:
    """Points, with a half as such."""
    halves = round(value * 2)
    if value * 2 != halves:
        return t.number(value)
    whole, half = divmod(halves, 2)
    if not half:
        return Markup(whole)
    if not whole:
        return Markup("½")
    return Markup(f"{whole}½")
