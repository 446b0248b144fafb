"""The database's tables."""

from sqlalchemy import JSON, Boolean, Column, DateTime, ForeignKey, Integer, MetaData, String, Table, Text, func

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seats", JSON, nullable=False),  # seat → {"name", "kind", "agent"}
    Column("position", Text, nullable=True),
    Column("seed", String(32), nullable=False),
    Column("finished", Boolean, nullable=False, default=False),
    Column("rematch", String(32), nullable=True),  # the match that was made of this one
    # What somebody wants to take back at the present head, until the others answer or the match goes on.
    Column("take_back", JSON(none_as_null=True), nullable=True),
    Column("created", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("visited", DateTime(timezone=True), nullable=True, default=func.now(), index=True),
    Column("leaving", JSON, nullable=True),  # the seats that agree to delete it
    Column("terms", JSON(none_as_null=True), nullable=True),  # what people agree on beside the options of the rules
)

# Only a token's hash is kept: a copy of the database opens no seat.
tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seats", JSON, nullable=False),  # the seats it plays; none for a spectator
)

# A log: nothing is removed from it. A take-back is an entry of its own, which keeps so many of the steps before it;
# what is said about ending the match is one too.
steps = Table(
    "steps",
    metadata,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("action", String(80), nullable=False),
    Column("hash", String(16), nullable=False),
    Column("dice", JSON, nullable=False),
    Column("kept", Integer, nullable=True),
    Column("made", DateTime(timezone=True), nullable=True, default=func.now()),
)

analyses = Table(
    "analyses",
    metadata,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("points", JSON, nullable=False),
)

# The rest is true for the moment only: a process that dies, or a database that does, takes it along. No backup has it.
PASSING = {"passing": True}

# A server or a worker that is not seen for a while is gone, and its guests with it.
processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("seen", DateTime(timezone=True), nullable=False),
    info=PASSING,
)

# An open connection to a table.
visits = Table(
    "visits",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("process", String(32), ForeignKey("processes.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("guest", String(80), nullable=False),  # whose connection it is: an address
    Column("seats", JSON, nullable=False),
    info=PASSING,
)

# Work for agents and printers. What is asked for twice under one key is done once.
jobs = Table(
    "jobs",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("key", String(80), nullable=False, unique=True),
    Column("lane", String(10), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("guest", String(80), nullable=False),
    Column("data", JSON, nullable=False),
    Column("made", DateTime(timezone=True), nullable=False),
    Column("wanted", DateTime(timezone=True), nullable=False),  # when somebody last waited for it
    Column("taken", DateTime(timezone=True), nullable=True),
    Column("tries", Integer, nullable=False),
    Column("answer", JSON(none_as_null=True), nullable=True),
    info=PASSING,
)
