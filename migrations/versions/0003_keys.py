"""A change keeps the key of the tap that made it, so that a repeat changes nothing

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table("changes") as changes:
        changes.add_column(sa.Column("key", sa.String(length=64), nullable=True))
        changes.create_unique_constraint(op.f("uq_changes_table_id_key"), ["table_id", "key"])


def downgrade():
    with op.batch_alter_table("changes") as changes:
        changes.drop_constraint(op.f("uq_changes_table_id_key"), type_="unique")
        changes.drop_column("key")
