"""Share codes of maps: a battlefield as a text that fits into a link, `M1…`; see `games/field/codes.py`."""

from escaramuza.games.cafe.maps import BOOK

encode, decode, looks_like_code = BOOK.encode, BOOK.decode, BOOK.code.looks_like_code
