"""Sides carry a mark of their choice, players may be replaced, old tables are archived

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("marks", sa.JSON(), nullable=True))
        tables.add_column(sa.Column("replaced", sa.JSON(), nullable=True))
        tables.add_column(sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True))
    rows = sa.table(
        "tables",
        sa.column("game", sa.String),
        sa.column("marks", sa.JSON),
        sa.column("replaced", sa.JSON),
    )
    three = rows.c.game.in_(["haggis-3", "tatties"])
    op.execute(rows.update().where(three).values(marks=[0, 1, 2], replaced=[]))
    op.execute(rows.update().where(~three).values(marks=[0, 1], replaced=[]))
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("marks", existing_type=sa.JSON(), nullable=False)
        tables.alter_column("replaced", existing_type=sa.JSON(), nullable=False)


def downgrade():
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("archived_at")
        tables.drop_column("replaced")
        tables.drop_column("marks")
