"""Monte-Carlo tree search, written once for all games: a template for `kernel.jit.for_game`.

Open loop: a node stands for a sequence of actions, not for a position. Each simulation re-draws the dice and whatever
the searching seat cannot see, so a node's figures are averages over both. A node looks at few actions at first, those
that `value` likes best one step ahead, and at more as its visits grow; the best of them are written down when a node is
first left, so that nothing is judged again when the next one's turn comes.
"""

import math
from typing import Any

import numpy as np

from escaramuza.kernel import buffers
from escaramuza.kernel.dice import below, mix
from escaramuza.kernel.jit import rule

actor: Any
side_of: Any
propose: Any
legal_actions: Any
apply: Any
outcome: Any
judge: Any
determinize: Any

NONE = -1
FULL = 1000.0
MAX_DEPTH = 256
# So many of a node's actions are written down at a time, for each that it looks at per square root of its visits.
WRITTEN_DOWN = 8
# What is judged alike is taken at random.
LOTS = 1024
NODE = buffers.record(
    [
        ("total", "f8"),  # sum of results for the side that chose this action, each from 0 to 1
        ("promise", "i8"),  # what `value` said of it one step ahead
        ("visits", "i4"),
        ("child", "i4"),
        ("sibling", "i4"),
        ("side", "i4"),
        ("action", buffers.ACTION),
    ]
)
TREE = buffers.record(
    [
        ("exploration", "f8"),
        ("widening", "f8"),
        ("root_widening", "f8"),
        ("used", "i4"),
        ("playout", "i4"),
        ("seat", "i4"),
        ("done", "i4"),
    ]
)


@rule
def grow(tree, nodes, root, states, actions, children, promises, path, results, weights, seed, simulations, log):
    """Run simulations from the root position; the tree's own count of them seeds each one."""
    for _ in range(simulations):
        states[0] = root
        s = states[0]
        lot = mix(seed, tree.done)
        determinize(s, tree.seat, lot)
        depth = descend(tree, nodes, s, states, actions, children, promises, path, weights, lot, log)
        play_out(s, actions, lot, tree.playout, log)
        first = result_for_first(s, results, weights)
        for level in range(depth):
            node = nodes[path[level]]
            node.visits += 1
            node.total += first if node.side == 0 else 1.0 - first
        tree.done += 1


@rule
def descend(tree, nodes, s, states, actions, children, promises, path, weights, lot, log):
    """Walk from the root to a node that was not visited before, or to the end; the length of the path."""
    path[0] = 0
    depth = 1
    while depth < MAX_DEPTH:
        seat = actor(s)
        if seat == buffers.OVER:
            return depth
        here = path[depth - 1]
        count = propose(s, actions)
        known = match_children(nodes, here, actions, count, children)
        visited = count_visited(nodes, children, count)
        side = side_of(s, seat)
        widening = tree.root_widening if depth == 1 else tree.widening
        wide = visited < count and visited < widening * math.sqrt(nodes[here].visits + 1.0)
        if visited == 0 or wide:
            if known == visited:
                look_ahead(s, side, states, actions, count, children, promises, weights, lot, log)
                known += write_down(tree, nodes, here, actions, count, children, promises, side)
            if known > visited:
                chosen = most_promising(nodes, children, count)
                path[depth] = children[chosen]
                apply(s, actions[chosen], log)
                return depth + 1
            if visited == 0:
                return depth
        chosen = best_visited(tree, nodes, here, children, count)
        path[depth] = children[chosen]
        apply(s, actions[chosen], log)
        depth += 1
    return depth


@rule
def match_children(nodes, here, actions, count, children):
    """For each action the child that stands for it, or NONE; the number of those found."""
    for i in range(count):
        children[i] = NONE
    known = 0
    child = nodes[here].child
    while child != NONE:
        a = nodes[child].action
        for i in range(count):
            if children[i] == NONE and buffers.same_action(actions[i], a):
                children[i] = child
                known += 1
                break
        child = nodes[child].sibling
    return known


@rule
def count_visited(nodes, children, count):
    """How many of these children a simulation has gone through."""
    visited = 0
    for i in range(count):
        if children[i] != NONE and nodes[children[i]].visits > 0:
            visited += 1
    return visited


@rule
def look_ahead(s, side, states, actions, count, children, promises, weights, lot, log):
    """What `value` says of each action without a child, one step ahead."""
    for i in range(count):
        if children[i] != NONE:
            continue
        states[1] = s
        after = states[1]
        apply(after, actions[i], log)
        promises[i] = judge(after, side, weights) * LOTS + below(lot, i, LOTS)


@rule
def write_down(tree, nodes, here, actions, count, children, promises, side):
    """Children for the most promising actions that have none, as far as there is room; the number of new ones."""
    added = 0
    wanted = max(min(WRITTEN_DOWN, int(WRITTEN_DOWN * tree.widening)), 1)
    while added < wanted and tree.used < len(nodes):
        best = NONE
        for i in range(count):
            if children[i] == NONE and (best == NONE or promises[i] > promises[best]):
                best = i
        if best == NONE:
            break
        children[best] = add_child(tree, nodes, here, actions[best], side, promises[best])
        added += 1
    return added


@rule
def most_promising(nodes, children, count):
    """The action that was not tried yet of which `value` thinks best."""
    best = NONE
    for i in range(count):
        if children[i] == NONE or nodes[children[i]].visits > 0:
            continue
        if best == NONE or nodes[children[i]].promise > nodes[children[best]].promise:
            best = i
    return best


@rule
def best_visited(tree, nodes, here, children, count):
    """The action whose child has the highest upper confidence bound."""
    logarithm = math.log(nodes[here].visits + 1.0)
    best = NONE
    best_bound = -1.0
    for i in range(count):
        if children[i] == NONE or nodes[children[i]].visits == 0:
            continue
        node = nodes[children[i]]
        bound = node.total / node.visits + tree.exploration * math.sqrt(logarithm / node.visits)
        if bound > best_bound:
            best = i
            best_bound = bound
    return best


@rule
def add_child(tree, nodes, here, action, side, promise):
    """A new node for an action."""
    new = tree.used
    tree.used += 1
    node = nodes[new]
    node.total = 0.0
    node.promise = promise
    node.visits = 0
    node.child = NONE
    node.side = side
    node.action = action
    node.sibling = nodes[here].child
    nodes[here].child = new
    return new


@rule
def keep(tree, nodes, top, kept, places):
    """Carry the tree below a node over to other nodes, of which it becomes the root; the tree counts what is left."""
    kept[0] = nodes[top]
    kept[0].sibling = NONE
    places[0] = top
    used = 1
    done = 0
    while done < used:
        child = nodes[places[done]].child
        last = NONE
        kept[done].child = NONE
        while child != NONE:
            kept[used] = nodes[child]
            kept[used].sibling = NONE
            if last == NONE:
                kept[done].child = used
            else:
                kept[last].sibling = used
            last = used
            places[used] = child
            used += 1
            child = nodes[child].sibling
        done += 1
    tree.used = used
    tree.done = kept[0].visits


@rule
def play_out(s, actions, lot, length, log):
    """Some random actions before the position is judged."""
    for n in range(length):
        if actor(s) == buffers.OVER:
            return
        apply(s, actions[below(lot, n, legal_actions(s, actions))], log)


@rule
def result_for_first(s, results, weights):
    """The result, or the estimate of it, for the first side: 0 lost, 1 won."""
    if actor(s) == buffers.OVER:
        outcome(s, results)
        return 0.5 + 0.5 * results[0]
    return 0.5 + 0.5 * judge(s, 0, weights) / FULL


def examples(game: Any) -> dict[str, tuple[Any, ...]]:
    """The rule that Python calls, with example arguments, for a game."""
    actions, numbers = np.zeros(game.max_actions, buffers.ACTION), np.zeros(1, np.int32)
    trees, states, results = np.zeros(1, TREE), np.zeros(2, game.state), np.zeros(len(game.sides), np.int64)
    nodes, weights, promises = np.zeros(1, NODE), game.weights.array, np.zeros(1, np.int64)
    grown = (trees[0], nodes, buffers.one(game.state), states, actions, numbers, promises, numbers, results, weights)
    return {"grow": (*grown, 0, 0, buffers.silent_log()), "keep": (trees[0], nodes, 0, nodes, numbers)}
