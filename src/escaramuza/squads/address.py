"""Where a web app is: what links and QR codes start with."""

import re

LOCAL = "http://127.0.0.1:8000"
# Scheme, host and port; a slash at the end does no harm.
PATTERN = r"^https?://[A-Za-z0-9.:\[\]_-]{1,100}/?$"
LONGEST = 120


def is_address(text: str) -> bool:
    """Whether a text is the address of a web app."""
    return re.fullmatch(PATTERN, text) is not None


def link(address: str, code: str) -> str:
    """The link that opens a share code."""
    return f"{address.rstrip('/')}/barracks?c={code}"
