"""A picture to attach to a post."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to attach, and what it shows in words."""

    name: str
    data: bytes
    alt: str
