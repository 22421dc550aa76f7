"""A table says whose match is played again on it

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("rematch_of", sa.Integer(), nullable=True))
        tables.create_foreign_key(
            op.f("fk_tables_rematch_of_tables"), "tables", ["rematch_of"], ["id"]
        )
        tables.create_index(op.f("ix_tables_rematch_of"), ["rematch_of"])


def downgrade():
    with op.batch_alter_table("tables") as tables:
        tables.drop_index(op.f("ix_tables_rematch_of"))
        tables.drop_constraint(op.f("fk_tables_rematch_of_tables"), type_="foreignkey")
        tables.drop_column("rematch_of")
