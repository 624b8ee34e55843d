"""Scenes become pixels: the one rasteriser with its caches, and the way to the bytes of a PNG or
GIF.
"""

from .cache import CACHES, clear
from .canvas import Canvas
from .drawing import flat, png, quantised
from .encoding import encode
