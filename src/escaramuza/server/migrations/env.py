"""Alembic runs this with a connection that the store has opened."""

from alembic import context

from escaramuza.server.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
