"""The command line: Typer and Rich over the engine."""
