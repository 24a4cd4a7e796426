"""Every compiled function of the checker, in one file: numba keys its disk cache by file, so a helper elsewhere could go stale.

Arrays, as all functions here use them:

- `log` uint64[capacity, W]: packed states in order of discovery; `parents` uint32[capacity], NO_PARENT for initial states.
- `witness` uint32[capacity]: log index + 1 of one successor of an expanded state, 0 without successors, LEAVES when one is
  outside the constraint. It is picked by a hash, as good as at random: a walk along witnesses then gets stuck in a cycle only where
  the protocol hardly lets it do anything else, so most states are seen to reach the end without another look at their successors.
- `table` uint64[2^k]: open addressing, linear probing. 0 is free, else the upper 32 bits of the state's XXH64 above the state's
  log index + 1. A tag match is followed by a comparison of the whole state, so two states are never confused.
- `nodes` int32[n, 4]: (meta, base, capacity, projection base or -1); meta = word | shift << 8 | width << 16 | kind << 24 with kind
  READ or FORK. The reference to a child is `children[base + id]`: 0 missing, n > 0 node n - 1, n < 0 outcome -n - 1.
- `outcomes` int32[4 m]: (first leaf, number of leaves, kind, whether it is stable) each.
- `leaves` uint64[2 W l]: W pairs (keep, value) each; next = state & keep | value, word by word.
- `locals_` uint64[2, processes]: where the local state of a process is (a field descriptor), and its first entry in `rows`.
- `rows` uint64[4 r]: per local state up to three field descriptors and a base in `flat`; base 0: not known yet, WALK: use the
  tree. A descriptor is word | shift << 8 | out << 16 | mask << 32 and contributes (word >> shift & mask) << out to the index.
- `flat` int32: outcome + 1 for each combination of the row's fields, 0 where it was not looked up yet. It is a cache of the
  trees: most steps look at no more than three fields, and one load without branches is what makes the search fast.
- `block` uint64[B, W], `hashes` uint64[B], `slots` uint64[B], `origins` uint32[B], `numbers` uint32[B]: all successors of a few states,
  where in the table the search for each goes on, the state each comes from, and how many were generated up to and with it.
- `fresh` uint64[F, W], `fresh_hashes`, `fresh_origins`, `fresh_numbers`: those that the table did not have, until they are inserted.
- `io` int64[IO_SIZE]: the position of the search between calls and the answers; indices IO_*.

Threads: any number of `scan` may run beside one `insert`. The log below the position of a scan, and the arrays that describe the steps,
do not change under it except where a zero becomes the reference to something complete.

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
WALK = np.uint64(1)
FIRST_FLAT = 2
"""Bases below this one have a meaning of their own."""

NO_PARENT = np.uint32(0xFFFFFFFF)
LEAVES = np.uint32(0xFFFFFFFF)

# io
IO_POSITION, IO_COUNT, IO_GENERATED, IO_LENGTH, IO_NEXT, IO_STAGE, IO_CONJUNCT, IO_PROCESS, IO_CUT, IO_TERMINAL, IO_INDEX = range(11)
IO_SIZE = 16

LOOK_AHEAD = 12
"""Insertions between asking for a slot and looking at it."""

# stages of the kept successor at IO_NEXT
STAGE_PROBE, STAGE_CHECK_STORED, STAGE_CHECK_CUT = 0, 1, 2

# statuses
AT_LIMIT, MISSING_STEP, DEADLOCK, FAILURE, CHUNK_FULL, MISSING_CONJUNCT, VIOLATED, MISSING_CONSTRAINT, CONSTRAINT_FAILED, BUFFER_SMALL = (
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
_U2 = np.uint64(2)
_U3 = np.uint64(3)
_U8 = np.uint64(8)
_U16 = np.uint64(16)
_U32 = np.uint64(32)
_BYTE = np.uint64(0xFF)
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

_ALLOCATING: dict[str, Any] = {"cache": CACHE, "boundscheck": SIGNATURES_BOUNDSCHECK, "nogil": True}
_OPTIONS: dict[str, Any] = {**_ALLOCATING, "_nrt": False}
"""Without numba's reference counting: inlined helpers would count every array argument up and down, atomically, for each state."""


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


@intrinsic  # type: ignore[untyped-decorator]
def _release(typingctx: Any) -> Any:
    """Make everything written so far visible to other threads before what is written from here on."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.fence("release")
        return context.get_dummy_value()

    return types.void(), codegen


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
def _note_witness(witness, origin, number):  # type: ignore[no-untyped-def]
    """Let the successor with log index `number` - 1 compete for being the witness of state `origin`."""
    if origin != NO_PARENT:
        current = witness[origin]
        salt = np.uint64(origin) * _P5
        if current == np.uint32(0) or (current != LEAVES and (number ^ salt) * _P1 > (np.uint64(current) ^ salt) * _P1):
            witness[origin] = np.uint32(number)


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


@njit(types.void(_STATES, _WORDS, types.int64), **_ALLOCATING)
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


@njit(types.void(_STATES, _STATES, types.int64, _TABLE2, _TABLE2), **_ALLOCATING)
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


@njit(inline="always")
def _contribution(states, row, field):  # type: ignore[no-untyped-def]
    """What a field descriptor adds to the index in `flat`."""
    return ((states[row, field & _BYTE] >> ((field >> _U8) & _BYTE)) & (field >> _U32)) << ((field >> _U16) & _BYTE)


@njit(inline="always")
def _alone(buffer, start, first, length):  # type: ignore[no-untyped-def]
    """Move the rows from `first` on to `start`; returns the new length."""
    if first > start:
        for row in range(length - first):
            for word in range(buffer.shape[1]):
                buffer[start + row, word] = buffer[first + row, word]
    return start + length - first


@njit(inline="always")
def _expand(  # type: ignore[no-untyped-def]
    states, row, locals_, rows, flat, nodes, children, projections, outcomes, leaves, processes, buffer, length, stack,
):  # fmt: skip
    """Append the successors of `states[row]` to the buffer from `length` on.

    Returns (new length, status, process, whether a step fails in a known way); the status is -1 or why it stopped at the process.
    The successors of the first process whose step is stable are all that is appended.
    """
    start = length
    words = np.uint64(states.shape[1])
    last = buffer.shape[0] - 1
    failed = False
    stop = -1
    process = 0
    while process < processes:
        first = length
        local = locals_[0, process]
        place = locals_[1, process] + (_contribution(states, row, local) << _U2)
        base = rows[place + _U3]
        entry = np.int32(0)
        index = base
        if base >= _U2:
            index += _contribution(states, row, rows[place]) | _contribution(states, row, rows[place + _U1])
            index += _contribution(states, row, rows[place + _U2])
            entry = flat[index]
        if entry == 0:
            if base == _ZERO:
                stop = MISSING_STEP
                break
            reference = np.int32(process + 1)
            while reference > 0 and (nodes[reference - 1, 0] >> 24) == READ:
                reference = _child(states, row, reference - 1, nodes, children, projections)
            if reference == 0:
                stop = MISSING_STEP
                break
            if reference < 0:
                entry = -reference
                if base >= _U2:
                    flat[index] = entry
            elif base >= _U2:
                # The arms of a fork have to be joined into one outcome first.
                stop = MISSING_STEP
                break
            else:
                stack[0] = reference
                depth = 1
                stable = True
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
                            reference = _child(states, row, node, nodes, children, projections)
                    if reference == 0:
                        stop = MISSING_STEP
                        break
                    arm_place = np.uint64(-reference - 1) << _U2
                    kind = outcomes[arm_place + _U2]
                    stable = stable and outcomes[arm_place + _U3] != 0
                    if kind >= 2:
                        failed = True
                        if kind == 2:
                            stop = FAILURE
                            break
                    number = np.int64(outcomes[arm_place + _U1])
                    if length + number > last:
                        stop = BUFFER_SMALL
                        break
                    leaf = np.uint64(outcomes[arm_place]) * words * _U2
                    for _ in range(number):
                        for word in range(words):
                            buffer[length, word] = (states[row, word] & leaves[leaf]) | leaves[leaf + _U1]
                            leaf += _U2
                        length += 1
                if stop >= 0:
                    break
                if stable and length > first:
                    return _alone(buffer, start, first, length), -1, process, False
                process += 1
                continue
        outcome_place = np.uint64(entry - 1) << _U2
        number = np.int64(outcomes[outcome_place + _U1])
        if length + number > last:
            stop = BUFFER_SMALL
            break
        # The first leaf is written whether it exists or not; the row after the last successor is scratch.
        leaf = np.uint64(outcomes[outcome_place]) * words * _U2
        for word in range(words):
            buffer[length, word] = (states[row, word] & leaves[leaf]) | leaves[leaf + _U1]
            leaf += _U2
        if number > 1:
            for successor in range(length + 1, length + number):
                for word in range(words):
                    buffer[successor, word] = (states[row, word] & leaves[leaf]) | leaves[leaf + _U1]
                    leaf += _U2
        length += number
        if number > 0 and outcomes[outcome_place + _U3] != 0:
            return _alone(buffer, start, first, length), -1, process, False
        kind = outcomes[outcome_place + _U2]
        if kind >= 2:
            failed = True
            if kind == 2:
                stop = FAILURE
                break
        process += 1
    return length, stop, process, failed


@njit(inline="always")
def _ended(states, row, nodes, children, projections, outcomes, processes):  # type: ignore[no-untyped-def]
    """Whether every process is done in a state whose steps are all known."""
    for process in range(processes):
        reference = _child(states, row, process, nodes, children, projections)
        if reference >= 0 or outcomes[4 * (-reference - 1) + 2] != 1:
            return False
    return True


@njit(
    types.int64(
        _STATES, _INDICES, _WORDS, types.int64, _STATES, _WORDS, _INTS, _TABLE2, _INTS, _INTS, _INTS, _WORDS, types.int64, _STATES,
        _WORDS, _WORDS, _INDICES, _INDICES, _INTS, _STATES, _WORDS, _INDICES, _INDICES, types.int64, _IO,
    ),
    **_OPTIONS,
)  # fmt: skip
def scan(  # type: ignore[no-untyped-def]
    log, witness, table, limit, locals_, rows, flat, nodes, children, projections, outcomes, leaves, processes, block, hashes, slots,
    origins, numbers, stack, fresh, fresh_hashes, fresh_origins, fresh_numbers, stop_on_deadlock, io,
):  # fmt: skip
    """Expand states from io[IO_POSITION] up to `limit` and keep the successors that the table does not have yet, in order.

    Nothing is inserted: several threads may scan different states while another one inserts. What is kept may be in the table by
    the time it is inserted, or be kept twice; `insert` looks again. Nodes 0..processes-1 are the roots of the step trees. Returns a
    status; io holds where to go on, how many successors are kept and what was counted since the caller last set them to zero.
    """
    words = log.shape[1]
    capacity = block.shape[0]
    mask = np.uint64(table.shape[0] - 1)
    room = fresh.shape[0] - capacity
    position = io[IO_POSITION]
    generated = io[IO_GENERATED]
    kept = io[IO_LENGTH]
    status = -1
    while status < 0:
        # Expand whole states into the block until it is full, a table entry is missing or something happens.
        if kept > room:
            status = CHUNK_FULL
            break
        length = 0
        status = AT_LIMIT
        while position < limit:
            start = length
            length, stop, process, failed = _expand(
                log, position, locals_, rows, flat, nodes, children, projections, outcomes, leaves, processes, block, length, stack,
            )  # fmt: skip
            if stop >= 0:
                io[IO_PROCESS] = process
                length = start
                status = stop
                break
            if length == start:
                if _ended(log, position, nodes, children, projections, outcomes, processes):
                    generated += 1
                    io[IO_TERMINAL] += 1
                elif stop_on_deadlock != 0 and not failed:
                    status = DEADLOCK
                    break
            for successor in range(start, length):
                h = fingerprint(block, successor)
                _prefetch(table, np.int64(h & mask))
                hashes[successor] = h
                origins[successor] = np.uint32(position)
                generated += 1
                numbers[successor] = np.uint32(generated)
            position += 1
        # The slots are on their way; find where each successor is or goes, and ask for the state to compare it with.
        for successor in range(length):
            h = hashes[successor]
            slot = h & mask
            tag = h >> _U32
            entry = table[slot]
            while entry != _ZERO and (entry >> _U32) != tag:
                slot = (slot + _U1) & mask
                entry = table[slot]
            slots[successor] = slot
            if entry != _ZERO:
                _prefetch_row(log, np.int64(entry & _LOW32) - 1)
        for successor in range(length):
            slot = slots[successor]
            tag = hashes[successor] >> _U32
            known = _ZERO
            entry = table[slot]
            while entry != _ZERO:
                if (entry >> _U32) == tag and _same(log, np.int64(entry & _LOW32) - 1, block, successor):
                    known = entry & _LOW32
                    break
                slot = (slot + _U1) & mask
                entry = table[slot]
            if known != _ZERO:
                _note_witness(witness, origins[successor], known)
                continue
            for word in range(words):
                fresh[kept, word] = block[successor, word]
            fresh_hashes[kept] = hashes[successor]
            fresh_origins[kept] = origins[successor]
            fresh_numbers[kept] = numbers[successor]
            kept += 1
        if (status == AT_LIMIT and position < limit) or (status == BUFFER_SMALL and length > 0):
            status = -1
    io[IO_POSITION] = position
    io[IO_GENERATED] = generated
    io[IO_LENGTH] = kept
    return status


@njit(
    types.int64(
        _STATES, _INDICES, _INDICES, _WORDS, _TABLE2, _INTS, _INTS, _INTS, _INTS, _STATES, _WORDS, _INDICES, _IO, _IO,
    ),
    **_OPTIONS,
)  # fmt: skip
def insert(  # type: ignore[no-untyped-def]
    log, parents, witness, table, nodes, children, projections, invariants, constraints, fresh, fresh_hashes, fresh_origins, io, total,
):  # fmt: skip
    """Store the kept successors from io[IO_NEXT] to io[IO_LENGTH] that are new, in order, and look at their invariants.

    `invariants` and `constraints` list the places of conjunct roots in `children`. The caller makes sure that log, parents and table
    have room for all of them. `total` counts states stored and cut. Returns AT_LIMIT when all are stored, else why it stopped.
    """
    words = log.shape[1]
    mask = np.uint64(table.shape[0] - 1)
    length = io[IO_LENGTH]
    following = io[IO_NEXT]
    count = total[IO_COUNT]
    status = -1
    for ahead in range(following, min(following + LOOK_AHEAD, length)):
        _prefetch(table, np.int64(fresh_hashes[ahead] & mask))
    while following < length:
        if following + LOOK_AHEAD < length:
            _prefetch(table, np.int64(fresh_hashes[following + LOOK_AHEAD] & mask))
        stage = io[IO_STAGE]
        if stage == STAGE_PROBE:
            h = fresh_hashes[following]
            slot = h & mask
            tag = h >> _U32
            known = _ZERO
            entry = table[slot]
            while entry != _ZERO:
                if (entry >> _U32) == tag and _same(log, np.int64(entry & _LOW32) - 1, fresh, following):
                    known = entry & _LOW32
                    break
                slot = (slot + _U1) & mask
                entry = table[slot]
            origin = fresh_origins[following]
            if known != _ZERO:
                _note_witness(witness, origin, known)
                following += 1
                continue
            inside = True
            for conjunct in range(constraints.shape[0]):
                reference = _evaluate(fresh, following, constraints[conjunct], nodes, children, projections)
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
                    log[count, word] = fresh[following, word]
                parents[count] = origin
                count += 1
                _note_witness(witness, origin, np.uint64(count))
                # Other threads that see the entry must see the state as well.
                _release()
                table[slot] = (tag << _U32) | np.uint64(count)
                stage = STAGE_CHECK_STORED
            else:
                total[IO_CUT] += 1
                if origin != NO_PARENT:
                    witness[origin] = LEAVES
                stage = STAGE_CHECK_CUT
            io[IO_CONJUNCT] = 0
        conjunct = io[IO_CONJUNCT]
        while conjunct < invariants.shape[0]:
            reference = _evaluate(fresh, following, invariants[conjunct], nodes, children, projections)
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
    io[IO_NEXT] = following
    total[IO_COUNT] = count
    return AT_LIMIT if status < 0 else status


@njit(types.int64(_STATES, _INDICES, types.int64, _TABLE2, _INTS, _INTS, _INTS, types.int64, _BYTES), **_OPTIONS)
def mark_ends(log, witness, count, nodes, children, projections, outcomes, processes, marked):  # type: ignore[no-untyped-def]
    """Mark the states in which every process is done. Only states without successors are looked at; returns how many there are."""
    found = 0
    for row in range(count):
        if witness[row] == np.uint32(0) and _ended(log, row, nodes, children, projections, outcomes, processes):
            marked[row] = np.uint8(1)
            found += 1
    return found


@njit(types.int64(_INDICES, types.int64, _BYTES), **_OPTIONS)
def descend(witness, count, marked):  # type: ignore[no-untyped-def]
    """Mark, going down, every state whose witness is marked or leaves the constraint; returns how many were newly marked.

    Most witnesses have a higher index, so one pass settles most states, with loads that do not wait for each other.
    """
    fresh = 0
    for row in range(count - 1, -1, -1):
        target = witness[row]
        if marked[row] == 0 and (target == LEAVES or (target != np.uint32(0) and marked[np.uint64(target) - _U1] != 0)):
            marked[row] = np.uint8(1)
            fresh += 1
    return fresh


@njit(types.int64(_INDICES, types.int64, _BYTES), **_OPTIONS)
def propagate(witness, count, marked):  # type: ignore[no-untyped-def]
    """Mark every state from which the walk along witnesses comes to a marked state or leaves the constraint.

    `marked` holds 0 and 1 on entry and exit; within, 2 is a state whose walk goes nowhere and 3 one on the walk under way. Each
    state is walked over twice at most. Returns how many were newly marked.
    """
    fresh = 0
    for start in range(count):
        if marked[start] != 0:
            continue
        row = np.uint64(start)
        verdict = np.uint8(2)
        while True:
            marked[row] = np.uint8(3)
            target = witness[row]
            if target == LEAVES:
                verdict = np.uint8(1)
                break
            if target == np.uint32(0):
                break
            row = np.uint64(target) - _U1
            seen = marked[row]
            if seen != 0:
                if seen == 1:
                    verdict = np.uint8(1)
                break
        row = np.uint64(start)
        while marked[row] == 3:
            marked[row] = verdict
            if verdict == 1:
                fresh += 1
            target = witness[row]
            if target == LEAVES or target == np.uint32(0):
                break
            row = np.uint64(target) - _U1
    for index in range(count):
        if marked[index] == 2:
            marked[index] = np.uint8(0)
    return fresh


@njit(
    types.int64(
        _STATES, _INDICES, _WORDS, _STATES, _WORDS, _INTS, _TABLE2, _INTS, _INTS, _INTS, _WORDS, types.int64, _BYTES, _STATES,
        _WORDS, _INDICES, _INTS, _IO,
    ),
    **_OPTIONS,
)  # fmt: skip
def sweep(  # type: ignore[no-untyped-def]
    log, parents, table, locals_, rows, flat, nodes, children, projections, outcomes, leaves, processes, marked, buffer, hashes,
    origins, stack, io,
):  # fmt: skip
    """One backward pass over all edges from state io[IO_POSITION] - 1 down: mark states that have a marked successor.

    `marked` uint8[states]. Only unmarked states have their successors generated again, a block of states at a time; a state that
    is marked marks its parent at once. io[IO_COUNT] grows by the number of states newly marked. Returns AT_LIMIT at the end, or
    MISSING_STEP with the state in io[IO_INDEX] and the process in io[IO_PROCESS].
    """
    mask = np.uint64(table.shape[0] - 1)
    fresh = 0
    upper = io[IO_POSITION]
    status = -1
    while status < 0:
        # Collect successors of the unmarked states below `upper`, going down, until the buffer is nearly full.
        length = 0
        lower = upper
        status = AT_LIMIT
        while lower > 0:
            row = lower - 1
            if marked[row] != 0:
                lower -= 1
                continue
            start = length
            length, stop, process, _ = _expand(
                log, row, locals_, rows, flat, nodes, children, projections, outcomes, leaves, processes, buffer, length, stack,
            )  # fmt: skip
            if stop >= 0:
                length = start
                status = -1
                if stop == MISSING_STEP:
                    status = MISSING_STEP
                    io[IO_INDEX] = row
                    io[IO_PROCESS] = process
                break
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
    io[IO_POSITION] = upper
    io[IO_COUNT] += fresh
    return status
