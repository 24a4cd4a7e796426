"""Every compiled function of the checker, in one file: numba keys its disk cache by file, so a helper elsewhere could go stale.

Arrays, as all functions here use them:

- `log` uint64[capacity, W]: packed states in order of discovery; `parents` uint32[capacity], NO_PARENT for initial states.
- `table` uint64[2^k]: open addressing, linear probing. 0 is free, else the upper 32 bits of the state's XXH64 above the state's
  log index + 1. A tag match is followed by a comparison of the whole state, so two states are never confused.
- `nodes` int32[n, 4]: (meta, base, capacity, projection base or -1); meta = word | shift << 8 | width << 16 | kind << 24 with kind
  READ or FORK. The reference to a child is `children[base + id]`: 0 missing, n > 0 node n - 1, n < 0 outcome -n - 1.
- `outcomes` int32[m, 3]: (first leaf, number of leaves, kind). `keep`, `value` uint64[leaves, W]: next = state & keep | value.
- `buffer` uint64[B, W], `hashes` uint64[B], `origins` uint32[B]: successors of one block before they are inserted.
- `io` int64[IO_SIZE]: the position of the search between calls and the answers; indices IO_*.

Every constant is typed: numba turns mixed uint64 and int64 arithmetic into float64. All shifts are below 64.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils as _cgutils
from numba.extending import intrinsic as _intrinsic

from .kernel_cache import CACHE, SIGNATURES_BOUNDSCHECK

READ, FORK = 0, 1
NO_PARENT = np.uint32(0xFFFFFFFF)

# io
IO_POSITION, IO_COUNT, IO_GENERATED, IO_LENGTH, IO_NEXT, IO_STAGE, IO_CONJUNCT, IO_PROCESS, IO_CUT, IO_TERMINAL, IO_INDEX = range(11)
IO_SIZE = 16

# stages of the buffered successor at IO_NEXT
STAGE_PROBE, STAGE_CHECK_STORED, STAGE_CHECK_CUT = 0, 1, 2

# statuses
AT_LIMIT, MISSING_STEP, DEADLOCK, FAILURE, TABLE_FULL, MISSING_CONJUNCT, VIOLATED, MISSING_CONSTRAINT, CONSTRAINT_FAILED, BUFFER_SMALL = (
    range(10)
)

TRUE_REF, FALSE_REF = -1, -2
"""References to the outcomes of conjuncts; any other outcome means that the conjunct has no value."""

_P1 = np.uint64(0x9E3779B185EBCA87)
_P2 = np.uint64(0xC2B2AE3D27D4EB4F)
_P3 = np.uint64(0x165667B19E3779F9)
_P4 = np.uint64(0x85EBCA77C2B2AE63)
_P5 = np.uint64(0x27D4EB2F165667C5)
_U1 = np.uint64(1)
_U32 = np.uint64(32)
_LOW32 = np.uint64(0xFFFFFFFF)
_ZERO = np.uint64(0)

_STATES = types.Array(types.uint64, 2, "C")
_WORDS = types.Array(types.uint64, 1, "C")
_INDICES = types.Array(types.uint32, 1, "C")
_INTS = types.Array(types.int32, 1, "C")
_TABLE2 = types.Array(types.int32, 2, "C")
_IO = types.Array(types.int64, 1, "C")
_BYTES = types.Array(types.uint8, 1, "C")

cgutils: Any = _cgutils
intrinsic: Any = _intrinsic

_OPTIONS: dict[str, Any] = {"cache": CACHE, "boundscheck": SIGNATURES_BOUNDSCHECK, "nogil": True}


@intrinsic  # type: ignore[untyped-decorator]
def _prefetch(typingctx: Any, array: Any, index: Any) -> Any:
    """Ask for the cache line of `array[index]` of a one-dimensional C-contiguous array."""
    signature = types.void(array, types.int64)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0]).data
        pointer = builder.bitcast(builder.gep(data, [args[1]]), cgutils.voidptr_t)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, ir.IntType(32), ir.IntType(32), ir.IntType(32)])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(function, [pointer, ir.IntType(32)(0), ir.IntType(32)(3), ir.IntType(32)(1)])
        return context.get_dummy_value()

    return signature, codegen


@intrinsic  # type: ignore[untyped-decorator]
def _prefetch_row(typingctx: Any, array: Any, row: Any) -> Any:
    """Ask for the cache line of `array[row, 0]` of a two-dimensional C-contiguous array."""
    signature = types.void(array, types.int64)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        view = cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0])
        width = builder.extract_value(view.shape, 1)
        pointer = builder.bitcast(builder.gep(view.data, [builder.mul(args[1], width)]), cgutils.voidptr_t)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, ir.IntType(32), ir.IntType(32), ir.IntType(32)])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(function, [pointer, ir.IntType(32)(0), ir.IntType(32)(3), ir.IntType(32)(1)])
        return context.get_dummy_value()

    return signature, codegen


@njit(inline="always")
def _rotate(value, count):  # type: ignore[no-untyped-def]
    return (value << np.uint64(count)) | (value >> np.uint64(64 - count))


@njit(inline="always")
def _round(accumulator, word):  # type: ignore[no-untyped-def]
    return _rotate(accumulator + word * _P2, 31) * _P1


@njit(types.uint64(_STATES, types.int64), **_OPTIONS)
def fingerprint(states, row):  # type: ignore[no-untyped-def]
    """XXH64 with seed 0 of the little-endian bytes of `states[row]`."""
    width = states.shape[1]
    position = 0
    if width >= 4:
        a, b, c, d = _P1 + _P2, _P2, _ZERO, _ZERO - _P1
        while position + 4 <= width:
            a = _round(a, states[row, position])
            b = _round(b, states[row, position + 1])
            c = _round(c, states[row, position + 2])
            d = _round(d, states[row, position + 3])
            position += 4
        h = _rotate(a, 1) + _rotate(b, 7) + _rotate(c, 12) + _rotate(d, 18)
        h = (h ^ _round(_ZERO, a)) * _P1 + _P4
        h = (h ^ _round(_ZERO, b)) * _P1 + _P4
        h = (h ^ _round(_ZERO, c)) * _P1 + _P4
        h = (h ^ _round(_ZERO, d)) * _P1 + _P4
    else:
        h = _P5
    h += np.uint64(width) * np.uint64(8)
    while position < width:
        h = _rotate(h ^ _round(_ZERO, states[row, position]), 27) * _P1 + _P4
        position += 1
    h = (h ^ (h >> np.uint64(33))) * _P2
    h = (h ^ (h >> np.uint64(29))) * _P3
    return h ^ (h >> _U32)


@njit(inline="always")
def _same(left, i, right, j):  # type: ignore[no-untyped-def]
    for word in range(left.shape[1]):
        if left[i, word] != right[j, word]:
            return False
    return True


@njit(inline="always")
def _child(states, row, node, nodes, children, projections):  # type: ignore[no-untyped-def]
    """The reference below a READ node for a state; 0 when the table does not know the value's id yet."""
    meta = nodes[node, 0]
    word = meta & 0xFF
    shift = np.uint64((meta >> 8) & 0xFF)
    width = np.uint64((meta >> 16) & 0xFF)
    index = np.int64((states[row, word] >> shift) & ((_U1 << width) - _U1))
    projection = nodes[node, 3]
    if projection >= 0:
        index = np.int64(projections[projection + index])
    if index >= nodes[node, 2]:
        return np.int32(0)
    return children[nodes[node, 1] + index]


@njit(inline="always")
def _evaluate(states, row, place, nodes, children, projections):  # type: ignore[no-untyped-def]
    """The outcome reference of the conjunct rooted at `children[place]`; 0 when it is not known for this state."""
    reference = children[place]
    while reference > 0:
        reference = _child(states, row, reference - 1, nodes, children, projections)
    return reference


@njit(types.int64(_STATES, _WORDS, _STATES, types.int64, types.uint64), **_OPTIONS)
def find(log, table, states, row, h):  # type: ignore[no-untyped-def]
    """The log index of `states[row]`, whose XXH64 is `h`; -1 when it is not stored."""
    mask = np.uint64(table.shape[0] - 1)
    slot = h & mask
    tag = h >> _U32
    while True:
        entry = table[slot]
        if entry == _ZERO:
            return -1
        if (entry >> _U32) == tag:
            index = np.int64(entry & _LOW32) - 1
            if _same(log, index, states, row):
                return index
        slot = (slot + _U1) & mask


@njit(types.void(_STATES, _WORDS, types.int64), **_OPTIONS)
def rebuild(log, table, count):  # type: ignore[no-untyped-def]
    """Fill an empty table with the first `count` states of the log, which are distinct."""
    mask = np.uint64(table.shape[0] - 1)
    ahead = 16
    ring = np.empty(ahead, np.uint64)
    for index in range(min(ahead, count)):
        ring[index] = fingerprint(log, index)
        _prefetch(table, np.int64(ring[index] & mask))
    for index in range(count):
        h = ring[index % ahead]
        if index + ahead < count:
            later = fingerprint(log, index + ahead)
            ring[index % ahead] = later
            _prefetch(table, np.int64(later & mask))
        slot = h & mask
        while table[slot] != _ZERO:
            slot = (slot + _U1) & mask
        table[slot] = ((h >> _U32) << _U32) | np.uint64(index + 1)


@njit(types.void(_STATES, _STATES, types.int64, _TABLE2, _TABLE2), **_OPTIONS)
def repack(source, target, count, old, new):  # type: ignore[no-untyped-def]
    """Move `count` states from one layout to another; `old` and `new` int32[slots, 3] hold (word, shift, width) per slot.

    `target` may be `source` when both layouts have the same number of words.
    """
    words = target.shape[1]
    row_words = np.zeros(words, np.uint64)
    for row in range(count):
        row_words[:] = _ZERO
        for slot in range(old.shape[0]):
            mask = (_U1 << np.uint64(old[slot, 2])) - _U1
            index = (source[row, old[slot, 0]] >> np.uint64(old[slot, 1])) & mask
            row_words[new[slot, 0]] |= index << np.uint64(new[slot, 1])
        for word in range(words):
            target[row, word] = row_words[word]


@njit(
    types.int64(
        _STATES, _INDICES, _WORDS, types.int64, _TABLE2, _INTS, _INTS, _TABLE2, _STATES, _STATES, types.int64, _INTS, _INTS,
        _STATES, _WORDS, _INDICES, _INTS, types.int64, _IO,
    ),
    **_OPTIONS,
)  # fmt: skip
def explore(  # type: ignore[no-untyped-def]
    log, parents, table, limit, nodes, children, projections, outcomes, keep, value, processes, invariants, constraints,
    buffer, hashes, origins, stack, stop_on_deadlock, io,
):  # fmt: skip
    """Expand states from io[IO_POSITION] up to `limit` (a level end) and insert their successors.

    `invariants` and `constraints` list the places of conjunct roots in `children`. `stack` is scratch. Returns a status; io holds
    where to go on. Nodes 0..processes-1 are the roots of the step trees. At most `buffer.shape[0]` successors are held at once,
    and the caller makes sure that log, parents and table have room for that many more states.
    """
    words = log.shape[1]
    capacity = buffer.shape[0]
    mask = np.uint64(table.shape[0] - 1)
    position = io[IO_POSITION]
    count = io[IO_COUNT]
    generated = io[IO_GENERATED]
    length = io[IO_LENGTH]
    following = io[IO_NEXT]
    room = min(log.shape[0], np.int64(0.7 * table.shape[0])) - capacity
    status = -1
    while status < 0:
        pending_status = AT_LIMIT
        if following >= length:
            # Expand whole states into the buffer until it is full, a table entry is missing or something happens.
            length = 0
            following = 0
            if count > room:
                status = TABLE_FULL
                break
            while position < limit:
                start = length
                finished = 0
                failed = False
                stop = -1
                for process in range(processes):
                    stack[0] = np.int32(process + 1)
                    depth = 1
                    while depth > 0:
                        depth -= 1
                        reference = stack[depth]
                        while reference > 0:
                            node = reference - 1
                            meta = nodes[node, 0]
                            if (meta >> 24) == FORK:
                                arms = nodes[node, 2]
                                for arm in range(arms - 1, 0, -1):
                                    stack[depth] = children[nodes[node, 1] + arm]
                                    depth += 1
                                reference = children[nodes[node, 1]]
                            else:
                                reference = _child(log, position, node, nodes, children, projections)
                        if reference == 0:
                            stop = MISSING_STEP
                            break
                        outcome = -reference - 1
                        kind = outcomes[outcome, 2]
                        if kind == 0:
                            first = outcomes[outcome, 0]
                            leaves = outcomes[outcome, 1]
                            if length + leaves > capacity:
                                stop = BUFFER_SMALL
                                break
                            for leaf in range(first, first + leaves):
                                for word in range(words):
                                    buffer[length, word] = (log[position, word] & keep[leaf, word]) | value[leaf, word]
                                length += 1
                        elif kind == 1:
                            finished += 1
                        else:
                            failed = True
                            if kind == 2:
                                stop = FAILURE
                                break
                    if stop >= 0:
                        io[IO_PROCESS] = process
                        break
                if stop >= 0:
                    length = start
                    pending_status = stop
                    break
                if length == start:
                    if finished == processes:
                        generated += 1
                        io[IO_TERMINAL] += 1
                    elif stop_on_deadlock != 0 and not failed:
                        pending_status = DEADLOCK
                        break
                for successor in range(start, length):
                    h = fingerprint(buffer, successor)
                    hashes[successor] = h
                    origins[successor] = np.uint32(position)
                    _prefetch(table, np.int64(h & mask))
                generated += length - start
                position += 1
            # The slots are on their way; ask for the states that they point to.
            for successor in range(length):
                h = hashes[successor]
                entry = table[h & mask]
                if entry != _ZERO and (entry >> _U32) == (h >> _U32):
                    _prefetch_row(log, np.int64(entry & _LOW32) - 1)
        while following < length:
            stage = io[IO_STAGE]
            if stage == STAGE_PROBE:
                h = hashes[following]
                slot = h & mask
                tag = h >> _U32
                known = False
                while True:
                    entry = table[slot]
                    if entry == _ZERO:
                        break
                    if (entry >> _U32) == tag and _same(log, np.int64(entry & _LOW32) - 1, buffer, following):
                        known = True
                        break
                    slot = (slot + _U1) & mask
                if known:
                    following += 1
                    continue
                inside = True
                for conjunct in range(constraints.shape[0]):
                    reference = _evaluate(buffer, following, constraints[conjunct], nodes, children, projections)
                    if reference == TRUE_REF:
                        continue
                    if reference == FALSE_REF:
                        inside = False
                        break
                    io[IO_CONJUNCT] = conjunct
                    status = MISSING_CONSTRAINT if reference == 0 else CONSTRAINT_FAILED
                    break
                if status >= 0:
                    break
                if inside:
                    for word in range(words):
                        log[count, word] = buffer[following, word]
                    parents[count] = origins[following]
                    count += 1
                    table[slot] = (tag << _U32) | np.uint64(count)
                    stage = STAGE_CHECK_STORED
                else:
                    io[IO_CUT] += 1
                    stage = STAGE_CHECK_CUT
                io[IO_CONJUNCT] = 0
            conjunct = io[IO_CONJUNCT]
            while conjunct < invariants.shape[0]:
                reference = _evaluate(buffer, following, invariants[conjunct], nodes, children, projections)
                if reference == TRUE_REF:
                    conjunct += 1
                    continue
                status = MISSING_CONJUNCT if reference == 0 else VIOLATED
                break
            if status >= 0:
                io[IO_CONJUNCT] = conjunct
                io[IO_STAGE] = stage
                io[IO_INDEX] = count - 1 if stage == STAGE_CHECK_STORED else -1
                break
            io[IO_STAGE] = STAGE_PROBE
            following += 1
        if status < 0:
            if pending_status != AT_LIMIT and not (pending_status == BUFFER_SMALL and length > 0):
                status = pending_status
            elif position >= limit:
                status = AT_LIMIT
    io[IO_POSITION] = position
    io[IO_COUNT] = count
    io[IO_GENERATED] = generated
    io[IO_LENGTH] = length
    io[IO_NEXT] = following
    return status


@njit(
    types.int64(
        _STATES, _INDICES, _WORDS, types.int64, _TABLE2, _INTS, _INTS, _TABLE2, _STATES, _STATES, types.int64, _BYTES, _STATES,
        _WORDS, _INDICES, _INTS,
    ),
    **_OPTIONS,
)  # fmt: skip
def sweep(  # type: ignore[no-untyped-def]
    log, parents, table, count, nodes, children, projections, outcomes, keep, value, processes, marked, buffer, hashes, origins,
    stack,
):  # fmt: skip
    """One backward pass of the completion check: mark states that end, or that have a marked successor or one outside the log.

    `marked` uint8[count]. A marked state marks its parent at once; only the others have their successors generated again, a block
    of states at a time. Every table entry exists already. Returns how many states were newly marked.
    """
    words = log.shape[1]
    capacity = buffer.shape[0]
    mask = np.uint64(table.shape[0] - 1)
    fresh = 0
    upper = count
    while upper > 0:
        # Collect successors of the unmarked states below `upper`, going down, until the buffer is nearly full.
        length = 0
        lower = upper
        while lower > 0:
            row = lower - 1
            if marked[row] != 0:
                lower -= 1
                continue
            start = length
            finished = 0
            full = False
            for process in range(processes):
                stack[0] = np.int32(process + 1)
                depth = 1
                while depth > 0:
                    depth -= 1
                    reference = stack[depth]
                    while reference > 0:
                        node = reference - 1
                        if (nodes[node, 0] >> 24) == FORK:
                            for arm in range(nodes[node, 2] - 1, 0, -1):
                                stack[depth] = children[nodes[node, 1] + arm]
                                depth += 1
                            reference = children[nodes[node, 1]]
                        else:
                            reference = _child(log, row, node, nodes, children, projections)
                    outcome = -reference - 1
                    if outcomes[outcome, 2] == 1:
                        finished += 1
                    if outcomes[outcome, 2] != 0:
                        continue
                    first = outcomes[outcome, 0]
                    leaves = outcomes[outcome, 1]
                    if length + leaves > capacity:
                        full = True
                        break
                    for leaf in range(first, first + leaves):
                        for word in range(words):
                            buffer[length, word] = (log[row, word] & keep[leaf, word]) | value[leaf, word]
                        length += 1
                if full:
                    break
            if full:
                length = start
                break
            if length == start and finished == processes:
                marked[row] = np.uint8(1)
                fresh += 1
            for successor in range(start, length):
                h = fingerprint(buffer, successor)
                hashes[successor] = h
                origins[successor] = np.uint32(row)
                _prefetch(table, np.int64(h & mask))
            lower -= 1
        for successor in range(length):
            h = hashes[successor]
            entry = table[h & mask]
            if entry != _ZERO and (entry >> _U32) == (h >> _U32):
                _prefetch_row(log, np.int64(entry & _LOW32) - 1)
        # Decide from the highest state down, so that what is marked now helps the states below it.
        cursor = 0
        for row in range(upper - 1, lower - 1, -1):
            while cursor < length and np.int64(origins[cursor]) > row:
                cursor += 1
            if marked[row] == 0:
                here = cursor
                while here < length and np.int64(origins[here]) == row:
                    target = find(log, table, buffer, here, hashes[here])
                    if target < 0 or marked[target] != 0:
                        marked[row] = np.uint8(1)
                        fresh += 1
                        break
                    here += 1
            if marked[row] != 0:
                parent = parents[row]
                if parent != NO_PARENT and marked[parent] == 0:
                    marked[parent] = np.uint8(1)
                    fresh += 1
        upper = lower
    return fresh
