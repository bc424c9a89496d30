// Access to shared memory by 32-bit address, which takes one register, with instructions that the compiler does not
// choose by itself.
#pragma once
#include "include/count.cuh"

__device__ __forceinline__ u32 loadShared(u32 address) {
    u32 x;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(address) : "memory");
    return x;
}

__device__ __forceinline__ void storeShared(u32 address, u32 x) {
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(address), "r"(x) : "memory");
}

__device__ __forceinline__ u64 loadSharedLong(u32 address) {
    u64 x;
    asm volatile("ld.shared.u64 %0, [%1];" : "=l"(x) : "r"(address) : "memory");
    return x;
}

__device__ __forceinline__ void storeSharedLong(u32 address, u64 x) {
    asm volatile("st.shared.u64 [%0], %1;" ::"r"(address), "l"(x) : "memory");
}

__device__ __forceinline__ uint4 loadSharedQuad(u32 address) {
    uint4 x;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x.x), "=r"(x.y), "=r"(x.z), "=r"(x.w)
                 : "r"(address)
                 : "memory");
    return x;
}

__device__ __forceinline__ void storeSharedQuad(u32 address, uint4 x) {
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(x.x), "r"(x.y), "r"(x.z), "r"(x.w)
                 : "memory");
}

/** Adds x to the word, atomically; returns what it was before. */
__device__ __forceinline__ u32 addShared(u32 address, u32 x) {
    u32 before;
    asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(before) : "r"(address), "r"(x) : "memory");
    return before;
}

/** Stores x if the word is 0, atomically; returns what it was before. */
__device__ __forceinline__ u32 claimShared(u32 address, u32 x) {
    u32 before;
    asm volatile("atom.shared.cas.b32 %0, [%1], 0, %2;" : "=r"(before) : "r"(address), "r"(x) : "memory");
    return before;
}
