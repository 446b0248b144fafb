"""The first tables: matches, tokens, steps, analyses."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("position", sa.Text, nullable=True),
        sa.Column("seed", sa.String(32), nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    owner = sa.ForeignKey("matches.id", ondelete="CASCADE")
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(32), owner, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
    )
    op.create_index("ix_tokens_match", "tokens", ["match"])
    op.create_table(
        "steps",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("action", sa.String(80), nullable=False),
        sa.Column("hash", sa.String(16), nullable=False),
        sa.Column("dice", sa.JSON, nullable=False),
    )
    op.create_table(
        "analyses",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("points", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    for table in ("analyses", "steps", "tokens", "matches"):
        op.drop_table(table)
