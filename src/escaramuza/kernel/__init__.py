"""What rules are made of: compilation, dice, squares, buffers. NumPy and Numba, nothing else."""
