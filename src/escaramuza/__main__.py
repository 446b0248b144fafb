"""`python -m escaramuza`."""

from escaramuza.cli.main import run

run()
