"""What is drawn ready to be laid on a picture: a mask or a sprite, and where it lies."""

from dataclasses import dataclass

from PIL import Image


@dataclass(frozen=True, slots=True)
class Mask:
    """An image, and where its top left corner lies from the pixel that it belongs to."""

    left: int
    top: int
    image: Image.Image
