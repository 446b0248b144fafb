"""Matches, their files, odds, explanations and counts, for every game alike."""
