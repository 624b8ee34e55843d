"""One folder for each thing that members can do.

None of them imports another, and each is known by its folder.
"""

import importlib
import pkgutil
from collections.abc import Iterator

from bot.chat.discord.feature import Feature


def _features() -> Iterator[Feature]:
    """The ``feature`` of every folder, once all its modules have registered with it."""
    for folder in pkgutil.iter_modules(__path__, f"{__name__}."):
        package = importlib.import_module(folder.name)
        for module in pkgutil.walk_packages(package.__path__, f"{folder.name}."):
            importlib.import_module(module.name)
        feature: Feature = package.feature
        yield feature


FEATURES = tuple(_features())
