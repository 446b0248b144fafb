"""A match has terms beside its options, and a step knows when it was made."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("terms", sa.JSON, nullable=True))
    op.add_column("steps", sa.Column("made", sa.DateTime(timezone=True), nullable=True))
    # Nobody knows when older steps were made: whoever is waited for has all the time again from now on.
    op.execute("UPDATE steps SET made = CURRENT_TIMESTAMP")


def downgrade() -> None:
    op.drop_column("steps", "made")
    op.drop_column("matches", "terms")
