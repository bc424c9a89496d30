// MPS and BMP: launches, also in passes over ranges of vertices, and counts back in the order of edges.
#pragma once
#include <chrono>
#include <thread>
#include "neighbors_pipeline.cuh"

/** For each edge of `g` its slot in rows that may be relabelled: that of the end of lower number. Null ranks: the same. */
__global__ void seedEdgeSlots(const u64* offsets, const u32* neighbors, u32 count, const u64* edgeStarts,
        const u32* rankOf, const u64* rowOffsets, const u32* rowNeighbors, u64* slots) {
    for (u64 u = blockIdx.x * (u64)blockDim.x + threadIdx.x; u < count; u += (u64)gridDim.x * blockDim.x) {
        u64 edge = edgeStarts[u];
        for (u64 slot = lowerBound(neighbors, offsets[u], offsets[u + 1], (u32)u); slot < offsets[u + 1]; slot++) {
            u32 v = neighbors[slot], a = rankOf ? rankOf[u] : (u32)u, b = rankOf ? rankOf[v] : v;
            slots[edge++] = lowerBound(rowNeighbors, rowOffsets[min(a, b)], rowOffsets[min(a, b) + 1ull], max(a, b));
        }
    }
}

__global__ void seedEdges(const u32* counts, const u64* slots, u64 count, u32* byEdge) {
    for (u64 e = blockIdx.x * (u64)blockDim.x + threadIdx.x; e < count; e += (u64)gridDim.x * blockDim.x) {
        byEdge[e] = counts[slots[e]];
    }
}

struct SeedLaunch {
    int warps = 4;
    u32 skew = 50;
    bool rangeFiltering = true;
    u32 rangeBits = 12;
    u32 ranges = 1;  // of vertices, in passes
};

#define EDGE_ROWS                                                                                                  \
    rows_.offsets.get(), rows_.neighbors.get() + slots_[i], slots_[i], bounds_[i], bounds_[i + 1],                 \
            counts.get() + slots_[i], rows_.neighbors.get() + slots_[j], slots_[j], bounds_[j], bounds_[j + 1],    \
            stop_.get()

class SeedCounter {
public:
    Array<u32> counts;

    SeedCounter(const UnipartiteGraph& rows, const SeedLaunch& launch) : rows_(rows), launch_(launch) {
        counts.resize(2 * rows.edgeCount);
        stop_.resize(1);
        stop_.zero();
        words_ = (rows.count + 31) / 32;
        filterWords_ = launch.rangeFiltering ? (rows.count >> launch.rangeBits) / 32 + 1 : 0;
        // A kernel that is loaded as it is launched may wait for one that runs, and all other streams with it.
        cudaFuncAttributes attributes;
        CUDA(cudaFuncGetAttributes(&attributes, common_neighbors_merge_per_warp));
        CUDA(cudaFuncGetAttributes(&attributes, common_neighbors_pivot_skip_per_thread));
        bitmaps_ = residentBlocks(common_neighbors_bitmaps_per_block, launch.warps * 32, filterWords_ * 4);
        pool_.resize(bitmaps_ * words_);
        pool_.zero();
        taken_.resize(bitmaps_);
        taken_.zero();
        for (u32 i = 0; i < launch.ranges; i++) {
            bounds_.push_back((u32)((u64)rows.count * i / launch.ranges));
        }
        bounds_.push_back(rows.count);
        auto offsets = rows.offsets.host();
        for (u32 bound : bounds_) {
            slots_.push_back(offsets[bound]);
        }
    }

    void mps() {
        passes([&](u32 i, u32 j, int grid, int threads) {
            common_neighbors_merge_per_warp<<<grid, threads>>>(EDGE_ROWS, launch_.skew);
            common_neighbors_pivot_skip_per_thread<<<grid, threads>>>(EDGE_ROWS, launch_.skew);
        });
    }

    void bmp() {
        passes([&](u32 i, u32 j, int grid, int threads) {
            common_neighbors_bitmaps_per_block<<<grid, threads, filterWords_ * 4>>>(
                    EDGE_ROWS, pool_.get(), words_, taken_.get(), bitmaps_, filterWords_, launch_.rangeBits);
        });
    }

    /**
     * Launches and, after so many milliseconds, tells the kernels to end; returns the milliseconds that they take to. What
     * they counted is of no use then. Negative if they were faster than that.
     */
    double msToStop(bool bitmaps, int afterMs) {
        cudaStream_t signals;
        CUDA(cudaStreamCreateWithFlags(&signals, cudaStreamNonBlocking));
        bitmaps ? bmp() : mps();
        std::this_thread::sleep_for(std::chrono::milliseconds(afterMs));
        const bool running = cudaStreamQuery(nullptr) == cudaErrorNotReady;
        const u32 one = 1;
        const auto begin = std::chrono::steady_clock::now();
        CUDA(cudaMemcpyAsync(stop_.get(), &one, 4, cudaMemcpyHostToDevice, signals));
        CUDA(cudaDeviceSynchronize());
        const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        CUDA(cudaStreamDestroy(signals));
        stop_.zero();
        return running ? ms : -1;
    }

    u64 dirtyWords() {
        u64 dirty = 0;
        for (u32 word : pool_.host()) {
            dirty += word != 0;
        }
        for (u32 word : taken_.host()) {
            dirty += word != 0;
        }
        return dirty;
    }

private:
    template <class Launch>
    void passes(const Launch& launch) {
        for (u32 i = 0; i < launch_.ranges; i++) {
            for (u32 j = i; j < launch_.ranges; j++) {
                launch(i, j, std::max(1, (int)std::min<u32>(bounds_[i + 1] - bounds_[i], 1u << 20)), launch_.warps * 32);
            }
        }
    }

    const UnipartiteGraph& rows_;
    SeedLaunch launch_;
    Array<u32> stop_, pool_, taken_;
    u64 words_ = 0;
    u32 filterWords_ = 0;
    int bitmaps_ = 0;
    std::vector<u32> bounds_;
    std::vector<u64> slots_;
};
