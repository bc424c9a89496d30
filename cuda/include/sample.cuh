// Estimates from samples of a search, each by one block: of the children of a level's nodes some go on, with a chance that
// grows with their weight, and each of these stands for as many as its chance says. Population.java says why.
#pragma once
#include "include/bit_rows.cuh"
#include "include/slice.cuh"

/** The most threads of a block; any multiple of 32 up to that is right. */
static constexpr u32 SAMPLE_THREADS = 256;
static constexpr u32 NO_PLACE = 0xffffffffu;

/** Rounds in which the weight of what is chosen for certain is looked for; any is right, it only decides how apt. */
static constexpr u32 BOUND_ROUNDS = 64;

static constexpr double MOST_FACTOR = 1e100, MOST_WEIGHT = 1e290;

/** As Choices.factor: a factor of a weight that may have been rounded to 0 or to infinity. Any thread. */
__device__ __forceinline__ double factorOf(double weight) { return fmin(MOST_FACTOR, fmax(1 / MOST_FACTOR, weight)); }

/** C(n, k) by the logarithms of factorials. Any thread. */
__device__ __forceinline__ double choicesOf(const double* __restrict__ logFactorials, u32 n, u32 k) {
    return n < k ? 0.0 : exp(logFactorials[n] - logFactorials[k] - logFactorials[n - k]);
}

/** 64 bits that look random, of a counter: SplitMix64, doi:10.1145/2714064.2660195. Any thread. */
__device__ __forceinline__ u64 randomBits(u64 seed, u64 index) {
    u64 z = seed + (index + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

/** In [0, 1). Any thread. */
__device__ __forceinline__ double randomPart(u64 seed, u64 index) {
    return (double)(randomBits(seed, index) >> 11) * 0x1p-53;
}

/** Sum over the warp, valid on every lane and the same for the same values. All lanes. */
__device__ __forceinline__ double warpSumOf(double x) {
    for (int d = 16; d > 0; d >>= 1) {
        x += __shfl_xor_sync(FULL_WARP, x, d);
    }
    return x;
}

/** Replaces values by the sums of those before them, and returns the sum of all on every lane. All lanes of one warp. */
template <class T>
__device__ __forceinline__ T sumsBefore(T* values, u32 count) {
    const u32 lane = threadIdx.x & 31;
    T before = 0;
    for (u32 base = 0; base < count; base += 32) {
        const T own = base + lane < count ? values[base + lane] : (T)0;
        const T sum = before + warpSumUpTo(own);
        T earlier = __shfl_up_sync(FULL_WARP, sum, 1);
        earlier = lane == 0 ? before : earlier;
        if (base + lane < count) {
            values[base + lane] = earlier;
        }
        before = __shfl_sync(FULL_WARP, sum, 31);
    }
    return before;
}

/** Shared by a block. */
struct SampleShared {
    double sums[SAMPLE_THREADS / 32];
    u32 counts[SAMPLE_THREADS / 32];
    u32 chosen;
};

/** Adds up over the block, in an order that is always the same. All threads; it has barriers. */
__device__ __forceinline__ void blockSums(double& sum, u32& count, SampleShared& shared) {
    const u32 warp = threadIdx.x >> 5;
    const double ofWarp = warpSumOf(sum);
    const u32 countOfWarp = warpSum32(count);
    __syncthreads();
    if ((threadIdx.x & 31) == 0) {
        shared.sums[warp] = ofWarp;
        shared.counts[warp] = countOfWarp;
    }
    __syncthreads();
    sum = 0;
    count = 0;
    for (u32 w = 0; w < blockDim.x >> 5; w++) {
        sum += shared.sums[w];
        count += shared.counts[w];
    }
}

/** The weight from which on children go on for certain; 0 when all do. All threads; it has barriers. */
__device__ __forceinline__ double boundOf(const double* weights, u32 items, u32 most, SampleShared& shared) {
    double light = 0;
    u32 heavy = 0;
    for (u32 i = threadIdx.x; i < items; i += blockDim.x) {
        heavy += weights[i] > 0;
    }
    blockSums(light, heavy, shared);
    if (heavy <= most) {
        return 0;
    }
    double bound = 2 * MOST_WEIGHT;
    for (u32 round = 0; round < BOUND_ROUNDS; round++) {
        light = 0;
        heavy = 0;
        for (u32 i = threadIdx.x; i < items; i += blockDim.x) {
            const double weight = weights[i];
            heavy += weight >= bound;
            light += weight >= bound ? 0 : weight;
        }
        blockSums(light, heavy, shared);
        const double next = heavy < most ? light / (most - heavy) : bound;
        if (next >= bound || light == 0) {
            break;
        }
        bound = next;
    }
    return bound;
}

/** How many of the points point, point + 1, ... are below x. Any thread. */
__device__ __forceinline__ u32 pointsBelow(double x, double point) { return x > point ? (u32)ceil(x - point) : 0; }

/** The chance of a child that may not go on; 0 of others. Any thread. */
__device__ __forceinline__ double lightChance(double weight, double bound) {
    return weight > 0 && weight < bound ? weight / bound : 0.0;
}

/**
 * Calls visit(lanes, place, chance) for the children of a node, 32 at a time, where `lanes` have those that go on. All
 * lanes of a warp.
 *
 * @param before the sum of the chances of light children of earlier nodes
 */
template <class Visit>
__device__ __forceinline__ void visitChosen(
        const double* weights, u32 candidates, double bound, double before, double point, Visit visit) {
    const u32 lane = threadIdx.x & 31;
    for (u32 base = 0; base < candidates; base += 32) {
        const double weight = base + lane < candidates ? weights[base + lane] : 0.0;
        const double chance = lightChance(weight, bound);
        const double sum = before + warpSumUpTo(chance);
        double earlier = __shfl_up_sync(FULL_WARP, sum, 1);
        earlier = lane == 0 ? before : earlier;
        const bool chosen = chance > 0 ? pointsBelow(sum, point) > pointsBelow(earlier, point) : weight > 0;
        visit(__ballot_sync(FULL_WARP, chosen), base + lane, chance > 0 ? chance : 1.0);
        before = __shfl_sync(FULL_WARP, sum, 31);
    }
}

/** Memory of a block for the nodes of a level and of the next one. */
struct SampleSpace {
    double* weights;  // of the children, by node and place
    double* sums;     // for each node
    double *standsFor, *nextStandsFor;
    u32* counts;  // for each node
    u32 *items, *nextItems;
    u32 *sets, *nextSets;

    /** The nodes that there is room for where `most` are to go on. */
    __host__ __device__ static u32 places(u32 most) { return most + 2; }

    __device__ __forceinline__ SampleSpace(u64* scratch, u32 candidates, u32 words, u32 most) {
        const u32 room = places(most);
        weights = (double*)scratch;
        sums = weights + (u64)room * candidates;
        standsFor = sums + room;
        nextStandsFor = standsFor + room;
        counts = (u32*)(nextStandsFor + room);
        items = counts + room;
        nextItems = items + room;
        sets = nextItems + room;
        nextSets = sets + (u64)room * words;
    }

    __device__ __forceinline__ void swap() {
        double* other = standsFor;
        standsFor = nextStandsFor;
        nextStandsFor = other;
        u32* otherItems = items;
        items = nextItems;
        nextItems = otherItems;
        u32* otherSets = sets;
        sets = nextSets;
        nextSets = otherSets;
    }
};

/**
 * Chooses about `most` children of all nodes, at most one more: their numbers, node * candidates + place, in nextItems, and
 * how many each stands for among its siblings in nextStandsFor. Returns how many. All threads; it has barriers.
 */
__device__ __forceinline__ u32
chooseChildren(const SampleSpace& space, u32 nodes, u32 candidates, u32 most, double point, SampleShared& shared) {
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const double bound = boundOf(space.weights, nodes * candidates, most, shared);
    for (u32 node = warp; node < nodes; node += blockDim.x >> 5) {
        double sum = 0;
        for (u32 i = lane; i < candidates; i += 32) {
            sum += lightChance(space.weights[(u64)node * candidates + i], bound);
        }
        sum = warpSumOf(sum);
        if (lane == 0) {
            space.sums[node] = sum;
        }
    }
    __syncthreads();
    if (warp == 0) {
        sumsBefore(space.sums, nodes);
    }
    __syncthreads();
    for (u32 node = warp; node < nodes; node += blockDim.x >> 5) {
        u32 count = 0;
        visitChosen(
                space.weights + (u64)node * candidates, candidates, bound, space.sums[node], point,
                [&](u32 lanes, u32, double) { count += __popc(lanes); });
        if (lane == 0) {
            space.counts[node] = count;
        }
    }
    __syncthreads();
    if (warp == 0) {
        const u32 all = sumsBefore(space.counts, nodes);
        if (lane == 0) {
            shared.chosen = min(all, SampleSpace::places(most));
        }
    }
    __syncthreads();
    const u32 chosen = shared.chosen;
    for (u32 node = warp; node < nodes; node += blockDim.x >> 5) {
        u32 at = space.counts[node];
        visitChosen(
                space.weights + (u64)node * candidates, candidates, bound, space.sums[node], point,
                [&](u32 lanes, u32 place, double chance) {
                    const u32 own = at + __popc(lanes & ((1u << lane) - 1));
                    if ((lanes >> lane & 1) && own < chosen) {
                        space.nextItems[own] = node * candidates + place;
                        space.nextStandsFor[own] = 1 / chance;
                    }
                    at += __popc(lanes);
                });
    }
    __syncthreads();
    return chosen;
}

/** A graph among the candidates of a root: rows of bits, word k of that of candidate x in rows[k * candidates + x]. */
struct SampledGraph {
    const u32* __restrict__ rows;
    u32 candidates;
    u32 members;  // of the set that the first node has

    /** @param graphs for each root where its rows begin, and candidates | members << 32 */
    __device__ __forceinline__ SampledGraph(const u64* __restrict__ graphs, const u32* __restrict__ allRows, u32 root)
        : rows(allRows + graphs[2ull * root]),
          candidates((u32)graphs[2ull * root + 1]),
          members((u32)(graphs[2ull * root + 1] >> 32)) {}

    /** The members of a set that the row of x has, up to word `words`. Any thread. */
    __device__ __forceinline__ u32 shared(const u32* set, u32 x, u32 words) const {
        u32 common = 0;
#pragma unroll 4
        for (u32 k = 0; k < words; k++) {
            common += __popc(set[k] & rows[(u64)k * candidates + x]);
        }
        return common;
    }
};

/**
 * An estimate of what a root holds, without bias, on every thread. All threads; it has barriers. A family says what a search
 * is:
 *
 * expand(set, last, standsFor, need, weights): writes the weight of each child of a node, 0 where there is none; a child
 *     needs `need` more vertices, and `last` is the place of the vertex added last. All lanes of a warp.
 * orders(need): by how many children of a node each set is found. Any thread.
 * count(set, last): what a node holds that is not searched further, on every lane. All lanes of a warp.
 *
 * @param need vertices that a child of the first node needs
 * @param lastNeed vertices that a node needs which is counted
 * @param most nodes of a level, about
 */
template <class Family>
__device__ __forceinline__ double estimateOf(
        const Family& family, const SampledGraph& graph, u32 need, u32 lastNeed, u32 most, u64 seed, u64* scratch,
        SampleShared& shared) {
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const u32 candidates = graph.candidates, words = setWords(graph.members);
    SampleSpace space(scratch, candidates, words, most);
    if (warp == 0) {
        fillSet(space.sets, graph.members);
        if (lane == 0) {
            space.standsFor[0] = 1;
            space.items[0] = NO_PLACE;
        }
    }
    __syncthreads();
    u32 nodes = 1;
    for (u32 level = 0; nodes > 0 && need >= lastNeed; level++, need--) {
        for (u32 node = warp; node < nodes; node += blockDim.x >> 5) {
            const u32 item = space.items[node];
            family.expand(
                    space.sets + (u64)node * words, item == NO_PLACE ? NO_PLACE : item % candidates,
                    space.standsFor[node], need, space.weights + (u64)node * candidates);
        }
        __syncthreads();
        nodes = chooseChildren(space, nodes, candidates, most, randomPart(seed, level), shared);
        for (u32 i = warp; i < nodes; i += blockDim.x >> 5) {
            const u32 node = space.nextItems[i] / candidates, place = space.nextItems[i] % candidates;
            for (u32 k = lane; k < words; k += 32) {
                space.nextSets[(u64)i * words + k] =
                        space.sets[(u64)node * words + k] & graph.rows[(u64)k * candidates + place];
            }
            if (lane == 0) {
                space.nextStandsFor[i] *= space.standsFor[node] / family.orders(need);
            }
        }
        __syncthreads();
        space.swap();
    }
    double sum = 0;
    for (u32 node = warp; node < nodes; node += blockDim.x >> 5) {
        const u32 item = space.items[node];
        const double count =
                family.count(space.sets + (u64)node * words, item == NO_PLACE ? NO_PLACE : item % candidates);
        sum += lane == 0 ? space.standsFor[node] * count : 0;
    }
    u32 none = 0;
    blockSums(sum, none, shared);
    return sum;
}

/** Claims the next of `count` items for the block; `count` when none is left or the time is over. All threads. */
__device__ __forceinline__ u32 claimInTime(const Slice& slice, u64* claimed, u32 count, u64* unfinished) {
    __shared__ u32 item;
    __syncthreads();
    if (threadIdx.x == 0) {
        item = count;
        if (slice.isOver()) {
            *unfinished = 1;
        } else {
            const u64 next = atomicAdd(claimed, 1ull);
            item = next < count ? (u32)next : count;
        }
    }
    __syncthreads();
    return item;
}
