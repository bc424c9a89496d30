// Independence polynomials of disjoint paths and cycles: coefficient i is the number of independent sets of i vertices.
// In a set of candidates of which each has at most two non-neighbors, the non-neighbors form paths and cycles, and the
// cliques are their independent sets.
//
// A polynomial is spread over the lanes of a warp, PER_LANE coefficients each. Components are multiplied to it vertex by
// vertex: with B(t) the product so far times a path of t vertices, B(t) = B(t-1) + x B(t-2), where B(-1) = B(0); a cycle of
// m vertices gives B(m-1) + x B(m-3).
#pragma once
#include "include/exact_sum.cuh"
#include "include/kernel_abi.h"

/** Up to this many vertices, one coefficient of 64 bits a lane is enough: none is above 3^23, and the degree is 30 at most. */
static constexpr u32 NARROW_VERTICES = 46;

/**
 * Up to MOTIF_KCLIQUE_LARGE_LEAF vertices, this many of 128 bits are: none is above 3^63, so that those of 2^28 such leaves
 * can be added up, and the degree is 84 at most.
 */
static constexpr u32 WIDE_COEFFICIENTS = 3;

__device__ __forceinline__ u64 laneAbove(u64 x) { return __shfl_up_sync(FULL_WARP, x, 1); }

__device__ __forceinline__ u128 laneAbove(u128 x) {
    const u64 low = laneAbove((u64)x), high = laneAbove((u64)(x >> 64));
    return (u128)high << 64 | low;
}

/** All lanes call all of it. */
template <class T, u32 PER_LANE>
class IndependencePolynomial {
public:
    /** 1 */
    __device__ IndependencePolynomial() {
        for (u32 j = 0; j < PER_LANE; j++) {
            product[j] = j == 0 && (threadIdx.x & 31) == 0 ? 1 : 0;
        }
        beginComponent();
    }

    /** One more vertex of a path. */
    __device__ void extend() {
        for (u32 j = 0; j < PER_LANE; j++) {
            oldest[j] = older[j];
            older[j] = newer[j];
        }
        plusShifted(older, oldest, newer);
    }

    __device__ void endPath() {
        for (u32 j = 0; j < PER_LANE; j++) {
            product[j] = newer[j];
        }
        beginComponent();
    }

    /** After m - 1 vertices of a cycle of m. */
    __device__ void endCycle() {
        plusShifted(newer, oldest, product);
        beginComponent();
    }

    /** visit(i, coefficient) for those that are not 0. Each lane its own. */
    template <class Visit>
    __device__ void forEach(Visit visit) const {
        for (u32 j = 0; j < PER_LANE; j++) {
            if (product[j] != 0) {
                visit((threadIdx.x & 31) * PER_LANE + j, product[j]);
            }
        }
    }

private:
    // B(t), B(t-1), B(t-2)
    T product[PER_LANE], newer[PER_LANE], older[PER_LANE], oldest[PER_LANE];

    __device__ void beginComponent() {
        for (u32 j = 0; j < PER_LANE; j++) {
            newer[j] = older[j] = oldest[j] = product[j];
        }
    }

    /** c = a + x b */
    __device__ static void plusShifted(const T* a, const T* b, T* c) {
        T last = laneAbove(b[PER_LANE - 1]);
        if ((threadIdx.x & 31) == 0) {
            last = 0;
        }
        T shifted[PER_LANE];
        for (u32 j = 0; j < PER_LANE; j++) {
            shifted[j] = j == 0 ? last : b[j - 1];
        }
        for (u32 j = 0; j < PER_LANE; j++) {
            c[j] = a[j] + shifted[j];
        }
    }
};

/** The components themselves, for leaves whose coefficients may not fit 128 bits. All lanes call all of it. */
class ComponentList {
public:
    /** `words`: room for the header and a component for each two vertices. */
    __device__ explicit ComponentList(u32* words) : words(words) {}

    __device__ void extend() { size++; }
    __device__ void endPath() { append(size << 1); }
    /** After m - 1 vertices of a cycle of m. */
    __device__ void endCycle() { append((size + 1) << 1 | 1); }

    __device__ void finish(u32 fixed, u32 free, u32 reserved) const {
        if ((threadIdx.x & 31) == 0) {
            words[0] = reserved;
            words[1] = fixed;
            words[2] = free;
            words[3] = count;
        }
    }

private:
    u32* const words;
    u32 size = 0, count = 0;

    __device__ void append(u32 component) {
        if ((threadIdx.x & 31) == 0) {
            words[MOTIF_KCLIQUE_LARGE_HEADER + count] = component;
        }
        count++;
        size = 0;
    }
};
