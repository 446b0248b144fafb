"""The web server: matches over WebSocket, the rest over REST, storage in SQLite or PostgreSQL."""
