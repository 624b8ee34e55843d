"""A state becomes a picture, an animation, and words."""

from .choices import Choices, Mark, names_fit
from .pictures import COORDINATES, Drawing, Look, drawing, has_sight, png
from .replays import replay
from .sheet import contact_sheet
from .themes import THEMES
from .words import alt_text
