"""Attackers meet the same servers as everybody else."""

from tests.server.conftest import client, forked, fresh_postgres, postgres, settings

__all__ = ["client", "forked", "fresh_postgres", "postgres", "settings"]
