// Sums: of a warp, of a block, and into 128-bit totals.
#pragma once

typedef unsigned int u32;
typedef unsigned long long u64;

static constexpr u32 FULL_WARP = 0xffffffffu;

/** c * (c - 1) / 2 */
__device__ __forceinline__ u64 pairs(u64 c) { return (c & 1) ? c * ((c - 1) >> 1) : (c >> 1) * (c - 1); }

/** The time in nanoseconds, by one clock for the whole device. */
__device__ __forceinline__ u64 deviceNanos() {
    u64 nanos;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(nanos));
    return nanos;
}

/** Sum over the warp, valid on every lane. All 32 lanes call it. */
__device__ __forceinline__ u64 warpSum(u64 x) {
    for (int d = 16; d > 0; d >>= 1) {
        x += __shfl_xor_sync(FULL_WARP, x, d);
    }
    return x;
}

/** The sum of x over this lane and all before it. All 32 lanes call it. */
template <class T>
__device__ __forceinline__ T warpSumUpTo(T x) {
    const u32 lane = threadIdx.x & 31;
#pragma unroll
    for (u32 d = 1; d < 32; d <<= 1) {
        const T below = __shfl_up_sync(FULL_WARP, x, d);
        x += lane >= d ? below : (T)0;
    }
    return x;
}

/**
 * The sum of x over this thread and all before it. `sums` is shared memory for a word of each warp, which nobody reads or
 * writes meanwhile. All threads of the block call it, of which all warps are whole.
 */
template <class T>
__device__ __forceinline__ T blockSumUpTo(T x, T* sums) {
    const u32 warp = threadIdx.x >> 5;
    x = warpSumUpTo(x);
    if ((threadIdx.x & 31) == 31) {
        sums[warp] = x;
    }
    __syncthreads();
    for (u32 i = 0; i < warp; i++) {
        x += sums[i];
    }
    return x;
}

/** Sum over the warp, valid on every lane, when it fits 32 bits. All 32 lanes call it. */
__device__ __forceinline__ u32 warpSum32(u32 x) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(FULL_WARP, x);
#else
    for (int d = 16; d > 0; d >>= 1) {
        x += __shfl_xor_sync(FULL_WARP, x, d);
    }
    return x;
#endif
}

/** Bitwise or over the warp, valid on every lane. All 32 lanes call it. */
__device__ __forceinline__ u32 warpOr(u32 x) {
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(FULL_WARP, x);
#else
    for (int d = 16; d > 0; d >>= 1) {
        x |= __shfl_xor_sync(FULL_WARP, x, d);
    }
    return x;
#endif
}

/** The largest of the warp, valid on every lane. All 32 lanes call it. */
__device__ __forceinline__ u32 warpMax32(u32 x) {
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(FULL_WARP, x);
#else
    for (int d = 16; d > 0; d >>= 1) {
        x = max(x, __shfl_xor_sync(FULL_WARP, x, d));
    }
    return x;
#endif
}

/** total[0] + 2^64 * total[1] += x. Any thread may call it. */
__device__ __forceinline__ void add128(u64* total, u64 x) {
    if (x == 0) {
        return;
    }
    u64 before = atomicAdd(&total[0], x);
    if (before + x < before) {
        atomicAdd(&total[1], 1ull);
    }
}

/** Adds the sums of all threads to a 128-bit total. All threads of the block call it, each with its own x. */
__device__ __forceinline__ void addBlockTotal(u64* total, u64 x) {
    __shared__ u64 sums[32];
    u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    u64 sum = warpSum(x);
    if (lane == 0) {
        sums[warp] = sum;
    }
    __syncthreads();
    if (warp == 0) {
        u64 all = warpSum(lane < (blockDim.x + 31) / 32 ? sums[lane] : 0);
        if (lane == 0) {
            add128(total, all);
        }
    }
}
