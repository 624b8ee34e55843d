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
    spoken: str,
    theme: str = THEME,
) -> Picture:
    """A table as a picture file called ``name``; ``spoken`` is its title in words.

    At most ``tables.MOST`` lines.
    """
    data = await images.run(
        lambda: tables.table(
            lines, columns=columns, title=title, subtitle=subtitle, theme=theme, say=t.say
        )
    )
    said = tuple(f"{line.place or '–'} {line.name} {line.cells[0]}" for line in lines)
    return Picture(f"{name}.png", data, t.label(texts.STATE_OF, 1024, name=spoken, state=said))


def points(t: Language, value: float) -> Markup:
    """Points, with a half as such."""
    whole, half = divmod(round(value * 2), 2)
    if value * 2 != round(value * 2):
        return t.number(value)
    return Markup(("½" if not whole else f"{whole}½") if half else whole)
