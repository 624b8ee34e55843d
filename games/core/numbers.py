"""Whole numbers in texts from outside."""


def whole_number(text: str, digits: int = 9) -> int | None:
    """The number that a text is; None for any other text, and for one of more ``digits``.

    Python reads digits of any script, and takes long for numbers of thousands of digits.
    """
    if not (text.isascii() and text.isdecimal()) or len(text) > digits:
        return None
    return int(text)
