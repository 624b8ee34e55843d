"""Typed text in one form, whatever keyboard it comes from: of normal width, in small letters, without accents."""

import unicodedata

_VOICED = "\u3099\u309a"  # marks that make other letters of kana, as が of か


def folded(text: str) -> str:
    """``text`` in small letters of normal width without accents, with one kind of space, and of dash and comma."""
    marked = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).lower())
    bare = "".join(sign for sign in marked if sign in _VOICED or unicodedata.category(sign) != "Mn")
    return " ".join(unicodedata.normalize("NFC", bare).translate(_SIGNS).split())


_SIGNS = str.maketrans(dict.fromkeys("‐‑‒–—―−〜~", "-") | dict.fromkeys("、،", ",") | {"’": "'"})
