// Waits of a warp or block for another one of the same launch.
//
// Who is waited for runs and waits for nothing itself, so such a wait takes microseconds. It would be endless only if
// the memory of the search were damaged. Then it is given up after a while, the host is told (GpuSession.checkNotStuck),
// and the device is free for others.
#pragma once
#include "include/count.cuh"

/** How long a wait lasts at most. With the time that a launch has, it is less than a second. */
static constexpr u64 PATIENCE_NANOS = 500ull * 1000 * 1000;

/**
 * Waits until done(). False when it gives up; then `stuck`, 0 before the search, is 1, and all other waits are given up
 * too. Writes of others before what done() has seen are seen afterwards.
 */
template <class Done>
__device__ __forceinline__ bool await(u64* stuck, Done done) {
    if (!done()) {
        const u64 end = deviceNanos() + PATIENCE_NANOS;
        while (!done()) {
            if (*(volatile u64*)stuck != 0 || deviceNanos() > end) {
                *(volatile u64*)stuck = 1;
                return false;
            }
            __nanosleep(20);
        }
    }
    __threadfence();
    return true;
}
