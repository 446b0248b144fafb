"""A match knows when it was last visited, and which of its seats agree to delete it."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("visited", sa.DateTime(timezone=True), nullable=True))
    op.add_column("matches", sa.Column("leaving", sa.JSON, nullable=True))
    # Nobody knows when older matches were last visited: their time begins now.
    op.execute("UPDATE matches SET visited = CURRENT_TIMESTAMP")
    op.create_index("ix_matches_visited", "matches", ["visited"])


def downgrade() -> None:
    op.drop_index("ix_matches_visited", "matches")
    op.drop_column("matches", "leaving")
    op.drop_column("matches", "visited")
