"""The version of Loophole, for every way to install it: from a clone, in an image, as a package."""

VERSION = "1.9.0"
