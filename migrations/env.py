"""Runs the migrations on the database of the app, each in a transaction of its own."""

from alembic import context
from flask import current_app

database = current_app.extensions["migrate"].db

with database.engine.connect() as connection:
    context.configure(
        connection=connection,
        target_metadata=database.metadata,
        transaction_per_migration=True,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()
