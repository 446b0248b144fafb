"""Many processes on one database: open take-backs of a match, which processes there are, who is at their tables, and
work for agents and printers. What is only true for the moment is not logged on PostgreSQL: a crash empties it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    passing = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.add_column("matches", sa.Column("take_back", sa.JSON, nullable=True))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        prefixes=passing,
    )
    op.create_table(
        "visits",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("process", sa.String(32), sa.ForeignKey("processes.id", ondelete="CASCADE"), nullable=False),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        sa.Column("guest", sa.String(80), nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        prefixes=passing,
    )
    op.create_index("ix_visits_process", "visits", ["process"])
    op.create_index("ix_visits_match", "visits", ["match"])
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.String(80), nullable=False, unique=True),
        sa.Column("lane", sa.String(10), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(80), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("wanted", sa.DateTime(timezone=True), nullable=False),
        sa.Column("taken", sa.DateTime(timezone=True), nullable=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("answer", sa.JSON, nullable=True),
        prefixes=passing,
    )


def downgrade() -> None:
    for table in ("jobs", "visits", "processes"):
        op.drop_table(table)
    op.drop_column("matches", "take_back")
