"""Scenes become pixels: the one rasteriser with its caches, and the way to the bytes of a PNG."""

from .cache import CACHES, clear
from .canvas import Canvas
from .drawing import flat, png, quantise
from .encoding import encode
