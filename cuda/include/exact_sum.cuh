// Counts in 128 bits whose overflow is noticed, and the binomial coefficients that they are made of.
#pragma once
#include "include/count.cuh"

typedef unsigned __int128 u128;

/** Stands for every number that does not fit 128 bits. */
static constexpr u128 TOO_LARGE = ~(u128)0;

/** C(n, k) for k up to `most` and n up to `limit`: words[k * (limit + 1) + n], or TOO_LARGE. */
struct Binomials {
    const ulonglong2* __restrict__ words;
    u32 limit;

    __device__ __forceinline__ u128 of(u32 n, u32 k) const {
        ulonglong2 c = __ldg(words + (u64)k * (limit + 1) + n);
        return (u128)c.y << 64 | c.x;
    }
};

/** a * b, or TOO_LARGE when the product or a factor is too large; 0 when a factor is 0. */
__device__ __forceinline__ u128 productOf(u128 a, u128 b) {
    if (a == 0 || b == 0) {
        return 0;
    }
    u64 aHigh = (u64)(a >> 64), bHigh = (u64)(b >> 64);
    if (a == TOO_LARGE || b == TOO_LARGE || (aHigh != 0 && bHigh != 0)) {
        return TOO_LARGE;
    }
    u128 low = (u128)(u64)a * (u64)b;
    u128 cross = aHigh != 0 ? (u128)aHigh * (u64)b : (u128)bHigh * (u64)a;
    if (cross >> 64 != 0) {
        return TOO_LARGE;
    }
    u128 product = low + (cross << 64);
    return product < low ? TOO_LARGE : product;
}

/** a + b, or TOO_LARGE when the sum or a summand is too large. */
__device__ __forceinline__ u128 sumOf(u128 a, u128 b) {
    u128 sum = a + b;
    return a == TOO_LARGE || sum < a ? TOO_LARGE : sum;
}

/** The sum over the warp, valid on every lane. All 32 lanes call it. */
__device__ __forceinline__ u128 warpSum128(u128 x) {
    for (int d = 16; d > 0; d >>= 1) {
        u64 low = __shfl_xor_sync(FULL_WARP, (u64)x, d);
        u64 high = __shfl_xor_sync(FULL_WARP, (u64)(x >> 64), d);
        x = sumOf(x, (u128)high << 64 | low);
    }
    return x;
}

/**
 * sum[0] + 2^64 * sum[1] += x. False when that does not fit 128 bits: then the sum is wrong. Any thread may call it.
 */
__device__ __forceinline__ bool addExact(u64* sum, u128 x) {
    if (x == TOO_LARGE) {
        return false;
    }
    u64 low = (u64)x, high = (u64)(x >> 64);
    u64 before = low != 0 ? atomicAdd(&sum[0], low) : 0;
    u64 carry = before + low < before ? 1 : 0;
    if (high + carry == 0) {
        return carry == 0;
    }
    u64 highBefore = atomicAdd(&sum[1], high + carry);
    return highBefore + high + carry >= highBefore;
}
