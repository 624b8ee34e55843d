"""The database: its tables, how it is opened and brought up to date, and its transactions."""

from .address import check_url
from .engine import Store, insert_new
from .errors import Conflict, StoreError, Unavailable

__all__ = ["Conflict", "Store", "StoreError", "Unavailable", "check_url", "insert_new"]
