"""Scenes become pixels: the one rasteriser with its caches, and the way to the bytes of a PNG or GIF."""

from __future__ import annotations

from .canvas import Canvas
from .drawing import CACHES, clear, flat, image, png, quantised
from .encoding import encode

__all__ = ["CACHES", "Canvas", "clear", "encode", "flat", "image", "png", "quantised"]
