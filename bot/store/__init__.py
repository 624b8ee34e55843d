"""The database: its tables, how it is opened and migrated, and its transactions."""

from .address import check_url
from .engine import Store
from .errors import Conflict, StoreError, Unavailable
from .statements import insert_new, key_of
