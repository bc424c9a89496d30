// Wing numbers. WingAlgorithm.java has the definition, BloomIndex.java says what a bloom is; ranks are those of
// graph_prep.cu.
//
// An edge is named by its slot in the row of its later vertex: the slot v-w of a wedge u-v-w is that already, and the
// prefix of a slot u-v with u before v is where the other slot is in v's row. So edges need no table of their own.
//
// The blooms of start vertex u are the ends w of two or more of its wedges. A block counts its wedges by end, in a map
// of its own of all vertices; a first pass adds up blooms, their wedges, and links and butterflies of edges, so that
// the second one can write each bloom's wedges side by side.
//
// Peeling (peel.cuh) takes two phases: peeled edges leave their blooms, then the edges of the wedges that stay in these
// blooms lose what was lost. A bloom or an edge has as many warps as there are to spare.
//
// Between the passes of the peeling each bloom is split: a wedge belongs to the lower range of its two edges, since it
// is gone when the next range is peeled. The part of a bloom in a range has the wedges of that range, and its number of
// wedges counts those of all later ranges as well, which stay while the range is peeled.
//
// Launches. The words are those of cuda/README.md.
//
// The ranked graph of graph_prep.cu, s = 2m slots; an edge is named by its slot in the row of its later vertex. numbers
// = supports, u64[s]; other slots stay 0.
//   step; kernel; grid x block:
//     1  zero supports u64[s], linkCounts u32[s], maps u32[grid * n], totals u64[2], claimed u64[1]
//     2  wing_counts_per_block, until claimed >= keyStarts[WORK_KEY_IDLE]; resident x BLOOM_THREADS
//     3  read totals: blooms, wedges in them; allocate bloomStarts u64, spans u32, sizes u32, lefts u32, touchedBlooms
//       u32[4] a bloom; members u32[2], links u32[4] a wedge
//     4  wing_edges_per_slot (zero listed, linked); ceil(s/SLOT_TILE) x SLOT_THREADS
//     5  wing_blooms_per_block, as step 2 (zero claimed, listed u64[2]); resident x BLOOM_THREADS
//     6  wing_numbers_per_grid, coarse (zero touchedCounts u64[2] before each pass); cooperative
//     7  wing_parts_per_warp and wing_parts_per_block (zero linkCounts, partCount u64[1]); any x BLOOM_THREADS; at most
//       a part a wedge: arrays as in step 3, but links stay
//     8  wing_numbers_per_grid, fine, with the parts for blooms; cooperative
#include "include/csr.cuh"
#include "include/peel.cuh"

static constexpr u32 BLOOM_WARPS = MOTIF_BLOOM_THREADS / 32;

/** Blooms of more wedges than this are split by whole blocks. */
static constexpr u32 LARGE_BLOOM = 1024;

/** Marks a word of a map: the rest is the number of a bloom, no longer a count. */
static constexpr u32 NUMBERED = 0x80000000u;

struct RankedGraph {
    const u64* __restrict__ offsets;
    const u32* __restrict__ neighbors;
    const u32* __restrict__ prefixes;

    /** The edge of slot u-v: its slot in the row of its later vertex. */
    __device__ __forceinline__ u32 edgeOf(u32 u, u32 v, u64 slot) const {
        return (u32)(v < u ? slot : offsets[v] + prefixes[slot]);
    }
};

/**
 * Calls visit(first, second, w) for each wedge u-v-w with w before u and v, where first and second are its edges u-v
 * and v-w. All threads of a block of MOTIF_BLOOM_THREADS call it; it begins and ends with a barrier.
 */
template <class Visit>
__device__ __forceinline__ void forEachWedge(const RankedGraph& graph, u32 u, Visit visit) {
    __shared__ u32 upTo[MOTIF_BLOOM_THREADS], edges[MOTIF_BLOOM_THREADS], sums[BLOOM_WARPS];
    __shared__ u64 rows[MOTIF_BLOOM_THREADS];
    const u64 begin = graph.offsets[u], end = graph.offsets[(u64)u + 1];
    for (u64 first = begin; first < end; first += MOTIF_BLOOM_THREADS) {
        const u64 slot = first + threadIdx.x;
        const u32 length = slot < end ? graph.prefixes[slot] : 0;
        __syncthreads();
        upTo[threadIdx.x] = blockSumUpTo(length, sums);
        if (length > 0) {
            const u32 v = graph.neighbors[slot];
            rows[threadIdx.x] = graph.offsets[v];
            edges[threadIdx.x] = graph.edgeOf(u, v, slot);
        }
        __syncthreads();
        for (u32 k = threadIdx.x; k < upTo[MOTIF_BLOOM_THREADS - 1]; k += MOTIF_BLOOM_THREADS) {
            u32 low = 0, high = MOTIF_BLOOM_THREADS - 1;
            while (low < high) {
                const u32 middle = (low + high) >> 1;
                if (upTo[middle] > k) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            const u64 second = rows[low] + (k - (low > 0 ? upTo[low - 1] : 0));
            visit(edges[low], (u32)second, graph.neighbors[second]);
        }
    }
    __syncthreads();
}

/**
 * Calls visit(u) for start vertices with wedges, heaviest first, until there are none or the time is over. `claimed` is
 * the number of claims, which include those beyond the last vertex. All threads of the block call it.
 */
template <class Visit>
__device__ __forceinline__ void forEachStart(
        const u32* __restrict__ order, const u64* __restrict__ keyStarts, u64* claimed, u64 nanos, Visit visit) {
    __shared__ u64 claim;
    const u64 count = keyStarts[MOTIF_WORK_KEY_IDLE], deadline = deviceNanos() + nanos;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) {
            claim = deviceNanos() < deadline ? atomicAdd(claimed, 1ull) : count;
        }
        __syncthreads();
        if (claim >= count) {
            return;
        }
        visit(order[claim]);
    }
}

/**
 * Counts for each edge its butterflies and links, and for each start vertex its blooms and the wedges in them; `totals`
 * gets the sums of the latter two. `maps` has vertexCount words a block, which are 0 before and after.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_BLOOM_THREADS) wing_counts_per_block(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ prefixes,
        u32 vertexCount, const u32* __restrict__ order, const u64* __restrict__ keyStarts, u64* claimed, u64 nanos,
        u32* maps, u64* supports, u32* linkCounts, u32* bloomsOf, u64* wedgesOf, u64* totals) {
    __shared__ u32 blooms;
    __shared__ u64 wedges;
    const RankedGraph graph = {offsets, neighbors, prefixes};
    u32* map = maps + (u64)blockIdx.x * vertexCount;
    forEachStart(order, keyStarts, claimed, nanos, [&](u32 u) {
        if (threadIdx.x == 0) {
            blooms = 0;
            wedges = 0;
        }
        forEachWedge(graph, u, [&](u32, u32, u32 w) { atomicAdd(&map[w], 1); });
        forEachWedge(graph, u, [&](u32 first, u32 second, u32 w) {
            const u32 others = __ldcg(&map[w]) - 1;
            if (others > 0) {
                atomicAdd(&supports[first], (u64)others);
                atomicAdd(&supports[second], (u64)others);
                atomicAdd(&linkCounts[first], 1);
                atomicAdd(&linkCounts[second], 1);
            }
        });
        forEachWedge(graph, u, [&](u32, u32, u32 w) {
            const u32 common = atomicExch(&map[w], 0);
            if (common > 1) {
                atomicAdd(&blooms, 1);
                atomicAdd(&wedges, (u64)common);
            }
        });
        if (threadIdx.x == 0) {
            bloomsOf[u] = blooms;
            wedgesOf[u] = wedges;
            atomicAdd(&totals[0], (u64)blooms);
            atomicAdd(&totals[1], wedges);
        }
    });
}

/**
 * Lists the edges, and gives each its range among the links: linkStarts gets the end of the range, which moves to its
 * start as links are written. `listed` and `linked` are zero before.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SLOT_THREADS) wing_edges_per_slot(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32 vertexCount, u64 slotCount,
        const u32* __restrict__ linkCounts, u64* __restrict__ linkStarts, u32* __restrict__ edges, u64* listed,
        u64* linked) {
    forEachSlotOfWarps(offsets, vertexCount, 0, slotCount, [&](u64 slot, u32 row, bool isSlot) {
        const bool named = isSlot && neighbors[slot] < row;
        const u32 links = named ? linkCounts[slot] : 0;
        u64 end = warpSumUpTo((u64)links);
        u64 start = 0;
        if ((threadIdx.x & 31) == 31) {
            start = atomicAdd(linked, end);
        }
        end += __shfl_sync(FULL_WARP, start, 31);
        if (named) {
            edges[append(listed)] = (u32)slot;
            linkStarts[slot] = end;
        }
    });
}

/**
 * The two edges of a wedge; or, as a link of an edge, a bloom and the edge's twin, the other edge of its wedge there.
 */
typedef uint2 Pair;

/** Blooms, or their parts in ranges; WingGpu.java has the sizes of the arrays. */
struct Blooms {
    u64* bloomStarts;  // by bloom: where its wedges are in members
    u32* spans;        // by bloom: how many places its wedges take there, those that are gone but not dropped included
    u32* sizes;        // by bloom: its wedges at the beginning of the round
    u32* lefts;        // by bloom: the wedges that are left now
    u32* members;      // Pairs by bloom: its wedges, each as its two edges
    u32* links;        // Pairs by edge: the bloom and the twin of each of its wedges

    __device__ __forceinline__ Pair* membersOf(u32 bloom) const {
        return reinterpret_cast<Pair*>(members) + __ldcg(&bloomStarts[bloom]);
    }
    __device__ __forceinline__ Pair* linksFrom(u64 start) const { return reinterpret_cast<Pair*>(links) + start; }
};

/** Writes the wedges of each bloom and the links of each edge. The two words of `listed` are zero before. */
extern "C" __global__ void __launch_bounds__(MOTIF_BLOOM_THREADS) wing_blooms_per_block(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ prefixes,
        u32 vertexCount, const u32* __restrict__ order, const u64* __restrict__ keyStarts, u64* claimed, u64 nanos,
        u32* maps, const u32* __restrict__ bloomsOf, const u64* __restrict__ wedgesOf, u64* listed, u64* linkStarts,
        Blooms all) {
    __shared__ u64 firstBloom, firstWedge;
    __shared__ u32 blooms;
    __shared__ u64 wedges;
    const RankedGraph graph = {offsets, neighbors, prefixes};
    u32* map = maps + (u64)blockIdx.x * vertexCount;
    forEachStart(order, keyStarts, claimed, nanos, [&](u32 u) {
        if (bloomsOf[u] == 0) {
            return;
        }
        if (threadIdx.x == 0) {
            firstBloom = atomicAdd(&listed[0], (u64)bloomsOf[u]);
            firstWedge = atomicAdd(&listed[1], wedgesOf[u]);
            blooms = 0;
            wedges = 0;
        }
        forEachWedge(graph, u, [&](u32, u32, u32 w) { atomicAdd(&map[w], 1); });
        forEachWedge(graph, u, [&](u32, u32, u32 w) {
            const u32 common = __ldcg(&map[w]);
            // One of the wedges numbers the bloom; until it has, the others find nothing to number.
            if (common > 1 && common < NUMBERED && atomicCAS(&map[w], common, NUMBERED) == common) {
                const u32 bloom = (u32)firstBloom + atomicAdd(&blooms, 1);
                all.bloomStarts[bloom] = firstWedge + atomicAdd(&wedges, (u64)common);
                all.spans[bloom] = common;
                all.sizes[bloom] = common;
                all.lefts[bloom] = 0;
                atomicOr(&map[w], bloom);
            }
        });
        forEachWedge(graph, u, [&](u32 first, u32 second, u32 w) {
            const u32 numbered = __ldcg(&map[w]);
            if (numbered >= NUMBERED) {
                const u32 bloom = numbered ^ NUMBERED;
                all.membersOf(bloom)[atomicAdd(&all.lefts[bloom], 1)] = {first, second};
                *all.linksFrom(atomicAdd(&linkStarts[first], ~0ull) - 1) = {bloom, second};
                *all.linksFrom(atomicAdd(&linkStarts[second], ~0ull) - 1) = {bloom, first};
            }
        });
        forEachWedge(graph, u, [&](u32, u32, u32 w) { map[w] = 0; });
    });
}

/** The split of blooms into their parts in the ranges from `firstRange` on, of which it links the edges. */
struct Split {
    const u64* wholeStarts;   // by bloom: where its wedges are in wholeMembers
    const u32* wholeSpans;    // by bloom: its wedges
    const u32* wholeMembers;  // Pairs
    const u32* rangeOf;       // by edge
    u32 bloomCount;
    u32 firstRange, rangeCount;
    const u64* linkStarts;  // by edge
    u32* linkCounts;        // by edge, 0 before: its links
    u64* partCount;         // 0 before

    /** The range of a wedge. */
    __device__ __forceinline__ u32 rangeOfPair(Pair wedge) const { return min(rangeOf[wedge.x], rangeOf[wedge.y]); }

    /**
     * Lays out the parts of a bloom whose wedges begin at `start`. `placeOf` has its wedges by range, and gets where the
     * next one of each range comes among them; `partOf` gets the number of the part. A warp calls it.
     */
    __device__ __forceinline__ void layOut(const Blooms& parts, u64 start, u32* placeOf, u32* partOf) const {
        const u32 lane = threadIdx.x & 31;
        u32 made = 0;
        for (u32 range = firstRange + lane; range < rangeCount; range += 32) {
            made += placeOf[range] > 0;
        }
        made = warpSum32(made);
        u64 part = 0;
        if (lane == 0 && made > 0) {
            part = atomicAdd(partCount, (u64)made);
        }
        part = __shfl_sync(FULL_WARP, part, 0);
        // From the last range on, so that the wedges of later ranges are those before.
        u32 before = 0;
        for (u32 end = rangeCount; end > firstRange; end -= min(end - firstRange, 32)) {
            const u32 range = end - 1 - lane, members = lane < end - firstRange ? placeOf[range] : 0;
            const u32 upTo = before + warpSumUpTo(members);
            const u32 some = __ballot_sync(FULL_WARP, members > 0);
            if (members > 0) {
                const u32 its = (u32)part + __popc(some & ((1u << lane) - 1));
                parts.bloomStarts[its] = start + (upTo - members);
                parts.spans[its] = members;
                parts.sizes[its] = upTo;
                parts.lefts[its] = upTo;
                placeOf[range] = upTo - members;
                partOf[range] = its;
            }
            part += __popc(some);
            before = __shfl_sync(FULL_WARP, upTo, 31);
        }
    }

    /**
     * Splits a bloom. `size` threads call it, with their `rank` among them and `sync`, which waits for all of them;
     * `placeOf` and `partOf` are theirs, with a word for each range.
     */
    template <class Sync>
    __device__ __forceinline__ void run(
            const Blooms& parts, u32 bloom, u32* placeOf, u32* partOf, u32 rank, u32 size, Sync sync) const {
        const u64 start = wholeStarts[bloom];
        const u32 span = wholeSpans[bloom];
        const Pair* wedges = reinterpret_cast<const Pair*>(wholeMembers) + start;
        sync();
        for (u32 range = rank; range < rangeCount; range += size) {
            placeOf[range] = 0;
        }
        sync();
        for (u32 i = rank; i < span; i += size) {
            atomicAdd(&placeOf[rangeOfPair(wedges[i])], 1);
        }
        sync();
        if (rank < 32) {
            layOut(parts, start, placeOf, partOf);
        }
        sync();
        for (u32 i = rank; i < span; i += size) {
            const Pair wedge = wedges[i];
            const u32 range = rangeOfPair(wedge);
            if (range >= firstRange) {
                const u32 part = partOf[range];
                *(reinterpret_cast<Pair*>(parts.members) + start + atomicAdd(&placeOf[range], 1)) = wedge;
                link(parts, range, part, wedge.x, wedge.y);
                link(parts, range, part, wedge.y, wedge.x);
            }
        }
    }

    /** Links an edge with its part of a bloom if the edge is of that range. */
    __device__ __forceinline__ void link(const Blooms& parts, u32 range, u32 part, u32 edge, u32 twin) const {
        if (rangeOf[edge] == range) {
            *parts.linksFrom(linkStarts[edge] + atomicAdd(&linkCounts[edge], 1)) = {part, twin};
        }
    }
};

/** Splits the blooms of up to LARGE_BLOOM wedges, a warp each. */
extern "C" __global__ void __launch_bounds__(MOTIF_BLOOM_THREADS) wing_parts_per_warp(Split split, Blooms parts) {
    __shared__ u32 places[BLOOM_WARPS][MOTIF_PEEL_RANGES], partsOfWarps[BLOOM_WARPS][MOTIF_PEEL_RANGES];
    const u32 warp = threadIdx.x >> 5;
    for (u32 bloom = blockIdx.x * BLOOM_WARPS + warp; bloom < split.bloomCount; bloom += gridDim.x * BLOOM_WARPS) {
        if (split.wholeSpans[bloom] <= LARGE_BLOOM) {
            split.run(parts, bloom, places[warp], partsOfWarps[warp], threadIdx.x & 31, 32, [] { __syncwarp(); });
        }
    }
}

/** Splits the other blooms, a block each. */
extern "C" __global__ void __launch_bounds__(MOTIF_BLOOM_THREADS) wing_parts_per_block(Split split, Blooms parts) {
    __shared__ u32 places[MOTIF_PEEL_RANGES], partsOfBlock[MOTIF_PEEL_RANGES];
    for (u32 bloom = blockIdx.x; bloom < split.bloomCount; bloom += gridDim.x) {
        if (split.wholeSpans[bloom] > LARGE_BLOOM) {
            split.run(parts, bloom, places, partsOfBlock, threadIdx.x, MOTIF_BLOOM_THREADS, [] { __syncthreads(); });
        }
    }
}

/** The links of an edge, or places of a bloom, of a unit of work. */
static constexpr u32 PLACES_A_UNIT = 32;

__device__ __forceinline__ u32 unitsOf(u32 places) { return places / PLACES_A_UNIT + (places % PLACES_A_UNIT > 0); }

/** A bloom that loses wedges in this round: its number, its range, its places, and its wedges before. */
typedef uint4 Touched;

/** Some of the units of an edge or a bloom: each step-th one in [first, end). */
struct Units {
    u32 first, step, end;
};

/**
 * Takes an edge of this round out of the blooms of its links, of which there are `count`. If both edges of a wedge go,
 * the one with the smaller number takes it.
 */
__device__ __forceinline__ void leaveBlooms(
        const Peeling& peeling, const Blooms& blooms, u32 edge, const Pair* links, u32 count, Units units,
        Touched* touched, u64* touchedCount) {
    const u32 range = peeling.rangeOf(edge);
    const u64 level = peeling.levelOf(range);
    const u64 end = min((u64)units.end * PLACES_A_UNIT, (u64)count), step = (u64)units.step * PLACES_A_UNIT;
    for (u64 i = (u64)units.first * PLACES_A_UNIT + (threadIdx.x & 31); i < end; i += step) {
        const Pair link = links[i];
        const u32 bloom = link.x, twin = link.y;
        const u32 roundOfTwin = peeling.roundOf(twin), size = __ldcg(&blooms.sizes[bloom]);
        // A twin of a later range stays, and its support does not change.
        const bool later = peeling.rangeOf(twin) != range;
        const bool lowered = !later && peeling.stays(roundOfTwin);
        if (later || lowered || (roundOfTwin == peeling.round && twin > edge)) {
            // Both atomics are in flight before either result is used, since a round mostly waits for memory.
            const u32 left = atomicSub(&blooms.lefts[bloom], 1);
            const u64 before = lowered ? peeling.take(twin, size - 1) : 0;
            if (left == size) {
                // The places are the same until the round's second phase.
                touched[append(touchedCount)] = make_uint4(bloom, range, __ldcg(&blooms.spans[bloom]), size);
            }
            peeling.settle(twin, before, size - 1, range, level);
        }
    }
}

/**
 * Lowers the supports of the edges of the wedges that stay in some units of a bloom, by a butterfly for each wedge lost.
 * A warp that has the whole bloom also drops the wedges that are gone, but not in the coarse pass, since blooms are split
 * after it.
 */
__device__ __forceinline__ void shrinkBloom(
        const Peeling& peeling, const Blooms& blooms, const Touched& touched, Units units) {
    const u32 lane = threadIdx.x & 31, bloom = touched.x, range = touched.y, span = touched.z;
    const u32 after = __ldcg(&blooms.lefts[bloom]);
    const u64 end = min((u64)units.end * PLACES_A_UNIT, (u64)span), step = (u64)units.step * PLACES_A_UNIT;
    const u64 lost = touched.w - after, level = peeling.levelOf(range);
    const bool hasAll = units.first == 0 && end == span && (units.step == 1 || span <= PLACES_A_UNIT);
    const bool drops = hasAll && !peeling.job.isCoarse();
    Pair* members = blooms.membersOf(bloom);
    u32 kept = 0;
    for (u64 first = (u64)units.first * PLACES_A_UNIT; after > 0 && first < end; first += step) {
        Pair member = {0, 0};
        bool stays = false, lowersX = false, lowersY = false;
        if (first + lane < end) {
            member = __ldcg(&members[first + lane]);
            const u32 roundOfX = peeling.roundOf(member.x), roundOfY = peeling.roundOf(member.y);
            lowersX = peeling.rangeOf(member.x) == range;
            lowersY = peeling.rangeOf(member.y) == range;
            stays = (!lowersX || peeling.stays(roundOfX)) && (!lowersY || peeling.stays(roundOfY));
        }
        if (stays) {
            const u64 beforeX = lowersX ? peeling.take(member.x, lost) : 0;
            const u64 beforeY = lowersY ? peeling.take(member.y, lost) : 0;
            peeling.settle(member.x, beforeX, lost, range, level);
            peeling.settle(member.y, beforeY, lost, range, level);
        }
        const u32 staying = __ballot_sync(FULL_WARP, stays);
        if (drops && stays) {
            members[kept + __popc(staying & ((1u << lane) - 1))] = member;
        }
        kept += __popc(staying);
    }
    if (units.first == 0 && lane == 0) {
        blooms.sizes[bloom] = after;
        if (drops) {
            blooms.spans[bloom] = kept;
        }
    }
}

/** Peels edges. The two words of `touchedCounts` are zero before each pass. */
extern "C" __global__ void __launch_bounds__(MOTIF_PEEL_THREADS, 1) wing_numbers_per_grid(
        PeelJob job, const u64* __restrict__ linkStarts, const u32* __restrict__ linkCounts, Blooms blooms,
        u32* touchedBlooms, u64* touchedCounts) {
    Touched* touched = reinterpret_cast<Touched*>(touchedBlooms);
    __shared__ RangesOfBlock ranges;
    Peeling peeling(job, ranges);
    const auto deal = [&](u32 count, auto unitsAt, auto visit) {
        if (job.isCoarse()) {
            Deal::evenly(count, unitsAt, [&](u32 position, u32 from, u32 to) { visit(position, Units{from, 1, to}); });
        } else {
            Deal::byItem(count, [&](u32 position, u32 part, u32 share) { visit(position, Units{part, share, ~0u}); });
        }
    };
    const auto leave = [&](u32 count, bool lowers) {
        peeling.numberItems(count);
        if (!lowers) {
            return;
        }
        const auto visit = [&](u32 position, Units units) {
            const u32 edge = peeling.item(position);
            leaveBlooms(
                    peeling, blooms, edge, blooms.linksFrom(linkStarts[edge]), linkCounts[edge], units, touched,
                    &touchedCounts[peeling.round & 1]);
        };
        deal(
                count, [&](u32 position) { return unitsOf(linkCounts[peeling.item(position)]); }, visit);
    };
    const auto shrink = [&](u32, bool) {
        const auto visit = [&](u32 position, Units units) {
            shrinkBloom(peeling, blooms, __ldcg(&touched[position]), units);
        };
        const u32 count = (u32)__ldcg(&touchedCounts[peeling.round & 1]);
        deal(
                count, [&](u32 position) { return unitsOf(__ldcg(&touched[position]).z); }, visit);
        if (Peeling::isKeeper()) {
            touchedCounts[~peeling.round & 1] = 0;
        }
    };
    peeling.run(job.itemCount, leave, shrink);
}
