"""The database: its tables, how it is opened and brought up to date, and its transactions."""

from . import contests as contests  # so that its tables are known wherever the database is opened
from . import practice as practice
from .engine import Store, StoreError, Unavailable, check_url, insert_new
from .prepared import Prepared

__all__ = ["Prepared", "Store", "StoreError", "Unavailable", "check_url", "insert_new"]
