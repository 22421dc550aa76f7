"""Everyone who may score a table has a token of their own, and may have a name

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "scorers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_scorers_table_id_tables")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scorers")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_scorers_token_hash")),
    )
    op.create_index(op.f("ix_scorers_table_id"), "scorers", ["table_id"])
    op.execute(
        "INSERT INTO scorers (table_id, token_hash, name, at) "
        "SELECT id, token_hash, '', created_at FROM tables"
    )
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("token_hash")
    with op.batch_alter_table("changes") as changes:
        changes.add_column(sa.Column("scorer_id", sa.Integer(), nullable=True))
        changes.create_foreign_key(
            op.f("fk_changes_scorer_id_scorers"), "scorers", ["scorer_id"], ["id"]
        )


def downgrade():
    with op.batch_alter_table("changes") as changes:
        changes.drop_constraint(op.f("fk_changes_scorer_id_scorers"), type_="foreignkey")
        changes.drop_column("scorer_id")
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("token_hash", sa.String(length=64), nullable=True))
    op.execute(
        "UPDATE tables SET token_hash = (SELECT token_hash FROM scorers "
        "WHERE scorers.table_id = tables.id ORDER BY scorers.id LIMIT 1)"
    )
    op.drop_table("scorers")
