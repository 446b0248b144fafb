"""What people give as a file's name or write into one."""

import errno
from pathlib import Path


def is_there(file: str) -> bool:
    """Whether there is such a file; a text too long for a name is none."""
    try:
        return file != "" and Path(file).exists()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return False
        raise
