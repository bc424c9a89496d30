// Counts the butterflies whose four relationships lie within a window of time. TemporalCpu.java has the definition; ranks
// and slots are those of graph_prep.cu.
//
// Times become places: relationships are sorted by time, and reaches[p] is the first place whose time is no more than the
// window before that of place p. So two relationships at places p <= q lie within the window when p >= reaches[q], and all
// the rest is done with places, which have 32 bits.
//
// Of each start vertex u the wedges u-v-w with w before u and v are listed whose two relationships lie within the window. A
// wedge begins at the place of the earlier one, and has the reach of the later one. Sorted by (u, w, begin), those that a
// wedge makes a butterfly with and that stand before it are the ones with the same ends that begin at its reach or later:
// they lie next to each other up to it, from position `leader` on. Those that stand behind it are the ones with a reach up to
// its begin, which a second list tells, sorted by (u, w, reach): in both lists the wedges of a pair of ends have the same
// positions, so a wedge has as many partners, before and behind it, as there are positions from `leader` to the last such
// one of the second list, less itself. The total needs the first list alone.
//
// Wedges with the same middle make no butterfly. Where there are parallel relationships, the same is done again with the
// lists sorted by the middle, too, and what it finds is taken off.
//
// Launches. The words are those of cuda/README.md; M are the relationships, b wedges are listed at once. Nothing is dealt
// unevenly: a slot has at most sqrt(m) ends. The wedges of two edges with many relationships each are counted in as many steps
// as there are relationships, and listed by a warp.
//
//   step; kernel; grid x block
//     1  places: temporal_keys_per_relationship with shift 0, a sort by 32 bits (graph_prep.cu), again with shift 32, again a
//        sort; now values are the relationships by time
//     2  temporal_reaches_per_place; ceil(M/256) x 256
//     3  temporal_edges_per_place, and a sort by the bits of m: now values are the places of the relationships of each edge,
//        ascending; places
//     4  temporal_slots_per_edge; ceil(m/SLOT_TILE) x SLOT_THREADS
//     5  zero counts u64[n]; temporal_count_per_slot; any x 256: how many wedges each start vertex has
//     6  for some start vertices [low, high) that have b wedges together: zero cursor u64[1]; temporal_list_per_slot; any x 256
//     7  for each key, the last one first: begins or reaches, then middles where the same middle is to be taken off, ends, starts:
//        temporal_keys_per_wedge; ceil(b/256) x 256; and a sort
//     8  temporal_sorted_per_wedge; ceil(b/256) x 256
//     9  temporal_leaders_per_wedge when the list is sorted by begin, temporal_partners_per_wedge when by reach; any x 256
//
// total u64[2] (low, high word), perRank u64[n] and perSlot u64[2m] are zero before the first start vertices. perRank and
// perSlot get counts by vertex and by slot, those of an edge split between its two slots; each may be null.
#include "include/count.cuh"
#include "include/csr.cuh"
#include "include/kernel_abi.h"

static constexpr u32 THREADS = 256;

// The wedges of two edges that one lane lists; more are listed by its warp.
static constexpr u64 MOST_WEDGES_OF_LANE = 1 << 10;

// ---- places ----

/**
 * Makes the input of a sort of the relationships by 32 bits of their times, whose order is that of signed numbers. With shift
 * 0 values become the relationships in their order, else they stay as they are.
 */
extern "C" __global__ void temporal_keys_per_relationship(
        const u64* __restrict__ times, u64 count, u32 shift, u32* __restrict__ keys, u32* __restrict__ values) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        const u32 relationship = shift == 0 ? (u32)i : values[i];
        keys[i] = (u32)((times[relationship] ^ 1ull << 63) >> shift);
        values[i] = relationship;
    }
}

/** reaches[p]: the first place whose time is no more than `window` before that of place p. */
extern "C" __global__ void temporal_reaches_per_place(
        const u64* __restrict__ times, const u32* __restrict__ order, u64 count, u64 window,
        u32* __restrict__ reaches) {
    for (u64 p = blockIdx.x * (u64)blockDim.x + threadIdx.x; p < count; p += (u64)gridDim.x * blockDim.x) {
        const u64 time = times[order[p]];
        u64 low = 0, high = p;
        while (low < high) {
            const u64 middle = low + ((high - low) >> 1);
            // The difference of an earlier and a later time fits 64 bits without a sign.
            if (time - times[order[middle]] > window) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        reaches[p] = (u32)low;
    }
}

/**
 * Makes the input of a sort of the places by their edges, in place.
 *
 * @param values the relationships by time; become the places
 * @param placeOffsets where the relationships of each edge begin, null when each edge has one
 */
extern "C" __global__ void temporal_edges_per_place(
        const u64* __restrict__ placeOffsets, u32 edgeCount, u64 count, u32* __restrict__ keys,
        u32* __restrict__ values) {
    for (u64 p = blockIdx.x * (u64)blockDim.x + threadIdx.x; p < count; p += (u64)gridDim.x * blockDim.x) {
        const u32 relationship = values[p];
        keys[p] = placeOffsets == nullptr ? relationship : rowOfSlot(placeOffsets, 0, edgeCount - 1, relationship);
        values[p] = (u32)p;
    }
}

/**
 * ofSlot, for both slots of each edge: its place, or its index where edges may have several. The slot in the row of the
 * earlier rank is searched for; its prefix says where the other slot is in its row.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SLOT_THREADS) temporal_slots_per_edge(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ prefixes,
        const u64* __restrict__ leftOffsets, const u32* __restrict__ leftNeighbors, u32 leftCount, u64 edgeCount,
        const u32* __restrict__ rankOf, const u32* __restrict__ places, const u64* __restrict__ placeOffsets,
        u32* __restrict__ ofSlot) {
    forEachSlot(leftOffsets, leftCount, edgeCount, [&](u64 edge, u32 row) {
        const EdgeSlots two(offsets, neighbors, prefixes, rankOf[row], rankOf[(u64)leftCount + leftNeighbors[edge]]);
        const u32 value = placeOffsets == nullptr ? places[edge] : (u32)edge;
        ofSlot[two.ofEarlier] = value;
        ofSlot[two.ofLater] = value;
    });
}

// ---- wedges ----

struct Graph {
    const u64* __restrict__ offsets;
    const u32* __restrict__ neighbors;
    const u32* __restrict__ prefixes;
    const u32* __restrict__ ofSlot;
    const u32* __restrict__ places;
    const u64* __restrict__ placeOffsets;  // null when each edge has one place
    const u32* __restrict__ reaches;
};

/** Lists wedges; each array has a word for each of them, if it is not null. */
struct List {
    u64* __restrict__ cursor;
    u64 room;
    u32* __restrict__ starts;   // by their position among those of the list
    u32* __restrict__ firsts;   // slots u-v
    u32* __restrict__ seconds;  // slots v-w
    u32* __restrict__ begins;
    u32* __restrict__ reaches;

    __device__ __forceinline__ void put(u64 at, u32 start, u64 first, u64 second, u32 begin, u32 reach) const {
        if (at < room) {
            starts[at] = start;
            firsts[at] = (u32)first;
            seconds[at] = (u32)second;
            begins[at] = begin;
            reaches[at] = reach;
        }
    }
};

/**
 * Gives `take` places of a first edge, each with its reach and the indexes [low, high) of the places of a second one that it
 * makes wedges within the window with. Both bounds rise with the place: so it takes as many steps as there are places, however
 * many wedges they make.
 */
template <class Take>
__device__ __forceinline__ void forEachPlace(const Graph& graph, u32 first, u32 second, Take take) {
    const u64 end = graph.placeOffsets[(u64)second + 1], endOfFirst = graph.placeOffsets[(u64)first + 1];
    u64 low = graph.placeOffsets[second], high = low;
    for (u64 i = graph.placeOffsets[first]; i < endOfFirst && low < end; i++) {
        const u32 place = graph.places[i], reach = graph.reaches[place];
        while (low < end && graph.places[low] < reach) {
            low++;
        }
        high = max(high, low);
        while (high < end && (graph.places[high] < place || graph.reaches[graph.places[high]] <= place)) {
            high++;
        }
        take(place, reach, low, high);
    }
}

/** How many wedges within the window the relationships of two slots make. */
__device__ __forceinline__ u64 countWedges(const Graph& graph, u32 first, u32 second) {
    if (graph.placeOffsets == nullptr) {
        return min(first, second) >= graph.reaches[max(first, second)] ? 1 : 0;
    }
    u64 wedges = 0;
    forEachPlace(graph, first, second, [&](u32, u32, u64 low, u64 high) { wedges += high - low; });
    return wedges;
}

/** Gives `take` the begin and the reach of each wedge within the window that two relationships of two slots make. */
template <class Take>
__device__ __forceinline__ void forEachWedge(const Graph& graph, u32 first, u32 second, Take take) {
    if (graph.placeOffsets == nullptr) {
        const u32 begin = min(first, second), reach = graph.reaches[max(first, second)];
        if (begin >= reach) {
            take(begin, reach);
        }
        return;
    }
    forEachPlace(graph, first, second, [&](u32 place, u32 reach, u64 low, u64 high) {
        for (u64 j = low; j < high; j++) {
            const u32 other = graph.places[j];
            take(min(place, other), max(reach, graph.reaches[other]));
        }
    });
}

/**
 * Walks the wedges of the slots [from, to), which belong to start vertices in [low, high]. The ends of 32 slots are dealt
 * to the lanes of a warp one by one. Either counts the wedges within the window by start vertex, or lists them.
 */
template <bool LISTS>
__device__ __forceinline__ void walkSlots(
        const Graph& graph, u32 low, u32 high, u64 from, u64 to, u64* __restrict__ counts, const List& list) {
    __shared__ u64 basesOfWarps[THREADS / 32][32];
    __shared__ u32 ownersOfWarps[THREADS / 32][32];
    const u32 warp = threadIdx.x >> 5, lane = threadIdx.x & 31, lanesBelow = (1u << lane) - 1;
    u64* bases = basesOfWarps[warp];
    u32* owners = ownersOfWarps[warp];
    const u64 step = (u64)gridDim.x * THREADS;
    for (u64 batch = from + blockIdx.x * (u64)THREADS + warp * 32; batch < to; batch += step) {
        const u64 slot = batch + lane;
        u32 length = 0, own = 0, u = low;
        u64 ends = 0;
        if (slot < to) {
            length = graph.prefixes[slot];
            own = graph.ofSlot[slot];
            u = rowOfSlot(graph.offsets, low, high, slot);
            ends = graph.offsets[graph.neighbors[slot]];
        }
        const u64 upTo = warpSumUpTo(length), before = upTo - length;
        const u64 total = __shfl_sync(FULL_WARP, upTo, 31);
        // Slots with ends, in order: item k of all, of slot r, is in slot bases[r] + k.
        const u32 full = __ballot_sync(FULL_WARP, length > 0);
        __syncwarp();
        if (length > 0) {
            bases[__popc(full & lanesBelow)] = ends - before;
            owners[__popc(full & lanesBelow)] = lane;
        }
        __syncwarp();
        u32 ended = 0;  // slots that ended before item k
        u64 counted = 0;
        for (u64 k = 0; k < total; k += 32) {
            // Bit b: a slot's last item is k + b.
            const u32 rowEnds = warpOr(length > 0 && upTo - 1 - k < 32 ? 1u << (upTo - 1 - k) : 0);
            const bool in = k + lane < total;
            const u32 row = in ? ended + __popc(rowEnds & lanesBelow) : 0;
            ended += __popc(rowEnds);
            const u32 owner = owners[row];
            const u32 first = __shfl_sync(FULL_WARP, own, owner);
            const u64 end = bases[row] + k + lane;
            const u32 second = in ? graph.ofSlot[end] : 0;
            u64 found = 0;
            if (in) {
                found = countWedges(graph, first, second);
            }
            const u64 foundUpTo = warpSumUpTo(found);
            if (LISTS) {
                const u32 start = __shfl_sync(FULL_WARP, u, owner) - low;
                const u64 foundByAll = __shfl_sync(FULL_WARP, foundUpTo, 31);
                u64 at = 0;
                if (lane == 0 && foundByAll > 0) {
                    at = atomicAdd(list.cursor, foundByAll);
                }
                at = __shfl_sync(FULL_WARP, at, 0) + foundUpTo - found;
                if (found > 0 && found <= MOST_WEDGES_OF_LANE) {
                    forEachWedge(graph, first, second, [&](u32 begin, u32 reach) {
                        list.put(at++, start, batch + owner, end, begin, reach);
                    });
                }
                // Where both edges have many relationships, the lanes list their wedges together.
                for (u32 left = __ballot_sync(FULL_WARP, found > MOST_WEDGES_OF_LANE); left != 0; left &= left - 1) {
                    const u32 of = __ffs(left) - 1;
                    const u32 startOf = __shfl_sync(FULL_WARP, start, of), ownerOf = __shfl_sync(FULL_WARP, owner, of);
                    const u64 endOf = __shfl_sync(FULL_WARP, end, of);
                    u64 atOf = __shfl_sync(FULL_WARP, at, of);
                    forEachPlace(
                            graph, __shfl_sync(FULL_WARP, first, of), __shfl_sync(FULL_WARP, second, of),
                            [&](u32 place, u32 reach, u64 low, u64 high) {
                                for (u64 j = low + lane; j < high; j += 32) {
                                    const u32 other = graph.places[j];
                                    list.put(
                                            atOf + (j - low), startOf, batch + ownerOf, endOf, min(place, other),
                                            max(reach, graph.reaches[other]));
                                }
                                atOf += high - low;
                            });
                }
            } else {
                // The items [before, upTo) are those of the lane's own slot.
                const u64 last = min(upTo, k + 32), next = max(before, k);
                const u64 all = __shfl_sync(FULL_WARP, foundUpTo, (u32)(last - 1 - k) & 31);
                const u64 others = __shfl_sync(FULL_WARP, foundUpTo, (u32)(next - 1 - k) & 31);
                if (next < last) {
                    counted += all - (next > k ? others : 0);
                }
            }
        }
        if (!LISTS) {
            // The slots of a warp mostly lie in one row: then one atomic adds them all.
            const u32 uOfWarp = __shfl_sync(FULL_WARP, u, 0);
            if (__all_sync(FULL_WARP, u == uOfWarp || counted == 0)) {
                const u64 sum = warpSum(counted);
                if (lane == 0 && sum > 0) {
                    atomicAdd(&counts[u], sum);
                }
            } else if (counted > 0) {
                atomicAdd(&counts[u], counted);
            }
        }
    }
}

/** counts[u] += the wedges within the window of the slots [from, to) of start vertex u. */
extern "C" __global__ void __launch_bounds__(THREADS) temporal_count_per_slot(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ prefixes,
        const u32* __restrict__ ofSlot, const u32* __restrict__ places, const u64* __restrict__ placeOffsets,
        const u32* __restrict__ reaches, u32 vertexCount, u64 from, u64 to, u64* __restrict__ counts) {
    const Graph graph = {offsets, neighbors, prefixes, ofSlot, places, placeOffsets, reaches};
    walkSlots<false>(graph, 0, vertexCount - 1, from, to, counts, {});
}

/** Lists the wedges within the window of the slots [from, to), which belong to the start vertices [low, high). */
extern "C" __global__ void __launch_bounds__(THREADS, 5) temporal_list_per_slot(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ prefixes,
        const u32* __restrict__ ofSlot, const u32* __restrict__ places, const u64* __restrict__ placeOffsets,
        const u32* __restrict__ reaches, u32 low, u32 high, u64 from, u64 to, u64* __restrict__ cursor, u64 room,
        u32* __restrict__ starts, u32* __restrict__ firsts, u32* __restrict__ seconds, u32* __restrict__ begins,
        u32* __restrict__ reachOf) {
    const Graph graph = {offsets, neighbors, prefixes, ofSlot, places, placeOffsets, reaches};
    walkSlots<true>(graph, low, high - 1, from, to, nullptr, {cursor, room, starts, firsts, seconds, begins, reachOf});
}

// ---- lists ----

/**
 * Makes the input of a sort of the wedges.
 *
 * @param source what is the key of each wedge, or where to find it in `table`, if that is not null
 * @param values the wedges as they are sorted by now; with `first` in the order in which they were listed
 */
extern "C" __global__ void temporal_keys_per_wedge(
        const u32* __restrict__ source, const u32* __restrict__ table, u64 count, u32 first, u32* __restrict__ keys,
        u32* __restrict__ values) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        const u32 wedge = first ? (u32)i : values[i], key = source[wedge];
        keys[i] = table == nullptr ? key : table[key];
        values[i] = wedge;
    }
}

/** Copies what wedges are compared by into the order in which they are sorted. `middles` may be null. */
extern "C" __global__ void temporal_sorted_per_wedge(
        const u32* __restrict__ wedges, const u32* __restrict__ neighbors, const u32* __restrict__ firsts,
        const u32* __restrict__ seconds, const u32* __restrict__ source, u64 count, u32* __restrict__ middles,
        u32* __restrict__ ends, u32* __restrict__ keys) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        const u32 wedge = wedges[i];
        ends[i] = neighbors[seconds[wedge]];
        keys[i] = source[wedge];
        if (middles != nullptr) {
            middles[i] = neighbors[firsts[wedge]];
        }
    }
}

/** Wedges in the order of start, end, middle if that is not null, and key. */
struct Sorted {
    const u32* __restrict__ starts;
    const u32* __restrict__ ends;
    const u32* __restrict__ middles;
    const u32* __restrict__ keys;

    /** Whether two positions have wedges with the same start and end, and with the same middle where that matters. */
    __device__ __forceinline__ bool alike(u32 x, u32 y) const {
        return ends[x] == ends[y] && starts[x] == starts[y] && (middles == nullptr || middles[x] == middles[y]);
    }

    /** The first position of those alike x whose key is not below `bound`, which that of x is not. */
    __device__ __forceinline__ u32 firstFrom(u32 x, u32 bound) const {
        u32 in = x, step = 1;
        while (step <= in && keys[in - step] >= bound && alike(in - step, x)) {
            in -= step;
            step <<= 1;
        }
        u32 low = step <= in ? in - step + 1 : 0;
        while (low < in) {
            const u32 middle = low + ((in - low) >> 1);
            if (alike(middle, x) && keys[middle] >= bound) {
                in = middle;
            } else {
                low = middle + 1;
            }
        }
        return in;
    }

    /** The last position of those alike x whose key is not above `bound`, which that of x is not. */
    __device__ __forceinline__ u32 lastUpTo(u32 x, u32 bound, u32 count) const {
        u32 in = x, step = 1;
        while (step < count - in && keys[in + step] <= bound && alike(in + step, x)) {
            in += step;
            step <<= 1;
        }
        u32 high = step < count - in ? in + step - 1 : count - 1;
        while (in < high) {
            const u32 middle = high - ((high - in) >> 1);
            if (alike(middle, x) && keys[middle] <= bound) {
                in = middle;
            } else {
                high = middle - 1;
            }
        }
        return in;
    }
};

/** counts[vertex] += x, or -= x. */
__device__ __forceinline__ void credit(u64* counts, u32 vertex, u64 x, u32 takenOff) {
    if (x > 0) {
        atomicAdd(&counts[vertex], takenOff ? 0 - x : x);
    }
}

/**
 * In the list by begin: total += the butterflies of each wedge with those before it, which perRank, if not null, gets for the
 * ends. leaders, if not null, gets for each wedge the position of the first of these.
 *
 * @param takenOff whether perRank loses them
 */
extern "C" __global__ void __launch_bounds__(THREADS) temporal_leaders_per_wedge(
        const u32* __restrict__ starts, const u32* __restrict__ wedges, const u32* __restrict__ middles,
        const u32* __restrict__ ends, const u32* __restrict__ keys, const u32* __restrict__ reaches, u32 count, u32 low,
        u32 takenOff, u64* __restrict__ total, u32* __restrict__ leaders, u64* __restrict__ perRank) {
    const Sorted list = {starts, ends, middles, keys};
    u64 all = 0;
    for (u64 tile = blockIdx.x * (u64)THREADS; tile < count; tile += (u64)gridDim.x * THREADS) {
        const u64 i = tile + threadIdx.x;
        u64 found = 0;
        u32 start = starts[tile];
        if (i < count) {
            const u32 x = (u32)i, wedge = wedges[x], leader = list.firstFrom(x, reaches[wedge]);
            start = starts[x];
            found = x - leader;
            if (leaders != nullptr) {
                leaders[wedge] = leader;
            }
        }
        all += found;
        if (perRank != nullptr) {
            if (found > 0) {
                credit(perRank, ends[i], found, takenOff);
            }
            // The wedges of a warp mostly have one start: then one atomic adds them all.
            const u32 startOfWarp = __shfl_sync(FULL_WARP, start, 0);
            if (__all_sync(FULL_WARP, start == startOfWarp || found == 0)) {
                const u64 sum = warpSum(found);
                if ((threadIdx.x & 31) == 0) {
                    credit(perRank, low + startOfWarp, sum, takenOff);
                }
            } else {
                credit(perRank, low + start, found, takenOff);
            }
        }
    }
    addBlockTotal(total, all);
}

/**
 * In the list by reach: each wedge makes butterflies with all others of its ends up to the last one whose reach is not behind its
 * begin, but for those before its leader. perRank, if not null, gets them for the middle, perSlot for the two edges.
 *
 * @param takenOff whether these lose them
 */
extern "C" __global__ void __launch_bounds__(THREADS) temporal_partners_per_wedge(
        const u32* __restrict__ starts, const u32* __restrict__ wedges, const u32* __restrict__ middles,
        const u32* __restrict__ ends, const u32* __restrict__ keys, const u32* __restrict__ begins,
        const u32* __restrict__ leaders, const u32* __restrict__ neighbors, const u32* __restrict__ firsts,
        const u32* __restrict__ seconds, u32 count, u32 takenOff, u64* __restrict__ perRank,
        u64* __restrict__ perSlot) {
    const Sorted list = {starts, ends, middles, keys};
    for (u64 i = blockIdx.x * (u64)THREADS + threadIdx.x; i < count; i += (u64)gridDim.x * THREADS) {
        const u32 x = (u32)i, wedge = wedges[x];
        const u64 partners = list.lastUpTo(x, begins[wedge], count) - leaders[wedge];
        if (partners > 0) {
            const u32 first = firsts[wedge];
            if (perRank != nullptr) {
                credit(perRank, neighbors[first], partners, takenOff);
            }
            if (perSlot != nullptr) {
                credit(perSlot, first, partners, takenOff);
                credit(perSlot, seconds[wedge], partners, takenOff);
            }
        }
    }
}
