"""What the games on a gridless table share about their battlefields: form, shapes, share codes, drawing at random."""

from pathlib import Path

# With the words for what is wrong with a map in any of these games.
FOLDER = Path(__file__).parent
