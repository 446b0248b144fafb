"""Maps of tables: read, checked and shared, for every game that is played on them."""
