// The launch sequences of README.md: preparation for triangles, counting, results by edge.
#pragma once
#include "neighbors_graphs.cuh"
#include "sort.cuh"

/** The oriented graph, the slots that lead to each vertex, and the room that making them takes. */
struct Triangles {
    u32 count = 0, maxDegree = 0;
    u64 edgeCount = 0;
    std::vector<u32> heavyDegrees = {256};
    Array<u64> offsets, edgeStarts, incomingStarts, incoming, heavy;
    Array<u32> neighbors, edges, rankOf;
    // scratch
    Array<u64> bases, sideStarts;
    Array<u32> maxDegreeCell, lowers, uppers, items, vertexRanks;
    SortBuffers sort;

    void allocate(const UnipartiteGraph& g) {
        count = g.count;
        edgeCount = g.edgeCount;
        int processors;
        CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
        sort.grid = processors * 4;
        sort.counts.resize((size_t)MOTIF_SORT_DIGITS * sort.grid);
        sort.totals.resize(MOTIF_SORT_DIGITS);
        offsets.resize(count + 1ull);
        edgeStarts.resize(count + 1ull);
        incomingStarts.resize(count + 1ull);
        incoming.resize(edgeCount);
        heavy.resize(heavyDegrees.size());
        neighbors.resize(edgeCount);
        edges.resize(edgeCount);
        rankOf.resize(count);
        bases.resize(2 * (count / MOTIF_SCAN_TILE + 1ull));
        sideStarts.resize(count);
        maxDegreeCell.resize(1);
        lowers.resize(edgeCount);
        uppers.resize(edgeCount);
        items.resize(4 * std::max<u64>(count, edgeCount));
        vertexRanks.resize(count);
    }

    void prepare(const UnipartiteGraph& g) {
        const int most = sort.grid * 4;
        const int vertexGrid = blocksFor(count, 256, most), scanGrid = blocksFor(count, MOTIF_SCAN_TILE, most);
        const int edgeGrid = blocksFor(edgeCount, 1024, most);
        const u64 m = edgeCount, room = std::max<u64>(count, m);
        Items a = {items.get(), items.get() + room};
        Items b = {items.get() + 2 * room, items.get() + 3 * room};
        maxDegreeCell.zero();
        prep_degrees_per_vertex<<<vertexGrid, 256>>>(
                g.offsets.get(), count, nullptr, 0, a.keys, a.values, maxDegreeCell.get());
        CUDA(cudaMemcpy(&maxDegree, maxDegreeCell.get(), 4, cudaMemcpyDeviceToHost));
        radixSort(a, b, count, bitsOf(maxDegree), sort);
        orient_ranks_per_vertex<<<vertexGrid, 256>>>(a.values, count, 0, rankOf.get());
        for (size_t i = 0; i < heavyDegrees.size(); i++) {
            triangle_heavy_per_grid<<<1, 32>>>(a.keys, count, heavyDegrees[i], heavy.get() + i);
        }
        orient_forward_per_vertex<<<vertexGrid, 256>>>(
                g.offsets.get(), g.neighbors.get(), count, a.keys, a.values);
        prep_sums_per_tile<<<scanGrid, MOTIF_SCAN_THREADS>>>(a.keys, a.values, count, count, bases.get());
        prep_bases_per_grid<<<1, 1024>>>(bases.get(), count);
        prep_offsets_per_tile<<<scanGrid, MOTIF_SCAN_THREADS>>>(
                a.keys, a.values, count, count, bases.get(), edgeStarts.get(), sideStarts.get(), vertexRanks.get());
        triangle_edges_per_slot<<<blocksFor(2 * m, MOTIF_SLOT_TILE, most), MOTIF_SLOT_THREADS>>>(
                g.offsets.get(), g.neighbors.get(), count, 2 * m, edgeStarts.get(), rankOf.get(), lowers.get(),
                uppers.get(), a.keys, a.values);
        radixSort(a, b, m, bitsOf(count - 1), sort);
        triangle_uppers_per_edge<<<edgeGrid, 256>>>(a.values, m, uppers.get(), a.keys);
        radixSort(a, b, m, bitsOf(count - 1), sort);
        triangle_rows_per_slot<<<edgeGrid, 256>>>(a.values, m, lowers.get(), neighbors.get(), edges.get());
        orient_offsets_per_key<<<vertexGrid, 256>>>(a.keys, m, count, offsets.get());
        triangle_heads_per_slot<<<blocksFor(m, MOTIF_SLOT_TILE, most), MOTIF_SLOT_THREADS>>>(
                offsets.get(), count, 0, neighbors.get(), m, a.keys, a.values, uppers.get());
        radixSort(a, b, m, bitsOf(count - 1), sort);
        triangle_incoming_per_slot<<<edgeGrid, 256>>>(a.values, m, uppers.get(), offsets.get(), 0, incoming.get());
        orient_offsets_per_key<<<vertexGrid, 256>>>(a.keys, m, count, incomingStarts.get());
    }

    void freeScratch() {
        lowers = Array<u32>();
        uppers = Array<u32>();
        items = Array<u32>();
    }
};

/** How the counting kernels are launched. */
struct NeighborsLaunch {
    int threads = 128;
    u32 bitmapRanks = 1 << 16;  // owners below have a bitmap
    u32 counters = 1024;
    u32 capacity = 2048;        // of a block's hash table
    u32 tileSlots = 2048;
    int warpThreads = 128;
    u32 warpCapacity = 1024;
    u32 heavyIndex = 0;  // of Triangles::heavyDegrees
};

__global__ void addCounts(u32* sums, const u32* counts, u64 count) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        sums[i] += counts[i];
    }
}

class NeighborsCounter {
public:
    Array<u32> counts, byEdge;

    void allocate(const Triangles& t, const NeighborsLaunch& launch) {
        launch_ = launch;
        counts.resize(t.edgeCount);
        claimed_.resize(2);
        stop_.resize(1);
        stop_.zero();
        heavy_ = (u32)t.heavy.host()[launch.heavyIndex];
        bitmapBytes_ = launch.bitmapRanks / 4 + launch.counters * 4;
        hashBytes_ = launch.capacity * 8;
        warpBytes_ = launch.warpThreads / 32 * launch.warpCapacity * 8;
        bitmapGrid_ = residentBlocks(common_neighbors_bitmap_per_block, launch.threads, bitmapBytes_);
        hashGrid_ = residentBlocks(common_neighbors_hash_per_block, launch.threads, hashBytes_);
        warpGrid_ = residentBlocks(common_neighbors_hash_per_warp, launch.warpThreads, warpBytes_);
    }

    /** `only`: one of the three kernels. */
    void count(const Triangles& t, int only = -1) {
        counts.zero();
        launch(t, {t.neighbors.get(), counts.get(), 0}, {t.neighbors.get(), counts.get(), 0}, t.incomingStarts.get(),
                t.incoming.get(), 0, t.count, only);
    }

    /** What `countInPasses` takes of the device for a slot of a range. */
    static constexpr u64 BYTES_PER_SLOT = 32;

    /**
     * The same with `slots` slots of streamed rows and of owners' rows at a time, each in arrays of their own. What the
     * sort needs is what the owners have later. `allNeighbors` and `allCounts`, which are added to, may be on the host.
     */
    void countInPasses(
            const Triangles& t, const std::vector<u64>& offsets, u64 slots, const u32* allNeighbors, u32* allCounts) {
        for (u32 row = 0; row < t.count; row++) {
            slots = std::max<u64>(slots, offsets[row + 1ull] - offsets[row]);
        }
        std::vector<u32> bounds = {0};
        for (u32 row = 0; row < t.count; row++) {
            if (offsets[row + 1ull] - offsets[bounds.back()] > slots) {
                bounds.push_back(row);
            }
        }
        bounds.push_back(t.count);
        Array<u32> neighbors(slots), streamedCounts(slots), items(4 * slots);
        Array<u64> incoming(slots), starts(t.count + 1ull);
        SortBuffers sort;
        sort.grid = t.sort.grid;
        sort.counts.resize((size_t)MOTIF_SORT_DIGITS * sort.grid);
        sort.totals.resize(MOTIF_SORT_DIGITS);
        const int most = sort.grid * 4;
        passes = 0;
        for (size_t i = 0; i + 1 < bounds.size(); i++) {
            const u64 first = offsets[bounds[i]], size = offsets[bounds[i + 1]] - first;
            if (size == 0) {
                continue;
            }
            copy(neighbors.get(), allNeighbors + first, size);
            Items a = {items.get(), items.get() + slots}, b = {items.get() + 2 * slots, items.get() + 3 * slots};
            triangle_heads_per_slot<<<blocksFor(size, MOTIF_SLOT_TILE, most), MOTIF_SLOT_THREADS>>>(
                    t.offsets.get(), t.count, first, neighbors.get(), size, a.keys, a.values, streamedCounts.get());
            radixSort(a, b, size, bitsOf(t.count - 1), sort);
            triangle_incoming_per_slot<<<blocksFor(size, 1024, most), 256>>>(
                    a.values, size, streamedCounts.get(), t.offsets.get(), first, incoming.get());
            orient_offsets_per_key<<<blocksFor(t.count, 256, most), 256>>>(a.keys, size, t.count, starts.get());
            streamedCounts.zero();
            u32 *ownerNeighbors = items.get(), *ownerCounts = items.get() + slots;
            for (size_t j = 0; j <= i; j++) {
                const u64 ownerFirst = offsets[bounds[j]], ownerSize = offsets[bounds[j + 1]] - ownerFirst;
                copy(ownerNeighbors, allNeighbors + ownerFirst, ownerSize);
                copy(ownerCounts, allCounts + ownerFirst, ownerSize);
                launch(t, {ownerNeighbors, ownerCounts, ownerFirst}, {neighbors.get(), streamedCounts.get(), first},
                        starts.get(), incoming.get(), bounds[j], bounds[j + 1], -1);
                copy(allCounts + ownerFirst, ownerCounts, ownerSize);
                passes++;
            }
            copy(ownerCounts, allCounts + first, size);
            addCounts<<<blocksFor(size, 1024, most), 256>>>(ownerCounts, streamedCounts.get(), size);
            copy(allCounts + first, ownerCounts, size);
        }
    }
    u32 passes = 0;

    void toEdges(const Triangles& t) {
        common_neighbors_edges_per_slot<<<blocksFor(t.edgeCount, 1024, warpGrid_ * 4), 256>>>(
                counts.get(), t.edges.get(), t.edgeCount, byEdge.get());
    }

    u32 heavy() const { return heavy_; }

private:
    static void copy(u32* to, const u32* from, u64 count) {
        CUDA(cudaMemcpy(to, from, count * 4, cudaMemcpyDefault));
    }

    void launch(const Triangles& t, const SlotRange& owners, const SlotRange& streamed, const u64* starts,
            const u64* incoming, u32 from, u32 to, int only) {
        claimed_.zero();
        const u32 heavy = std::clamp(heavy_, from, to), split = std::clamp(launch_.bitmapRanks, from, heavy);
#define JOB(from, to)                                                                                              \
    t.offsets.get(), owners.neighbors, owners.counts, owners.first, streamed.neighbors, streamed.counts,           \
            streamed.first, starts, incoming, from, to, stop_.get()
        if (only < 0 || only == 0) {
            common_neighbors_bitmap_per_block<<<bitmapGrid_, launch_.threads, bitmapBytes_>>>(
                    JOB(from, split), launch_.tileSlots, claimed_.get(), launch_.bitmapRanks / 32, launch_.counters);
        }
        if (only < 0 || only == 1) {
            common_neighbors_hash_per_block<<<hashGrid_, launch_.threads, hashBytes_>>>(
                    JOB(split, heavy), launch_.tileSlots, claimed_.get() + 1, launch_.capacity);
        }
        if (only < 0 || only == 2) {
            common_neighbors_hash_per_warp<<<warpGrid_, launch_.warpThreads, warpBytes_>>>(
                    JOB(heavy, to), launch_.warpCapacity);
        }
#undef JOB
    }

    NeighborsLaunch launch_;
    Array<u32> claimed_, stop_;
    u32 heavy_ = 0;
    size_t bitmapBytes_ = 0, hashBytes_ = 0, warpBytes_ = 0;
    int bitmapGrid_ = 0, hashGrid_ = 0, warpGrid_ = 0;
};
