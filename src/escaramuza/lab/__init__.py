"""Measuring games and players: tournaments, ratings, balance."""
