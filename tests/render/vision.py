"""How colours look to the colour-blind, and how much they differ."""

from math import dist

Colour = tuple[int, int, int]

# Machado, Oliveira and Fernandes (2009), "A Physiologically-based Model for Simulation of Color Vision Deficiency",
# severity 1.0; on linear RGB.
SIMULATIONS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def distance(one: Colour, other: Colour, vision: str) -> float:
    """CIE 1976 colour difference under a kind of vision: 2.3 is just noticeable."""
    return dist(_lab(_seen(one, vision)), _lab(_seen(other, vision)))


def _seen(colour: Colour, vision: str) -> tuple[float, ...]:
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    rows = SIMULATIONS[vision]
    return tuple(min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in rows)


def _lab(linear: tuple[float, ...]) -> tuple[float, float, float]:
    r, g, b = linear
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def contrast(one: Colour, other: Colour) -> float:
    """WCAG 2.2's contrast ratio, from 1 to 21: 3 is asked of graphics, 4.5 of text."""
    dark, bright = sorted(_luminance(colour) + 0.05 for colour in (one, other))
    return bright / dark


def _luminance(colour: Colour) -> float:
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), _seen(colour, "normal"), strict=True))
