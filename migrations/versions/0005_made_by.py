"""A table keeps a hash of the form that made it, so that the same form makes it once

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("made_by", sa.String(length=64), nullable=True))
        tables.create_unique_constraint(op.f("uq_tables_made_by"), ["made_by"])


def downgrade():
    with op.batch_alter_table("tables") as tables:
        tables.drop_constraint(op.f("uq_tables_made_by"), type_="unique")
        tables.drop_column("made_by")
