"""Attackers meet the same servers as everybody else."""

from tests.server.conftest import client, fresh_postgres, postgres, settings

__all__ = ["client", "fresh_postgres", "postgres", "settings"]
