"""What Alembic runs: migrations on the connection, and in the transaction, that the caller
gives.
"""

from alembic import context

from bot.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
