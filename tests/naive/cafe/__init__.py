"""The parts of the oracle of Escaramuzas de Café."""
