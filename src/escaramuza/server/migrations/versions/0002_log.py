"""Steps become a log in which a take-back is an entry of its own; a match knows its rematch."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("steps", sa.Column("kept", sa.Integer, nullable=True))
    op.add_column("matches", sa.Column("rematch", sa.String(32), nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "rematch")
    op.drop_column("steps", "kept")
