"""Rules that gridless games share."""
