// The triads of a graph whose edges have directions. TriadAlgorithm.java has the definition, TriadTable.java the codes of
// three vertices and their places; the oriented graph is that of triangle_prep.cu.
//
// Closed triads are the triangles w < v < u, by rank. A block takes a tile of slots (u, v). For each of them the shorter
// one of the rows of u before v, and of v, is looked up in the other one: each w in both makes a triangle. The neighbors
// of all shorter rows are dealt to the threads one by one, whatever row they are in. What is found is counted in shared
// memory by its slot and by the dyads of the other two edges; these counts give the totals by code, and the places of u
// and v. The place of w goes to memory for each triangle, where w is one of the first ranks, as it often is, to shared
// memory. Wedges follow from the degrees by dyad: a vertex as their middle from its own, as an end from its neighbors'.
//
// Launches. The words are those of cuda/README.md; "dyad" is as in Triad.java.
//
// dyads u8[m]; for each slot (u, v) its dyad, seen from u. degrees u32[3n] (zero); for each rank its neighbors by dyad,
// seen from it: out, in, mutual. vertices u32[n]; for each rank its vertex. placesOf u64[64]; for each code the places of
// its three vertices, 8 bits each, the first one in the lowest bits. counts u64[64] (zero); by code the closed triads and
// the wedges whose first dyad is the smaller one, and by the code of a mutual dyad alone twice the mutual edges.
// perVertex u64[placeCount n] (zero); the places of each vertex, those in wedges whether or not their ends are joined;
// without it placeCount is 0. counts and perVertex are added to, so that ranges may be counted one by one.
//   step; kernel; grid x block:
//     1  triad_directions_per_edge; any x 256; directions u64[m/32]; 2 bits an edge, by its number, seen from the vertex
//       of the smaller id
//     2  triad_dyads_per_slot; m/SLOT_TILE x SLOT_THREADS
//     3  triad_closed_per_slot (zero claimed u64[1] before the first launch and unfinished u64[1] before each); resident
//       x 256; again and again until it stays 0
//     4  triad_wedges_per_vertex; any x 256
//     5  triad_ends_per_slot, for places alone; m/SLOT_TILE x SLOT_THREADS
#include "count/shared_sums.cuh"
#include "include/csr.cuh"
#include "include/kernel_abi.h"
#include "include/slice.cuh"

typedef unsigned char u8;

static constexpr u32 THREADS = 256;

/** The slots that a block claims at a time: a power of two, at most as many as threads. */
static constexpr u32 SLOTS_PER_TILE = 128;

/** The kinds of dyads of edges: out, in, mutual. */
static constexpr u32 KINDS = 3;
static constexpr u32 MUTUAL = 3;

static constexpr u32 CODES = 64;

/** The places of the first ranks that a block keeps in shared memory. */
static constexpr u32 HUB_PLACES = 1920;

__device__ __forceinline__ u32 reversed(u32 dyad) { return (dyad & 1) << 1 | dyad >> 1; }

__device__ __forceinline__ u32 codeOf(u32 ab, u32 bc, u32 ac) { return ab << 4 | bc << 2 | ac; }

__device__ __forceinline__ u32 wedgeOf(u32 toFirst, u32 toThird) { return codeOf(reversed(toFirst), toThird, 0); }

/** The place of the first, second or third vertex of a code, of which `ordinal` is 0, 1 or 2. */
__device__ __forceinline__ u32 placeOf(const u64* __restrict__ placesOf, u32 code, u32 ordinal) {
    return placesOf[code] >> (8 * ordinal) & 0xff;
}

/** Where the number of neighbors of a rank with a dyad is. */
__device__ __forceinline__ u64 degreeAt(u32 rank, u32 dyad) { return (u64)KINDS * rank + dyad - 1; }

/** The numbers of places, of which those of hubs are in shared memory until all are added. */
struct Places {
    SharedSums<HUB_PLACES>& hubs;
    const u64* __restrict__ placesOf;
    const u32* __restrict__ vertices;
    u32 count;  // of each vertex; 0: none are wanted
    u64* perVertex;

    __device__ __forceinline__ bool wanted() const { return count > 0; }
    /** Adds to the place that the vertex of `rank` has in a code. Any thread. */
    __device__ __forceinline__ void add(u32 rank, u32 code, u32 ordinal, u32 x) const {
        const u32 place = placeOf(placesOf, code, ordinal);
        const u64 at = (u64)rank * count + place;
        if (at < HUB_PLACES) {
            hubs.add((u32)at, x);
        } else if (x > 0) {
            addToVertex(rank, place, x);
        }
    }
    /** All threads of the block, when all have added. */
    __device__ __forceinline__ void flush() const {
        hubs.forEach([&](u32 at, u64 sum) { addToVertex(at / count, at % count, sum); });
    }

private:
    __device__ __forceinline__ void addToVertex(u32 rank, u32 place, u64 x) const {
        atomicAdd(&perVertex[(u64)vertices[rank] * count + place], x);
    }
};

/** dyads[slot], as seen from the vertex of the smaller id of each edge. */
extern "C" __global__ void triad_directions_per_edge(
        const u64* __restrict__ directions, const u32* __restrict__ slots, u64 edgeCount, u8* __restrict__ dyads) {
    for (u64 edge = blockIdx.x * (u64)blockDim.x + threadIdx.x; edge < edgeCount; edge += (u64)gridDim.x * blockDim.x) {
        dyads[slots[edge]] = (u8)(directions[edge >> 5] >> (2 * (edge & 31)) & 3);
    }
}

/** Turns dyads to be seen from the vertex of the higher rank, and counts them at both vertices. */
extern "C" __global__ void __launch_bounds__(MOTIF_SLOT_THREADS) triad_dyads_per_slot(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32 count, u64 slotCount,
        const u32* __restrict__ vertices, u8* dyads, u32* degrees) {
    forEachSlot(offsets, count, slotCount, [&](u64 slot, u32 u) {
        const u32 w = neighbors[slot];
        const u32 fromSmaller = dyads[slot];
        const u32 dyad = vertices[u] < vertices[w] ? fromSmaller : reversed(fromSmaller);
        dyads[slot] = (u8)dyad;
        atomicAdd(&degrees[degreeAt(u, dyad)], 1u);
        atomicAdd(&degrees[degreeAt(w, reversed(dyad))], 1u);
    });
}

/** The slots (u, v) that a block has claimed, each with the two rows in which a third vertex may be. */
struct Tile {
    static constexpr u32 PAIRS = KINDS * KINDS;

    u64 walked[SLOTS_PER_TILE], other[SLOTS_PER_TILE];  // where the rows begin
    u32 starts[SLOTS_PER_TILE];                         // before each: the neighbors in walked rows
    u32 otherLengths[SLOTS_PER_TILE];
    u32 uppers[SLOTS_PER_TILE], middles[SLOTS_PER_TILE];  // u, v
    u8 dyads[SLOTS_PER_TILE];
    bool walksUpper[SLOTS_PER_TILE];    // whether the walked row is that of u
    u32 found[SLOTS_PER_TILE * PAIRS];  // triads by the dyads from v and from u to the third vertex

    /** Prepares a slot of a row; returns the length of the row that is walked. */
    __device__ __forceinline__ u32
    open(u32 i, u64 slot, u32 u, const u64* __restrict__ offsets, const u32* __restrict__ neighbors,
         const u8* __restrict__ dyadOf) {
        const u32 v = neighbors[slot];
        const u64 ofU = offsets[u], ofV = offsets[v];
        const u32 lengthOfU = (u32)(slot - ofU), lengthOfV = (u32)(offsets[v + 1ull] - ofV);
        uppers[i] = u;
        middles[i] = v;
        dyads[i] = dyadOf[slot];
        walksUpper[i] = lengthOfU < lengthOfV;
        walked[i] = walksUpper[i] ? ofU : ofV;
        other[i] = walksUpper[i] ? ofV : ofU;
        otherLengths[i] = max(lengthOfU, lengthOfV);
        return min(lengthOfU, lengthOfV);
    }
    /** The slot whose walked row has neighbor k of all walked rows. */
    __device__ __forceinline__ u32 slotOf(u32 k) const {
        u32 i = 0;
        for (u32 step = SLOTS_PER_TILE / 2; step > 0; step /= 2) {
            i += starts[i + step] <= k ? step : 0;
        }
        return i;
    }
};

/** Looks neighbor k of all walked rows up, and counts the triad that it makes, if it does. */
__device__ __forceinline__ void lookUp(
        Tile& tile, u32 k, const u32* __restrict__ neighbors, const u8* __restrict__ dyads, const Places& places) {
    const u32 i = tile.slotOf(k);
    const u64 inWalked = tile.walked[i] + (k - tile.starts[i]), end = tile.other[i] + tile.otherLengths[i];
    const u32 w = neighbors[inWalked];
    const u64 inOther = lowerBound(neighbors, tile.other[i], end, w);
    if (inOther < end && neighbors[inOther] == w) {
        const u32 fromV = dyads[tile.walksUpper[i] ? inOther : inWalked];
        const u32 fromU = dyads[tile.walksUpper[i] ? inWalked : inOther];
        atomicAdd(&tile.found[i * Tile::PAIRS + (fromV - 1) * KINDS + fromU - 1], 1u);
        if (places.wanted()) {
            places.add(w, codeOf(tile.dyads[i], fromV, fromU), 2, 1);
        }
    }
}

/**
 * Counts the closed triads whose first two vertices have the slots [first, last). A launch ends after about `nanos`
 * nanoseconds; when it sets *unfinished, launch again. `claimed` is zero before the first launch, and tells the next one
 * where to go on.
 */
extern "C" __global__ void __launch_bounds__(THREADS) triad_closed_per_slot(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32 count, u64 first, u64 last,
        const u8* __restrict__ dyads, const u64* __restrict__ placesOf, const u32* __restrict__ vertices,
        u32 placeCount, u64 nanos, u64* claimed, u64* unfinished, u64* counts, u64* perVertex) {
    __shared__ SharedSums<HUB_PLACES> hubs;
    __shared__ SharedSums<CODES> codes;
    __shared__ Tile tile;
    __shared__ u64 claim;
    __shared__ u32 firstRow, lastRow, total, sums[THREADS / 32];
    const Slice slice(nanos);
    const Places places = {hubs, placesOf, vertices, placeCount, perVertex};
    const u32 id = threadIdx.x;
    hubs.clear();
    codes.clear();
    for (u32 i = id; i < SLOTS_PER_TILE * Tile::PAIRS; i += blockDim.x) {
        tile.found[i] = 0;
    }
    for (bool isOver = false; !isOver;) {
        if (id == 0) {
            claim = atomicAdd(claimed, (u64)SLOTS_PER_TILE);
        }
        __syncthreads();
        const u64 from = first + claim, to = min(from + SLOTS_PER_TILE, last);
        if (from >= last) {
            break;
        }
        if (id == 0) {
            firstRow = rowOfSlot(offsets, 0, count - 1, from);
        } else if (id == 32) {
            lastRow = rowOfSlot(offsets, 0, count - 1, to - 1);
        }
        __syncthreads();
        u32 length = 0;
        if (id < SLOTS_PER_TILE && from + id < to) {
            const u32 row = rowOfSlot(offsets, firstRow, lastRow, from + id);
            length = tile.open(id, from + id, row, offsets, neighbors, dyads);
        }
        const u32 upTo = blockSumUpTo(length, sums);
        if (id < SLOTS_PER_TILE) {
            tile.starts[id] = upTo - length;
        }
        if (id == blockDim.x - 1) {
            total = upTo;
        }
        __syncthreads();
        for (u32 k = id; k < total; k += blockDim.x) {
            lookUp(tile, k, neighbors, dyads, places);
        }
        __syncthreads();
        for (u32 at = id; at < SLOTS_PER_TILE * Tile::PAIRS; at += blockDim.x) {
            const u32 found = tile.found[at];
            if (found > 0) {
                const u32 i = at / Tile::PAIRS, pair = at % Tile::PAIRS;
                const u32 code = codeOf(tile.dyads[i], pair / KINDS + 1, pair % KINDS + 1);
                codes.add(code, found);
                if (places.wanted()) {
                    places.add(tile.uppers[i], code, 0, found);
                    places.add(tile.middles[i], code, 1, found);
                }
                tile.found[at] = 0;
            }
        }
        isOver = __syncthreads_or(id == 0 && slice.isOver());
        if (isOver && id == 0) {
            *unfinished = 1;
        }
    }
    if (places.wanted()) {
        places.flush();
    }
    codes.forEach([&](u32 code, u64 found) { atomicAdd(&counts[code], found); });
}

/** Counts the wedges whose middles have the ranks [from, to), and twice the mutual edges of these. */
extern "C" __global__ void __launch_bounds__(THREADS) triad_wedges_per_vertex(
        const u32* __restrict__ degrees, u32 from, u32 to, const u64* __restrict__ placesOf,
        const u32* __restrict__ vertices, u32 placeCount, u64* counts, u64* perVertex) {
    __shared__ SharedSums<CODES> codes;
    codes.clear();
    __syncthreads();
    u64 sums[KINDS + 1][KINDS + 1] = {}, mutual = 0;
    for (u64 u = from + blockIdx.x * (u64)blockDim.x + threadIdx.x; u < to; u += (u64)gridDim.x * blockDim.x) {
#pragma unroll
        for (u32 a = 1; a <= KINDS; a++) {
#pragma unroll
            for (u32 b = a; b <= KINDS; b++) {
                const u64 ofA = degrees[degreeAt((u32)u, a)], ofB = degrees[degreeAt((u32)u, b)];
                const u64 wedges = a == b ? pairs(ofA) : ofA * ofB;
                sums[a][b] += wedges;
                if (placeCount > 0 && wedges > 0) {
                    // No other thread adds to places in the middle.
                    perVertex[(u64)vertices[u] * placeCount + placeOf(placesOf, wedgeOf(a, b), 1)] += wedges;
                }
            }
        }
        mutual += degrees[degreeAt((u32)u, MUTUAL)];
    }
#pragma unroll
    for (u32 a = 1; a <= KINDS; a++) {
#pragma unroll
        for (u32 b = a; b <= KINDS; b++) {
            const u64 sum = warpSum(sums[a][b]);
            if ((threadIdx.x & 31) == 0) {
                codes.add(wedgeOf(a, b), sum);
            }
        }
    }
    mutual = warpSum(mutual);
    if ((threadIdx.x & 31) == 0) {
        codes.add(codeOf(MUTUAL, 0, 0), mutual);
    }
    codes.forEach([&](u32 code, u64 found) { atomicAdd(&counts[code], found); });
}

/** Adds to the places at the ends of wedges, for each of the slots [first, first + slotCount) as one of their edges. */
extern "C" __global__ void __launch_bounds__(MOTIF_SLOT_THREADS) triad_ends_per_slot(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32 count, u64 first, u64 slotCount,
        const u8* __restrict__ dyads, const u32* __restrict__ degrees, const u64* __restrict__ placesOf,
        const u32* __restrict__ vertices, u32 placeCount, u64* perVertex) {
    __shared__ SharedSums<HUB_PLACES> hubs;
    const Places places = {hubs, placesOf, vertices, placeCount, perVertex};
    hubs.clear();
    __syncthreads();
    forEachSlotOfWarps(offsets, count, first, slotCount, [&](u64 i, u32 u, bool isSlot) {
        if (isSlot) {
            const u32 w = neighbors[first + i], toW = dyads[first + i], toU = reversed(toW);
            for (u32 other = 1; other <= KINDS; other++) {
                places.add(u, wedgeOf(toU, other), 0, degrees[degreeAt(w, other)] - (other == toU ? 1 : 0));
                places.add(w, wedgeOf(toW, other), 0, degrees[degreeAt(u, other)] - (other == toW ? 1 : 0));
            }
        }
    });
    places.flush();
}
