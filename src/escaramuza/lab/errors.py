"""What an experiment cannot do, as one sentence."""

from escaramuza.engine.errors import WordedError
from escaramuza.words import Words

words = Words(__file__)


class LabError(WordedError):
    """An experiment that cannot be made as it is written."""

    words = words
