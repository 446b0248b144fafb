"""Which kinds of action belong to which phase: one table for each game, asked before any other rule."""

from collections.abc import Iterable, Mapping

from escaramuza.kernel.jit import rule

# A kind that is judged by its own rules alone, whatever the phase.
ALWAYS = -1


def table(count: int, phases: Mapping[int, Iterable[int]], always: Iterable[int] = ()) -> tuple[int, ...]:
    """For each kind of action below `count` its phases, one bit each, from the kinds of each phase."""
    masks = [0] * count
    for phase, allowed in phases.items():
        for kind in allowed:
            masks[kind] |= 1 << phase
    for kind in always:
        masks[kind] = ALWAYS
    nowhere = [kind for kind in range(count) if masks[kind] == 0]
    if nowhere:
        raise ValueError(f"kinds of action that no phase allows: {nowhere}")
    return tuple(masks)


@rule
def is_kind(masks, kind):
    """Whether there is such a kind of action."""
    return 0 <= kind < len(masks)


@rule
def fits(masks, kind, phase):
    """Whether a kind of action belongs to a phase."""
    return (masks[kind] >> phase) & 1 == 1
