// Estimates of butterflies from pairs of vertices of one side. A block takes some pairs of one estimate, a warp a pair.
#include "include/csr.cuh"
#include "include/sample.cuh"

/** Pairs whose ends are drawn as those of a wedge, and as many by the squares of their degrees: PairSampler.java. */
struct PairSample {
    Rows ends, middles;
    const u64* __restrict__ wedgesBefore;   // for each middle, then their number
    const u64* __restrict__ squaresBefore;  // for each end, then their sum
    u32 middleCount, endCount;

    /** In [0, bound). Any thread. */
    __device__ __forceinline__ static u64 below(u64 bound, u64 seed, u64 index) {
        return __umul64hi(randomBits(seed, index), bound);
    }

    __device__ __forceinline__ double degree(u32 end) const { return (double)(ends.end(end) - ends.begin(end)); }

    /** The butterflies of a pair by its chance, on every lane. All lanes of a warp. */
    __device__ __forceinline__ double ofPair(u32 u, u32 w) const {
        const double ofU = degree(u), ofW = degree(w);
        const u32 few = ofU <= ofW ? u : w, many = ofU <= ofW ? w : u;
        const u64 end = ends.end(few), endOfMany = ends.end(many);
        u32 common = 0;
        for (u64 slot = ends.begin(few) + (threadIdx.x & 31); slot < end; slot += 32) {
            const u32 middle = ends.neighbors[slot];
            const u64 at = lowerBound(ends.neighbors, ends.begin(many), endOfMany, middle);
            common += at < endOfMany && ends.neighbors[at] == middle;
        }
        const double c = warpSum32(common);
        const double squares = (double)squaresBefore[endCount];
        const double chances =
                c / (double)wedgesBefore[middleCount] + 2 * (ofU * ofU / squares) * (ofW * ofW / squares);
        return c < 2 ? 0 : c * (c - 1) / chances;
    }

    /** The pair of a wedge. All lanes of a warp, with the same arguments. */
    __device__ __forceinline__ double ofWedge(u64 seed, u64 index) const {
        const u32 middle = rowOfSlot(wedgesBefore, 0, middleCount - 1, below(wedgesBefore[middleCount], seed, index));
        const u64 begin = middles.begin(middle), degree = middles.end(middle) - begin;
        const u64 first = below(degree, seed, index + 1), second = below(degree - 1, seed, index + 2);
        return ofPair(middles.neighbors[begin + first], middles.neighbors[begin + second + (second >= first)]);
    }

    /** A pair by the squares of degrees. All lanes of a warp, with the same arguments. */
    __device__ __forceinline__ double ofDegrees(u64 seed, u64 index) const {
        const u64 squares = squaresBefore[endCount];
        const u32 u = rowOfSlot(squaresBefore, 0, endCount - 1, below(squares, seed, index));
        const u32 w = rowOfSlot(squaresBefore, 0, endCount - 1, below(squares, seed, index + 1));
        return u == w ? 0 : ofPair(u, w);
    }
};

/**
 * estimates[i]: the sum of the butterflies of `pairs` pairs that are drawn each way, each by its chance. Task i is part
 * i % parts of estimate i / parts, which has the seed seeds[i / parts].
 */
extern "C" __global__ void __launch_bounds__(SAMPLE_THREADS) butterfly_samples_per_block(
        const u64* __restrict__ endOffsets, const u32* __restrict__ endNeighbors, const u64* __restrict__ middleOffsets,
        const u32* __restrict__ middleNeighbors, const u64* __restrict__ wedgesBefore,
        const u64* __restrict__ squaresBefore, u32 middleCount, u32 endCount, const u64* __restrict__ seeds, u32 count,
        u32 parts, u32 pairs, u64* claimed, double* __restrict__ estimates, u64 nanos, u64* unfinished) {
    __shared__ SampleShared shared;
    const PairSample sample = {{endOffsets, endNeighbors, 0},
                               {middleOffsets, middleNeighbors, 0},
                               wedgesBefore,
                               squaresBefore,
                               middleCount,
                               endCount};
    const Slice slice(nanos);
    for (u32 i; (i = claimInTime(slice, claimed, count, unfinished)) < count;) {
        const u64 seed = seeds[i / parts];
        double sum = 0;
        for (u32 pair = threadIdx.x >> 5; pair < pairs; pair += blockDim.x >> 5) {
            // Five random numbers a pair, so that no two are the same.
            const u64 index = 5 * ((u64)(i % parts) * pairs + pair);
            sum += sample.ofWedge(seed, index) + sample.ofDegrees(seed, index + 3);
        }
        sum = (threadIdx.x & 31) == 0 ? sum : 0;
        u32 none = 0;
        blockSums(sum, none, shared);
        if (threadIdx.x == 0) {
            estimates[i] = sum;
        }
    }
}
