"""Runs the migrations on the database of the app, each in a transaction of its own."""

from alembic import context
from flask import current_app

database = current_app.extensions["migrate"].db


def foreign_keys(connection, state: str) -> None:
    """SQLite changes a table by copying it, which foreign keys would not let happen."""
    if connection.dialect.name == "sqlite":
        connection.connection.dbapi_connection.execute(f"PRAGMA foreign_keys={state}")


with database.engine.connect() as connection:
    foreign_keys(connection, "OFF")
    context.configure(
        connection=connection,
        target_metadata=database.metadata,
        transaction_per_migration=True,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()
    foreign_keys(connection, "ON")
