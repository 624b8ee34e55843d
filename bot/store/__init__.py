"""The database: its tables, how it is opened and brought up to date, and its transactions."""

from .address import check_url
from .engine import Store, insert_all_new, insert_new
from .errors import Conflict, StoreError, Unavailable
from .steps import Missed, Step, run

__all__ = [
    "Conflict",
    "Missed",
    "Step",
    "Store",
    "StoreError",
    "Unavailable",
    "check_url",
    "insert_all_new",
    "insert_new",
    "run",
]
