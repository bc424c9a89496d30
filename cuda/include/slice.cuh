// Launches that end when their time is over. What is left then goes on in the next launch, of as many blocks.
#pragma once
#include "include/count.cuh"

/** The time that a launch has: at most a second. Any thread. */
class Slice {
public:
    __device__ __forceinline__ explicit Slice(u64 nanos) : deadline(now() + (u32)min(nanos, 1000000000ull)) {}

    __device__ __forceinline__ bool isOver() const { return (int)(now() - deadline) > 0; }

    /** The same answer for all lanes of the warp, which all call it. */
    __device__ __forceinline__ bool isOverForWarp() const { return __any_sync(FULL_WARP, isOver()); }

private:
    u32 deadline;

    /** The low word of the nanoseconds, which is enough to compare times that are less than two seconds apart. */
    __device__ __forceinline__ static u32 now() {
        u32 nanos;
        asm volatile("mov.u32 %0, %globaltimer_lo;" : "=r"(nanos));
        return nanos;
    }
};
