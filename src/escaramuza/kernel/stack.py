"""Open procedures of a position: `frames`, `depth` of them in use, the top one says who decides what.

A frame has a `code`, and fields that mean what its game says. Frames that are not in use are blank as the game's set-up
left them, and a game has one more than it ever uses: what is closed becomes a copy of the blank one above it.
"""

from escaramuza.kernel.jit import rule


@rule
def push(s, code):
    """Open a procedure: its frame, blank but for its code."""
    f = s.frames[s.depth]
    f.code = code
    s.depth += 1
    return f


@rule
def top(s):
    """The frame that is being worked on."""
    return s.frames[max(s.depth - 1, 0)]


@rule
def find(s, code):
    """The place of the topmost frame of a code, or -1."""
    for k in range(s.depth - 1, -1, -1):
        if s.frames[k].code == code:
            return k
    return -1


@rule
def pop(s):
    """Close the top procedure."""
    s.frames[s.depth - 1] = s.frames[s.depth]
    s.depth -= 1


@rule
def close_all(s):
    """Nothing is open any more."""
    while s.depth > 0:
        pop(s)
