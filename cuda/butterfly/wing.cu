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
// blooms lose what was lost. A bloom or an edge has as many warps as there are to spare; with only one the wedges of a
// bloom that are gone are dropped on the way.
#include "include/csr.cuh"
#include "include/peel.cuh"

static constexpr u32 BLOOM_WARPS = MOTIF_BLOOM_THREADS / 32;

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

/** The sum of x over the threads up to this one. All threads of a block of MOTIF_BLOOM_THREADS call it. */
__device__ __forceinline__ u32 sumUpTo(u32 x) {
    __shared__ u32 sums[BLOOM_WARPS];
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (u32 d = 1; d < 32; d <<= 1) {
        u32 below = __shfl_up_sync(FULL_WARP, x, d);
        x += lane >= d ? below : 0;
    }
    if (lane == 31) {
        sums[warp] = x;
    }
    __syncthreads();
    for (u32 i = 0; i < warp; i++) {
        x += sums[i];
    }
    return x;
}

/**
 * Calls visit(first, second, w) for each wedge u-v-w with w before u and v, where first and second are its edges u-v
 * and v-w. All threads of a block of MOTIF_BLOOM_THREADS call it; it begins and ends with a barrier.
 */
template <class Visit>
__device__ __forceinline__ void forEachWedge(const RankedGraph& graph, u32 u, Visit visit) {
    __shared__ u32 upTo[MOTIF_BLOOM_THREADS], edges[MOTIF_BLOOM_THREADS];
    __shared__ u64 rows[MOTIF_BLOOM_THREADS];
    const u64 begin = graph.offsets[u], end = graph.offsets[(u64)u + 1];
    for (u64 first = begin; first < end; first += MOTIF_BLOOM_THREADS) {
        const u64 slot = first + threadIdx.x;
        const u32 length = slot < end ? graph.prefixes[slot] : 0;
        __syncthreads();
        upTo[threadIdx.x] = sumUpTo(length);
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
    __shared__ u32 firstRow, lastRow;
    const u64 tiles = (slotCount + MOTIF_SLOT_TILE - 1) / MOTIF_SLOT_TILE;
    for (u64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const u64 from = tile * MOTIF_SLOT_TILE, to = min(from + MOTIF_SLOT_TILE, slotCount);
        if (threadIdx.x == 0) {
            firstRow = rowOfSlot(offsets, 0, vertexCount - 1, from);
        } else if (threadIdx.x == 32) {
            lastRow = rowOfSlot(offsets, 0, vertexCount - 1, to - 1);
        }
        __syncthreads();
        for (u64 first = from; first < to; first += blockDim.x) {
            const u64 slot = first + threadIdx.x;
            const bool named = slot < to && neighbors[slot] < rowOfSlot(offsets, firstRow, lastRow, slot);
            const u32 links = named ? linkCounts[slot] : 0;
            u64 end = links;
            for (u32 d = 1; d < 32; d <<= 1) {
                const u64 below = __shfl_up_sync(FULL_WARP, end, d);
                end += (threadIdx.x & 31) >= d ? below : 0;
            }
            u64 start = 0;
            if ((threadIdx.x & 31) == 31) {
                start = atomicAdd(linked, end);
            }
            end += __shfl_sync(FULL_WARP, start, 31);
            if (named) {
                edges[append(listed)] = (u32)slot;
                linkStarts[slot] = end;
            }
        }
        __syncthreads();
    }
}

/**
 * The two edges of a wedge; or, as a link of an edge, a bloom and the edge's twin, the other edge of its wedge there.
 */
typedef uint2 Pair;

/** The blooms; WingGpu.java has the sizes of the arrays. */
struct Blooms {
    u64* starts;    // by bloom: where its wedges are in members
    u32* spans;     // by bloom: how many places its wedges take there, those that are gone but not dropped included
    u32* sizes;     // by bloom: its wedges at the beginning of the round
    u32* lefts;     // by bloom: the wedges that are left now
    Pair* members;  // by bloom: its wedges, each as its two edges
    Pair* links;    // by edge: the bloom and the twin of each of its wedges
};

/** Writes the wedges of each bloom and the links of each edge. The two words of `listed` are zero before. */
extern "C" __global__ void __launch_bounds__(MOTIF_BLOOM_THREADS) wing_blooms_per_block(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ prefixes,
        u32 vertexCount, const u32* __restrict__ order, const u64* __restrict__ keyStarts, u64* claimed, u64 nanos,
        u32* maps, const u32* __restrict__ bloomsOf, const u64* __restrict__ wedgesOf, u64* listed, u64* linkStarts,
        u64* bloomStarts, u32* spans, u32* sizes, u32* lefts, u32* members, u32* links) {
    __shared__ u64 firstBloom, firstWedge;
    __shared__ u32 blooms;
    __shared__ u64 wedges;
    const RankedGraph graph = {offsets, neighbors, prefixes};
    const Blooms all = {
            bloomStarts, spans, sizes, lefts, reinterpret_cast<Pair*>(members), reinterpret_cast<Pair*>(links)};
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
                all.starts[bloom] = firstWedge + atomicAdd(&wedges, (u64)common);
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
                all.members[__ldcg(&all.starts[bloom]) + atomicAdd(&all.lefts[bloom], 1)] = {first, second};
                all.links[atomicAdd(&linkStarts[first], ~0ull) - 1] = {bloom, second};
                all.links[atomicAdd(&linkStarts[second], ~0ull) - 1] = {bloom, first};
            }
        });
        forEachWedge(graph, u, [&](u32, u32, u32 w) { map[w] = 0; });
    });
}

/** A bloom that loses wedges in this round, and its wedges before. */
typedef uint2 Touched;

/**
 * Takes an edge of this round out of its blooms. If both edges of a wedge go, the one with the smaller number takes it.
 */
__device__ __forceinline__ void leaveBlooms(
        const Peeling& peeling, const Blooms& blooms, u32 edge, u64 start, u32 count, u32 part, u32 share,
        Touched* touched, u64* touchedCount) {
    for (u32 i = part * 32 + (threadIdx.x & 31); i < count; i += share * 32) {
        const Pair link = blooms.links[start + i];
        const u32 bloom = link.x, twin = link.y;
        const u32 roundOfTwin = peeling.roundOf(twin), size = __ldcg(&blooms.sizes[bloom]);
        const bool twinStays = peeling.stays(roundOfTwin);
        if (twinStays || (roundOfTwin == peeling.round && twin > edge)) {
            // Both atomics are in flight before either result is used, since a round mostly waits for memory.
            const u32 left = atomicSub(&blooms.lefts[bloom], 1);
            const u64 before = twinStays ? peeling.take(twin, size - 1) : 0;
            if (left == size) {
                touched[append(touchedCount)] = {bloom, size};
            }
            peeling.settle(twin, before, size - 1);
        }
    }
}

/** Lowers the supports of the edges of the wedges that stay in a bloom, by a butterfly for each wedge lost. */
__device__ __forceinline__ void shrinkBloom(
        const Peeling& peeling, const Blooms& blooms, u32 bloom, u32 before, u32 part, u32 share) {
    const u32 lane = threadIdx.x & 31;
    const u32 after = __ldcg(&blooms.lefts[bloom]), span = __ldcg(&blooms.spans[bloom]);
    const u64 lost = before - after;
    Pair* members = blooms.members + blooms.starts[bloom];
    u32 kept = 0;
    for (u32 first = part * 32; after > 0 && first < span; first += share * 32) {
        Pair member = {0, 0};
        bool stays = false;
        if (first + lane < span) {
            member = __ldcg(&members[first + lane]);
            const u32 roundOfX = peeling.roundOf(member.x), roundOfY = peeling.roundOf(member.y);
            stays = peeling.stays(roundOfX) && peeling.stays(roundOfY);
        }
        if (stays) {
            const u64 beforeX = peeling.take(member.x, lost), beforeY = peeling.take(member.y, lost);
            peeling.settle(member.x, beforeX, lost);
            peeling.settle(member.y, beforeY, lost);
        }
        const u32 staying = __ballot_sync(FULL_WARP, stays);
        if (share == 1 && stays) {
            members[kept + __popc(staying & ((1u << lane) - 1))] = member;
        }
        kept += __popc(staying);
    }
    if (part == 0 && lane == 0) {
        blooms.sizes[bloom] = after;
        if (share == 1) {
            blooms.spans[bloom] = kept;
        }
    }
}

/**
 * Peels edges for about `nanos` nanoseconds. `numbers` may be `supports`. The two words of `touchedCounts` are zero
 * before the first launch.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_PEEL_THREADS, 1) wing_numbers_per_grid(
        u64* state, u64 itemCount, u64* supports, u64* numbers, u32* rounds, u32* order, u32* list, u32* otherList,
        u64 nanos, const u64* __restrict__ linkStarts, const u32* __restrict__ linkCounts, u64* bloomStarts, u32* spans,
        u32* sizes, u32* lefts, u32* members, u32* links, u32* touchedBlooms, u64* touchedCounts) {
    const Blooms blooms = {
            bloomStarts, spans, sizes, lefts, reinterpret_cast<Pair*>(members), reinterpret_cast<Pair*>(links)};
    Touched* touched = reinterpret_cast<Touched*>(touchedBlooms);
    Peeling peeling = {supports, numbers,   rounds,    order,
                       list,     otherList, itemCount, reinterpret_cast<PeelState*>(state)};
    peeling.run(itemCount, nanos, [&](const cooperative_groups::grid_group& grid, u32 count, bool lowers) {
        u64* touchedCount = &touchedCounts[peeling.round & 1];
        const Deal edges(count);
        edges.forEach([&](u32 item, u32 part) {
            const u32 edge = peeling.item(item);
            if (part == 0 && (threadIdx.x & 31) == 0) {
                peeling.numbers[edge] = peeling.level;
            }
            if (lowers) {
                leaveBlooms(
                        peeling, blooms, edge, linkStarts[edge], linkCounts[edge], part, edges.share, touched,
                        touchedCount);
            }
        });
        grid.sync();
        const Deal shrinking(__ldcg(touchedCount));
        shrinking.forEach([&](u32 item, u32 part) {
            const Touched bloom = __ldcg(&touched[item]);
            shrinkBloom(peeling, blooms, bloom.x, bloom.y, part, shrinking.share);
        });
        if (Peeling::isKeeper()) {
            touchedCounts[~peeling.round & 1] = 0;
        }
    });
}
