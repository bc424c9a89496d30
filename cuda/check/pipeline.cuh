// The launch sequences of README.md: preparation, counting, results back.
#pragma once
#include "graphs.cuh"
#include "sort.cuh"

struct Ranked {
    u32 count = 0, maxDegree = 0;
    u64 edgeCount = 0;
    Array<u64> offsets, sideStarts, wedges, wedgeTotal, keyStarts, bases;
    Array<u32> neighbors, prefixes, rankOf, downDegrees;
    // scratch
    Array<u32> maxDegreeCell, vertexItems, edgeItems;
    SortBuffers sort;
    u32* orderData = nullptr;

    void allocate(const Graph& g) {
        count = g.leftCount + g.rightCount;
        edgeCount = g.edgeCount;
        int processors;
        CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
        sort.grid = processors * 4;
        sort.counts.resize((size_t)MOTIF_SORT_DIGITS * sort.grid);
        sort.totals.resize(MOTIF_SORT_DIGITS);
        offsets.resize(count + 1ull);
        sideStarts.resize(count);
        wedges.resize(count);
        wedgeTotal.resize(2);
        keyStarts.resize(MOTIF_WORK_KEYS + 1);
        bases.resize(2 * (count / MOTIF_SCAN_TILE + 1ull));
        neighbors.resize((2 * edgeCount + 3) / 4 * 4);
        rankOf.resize(count);
        downDegrees.resize(count);
        maxDegreeCell.resize(1);
        vertexItems.resize(4ull * count);
        edgeItems.resize(4 * edgeCount);
        prefixes.resize(2 * edgeCount);
    }

    void prepare(const Graph& g) {
        const int most = sort.grid * 4;
        const int scanGrid = blocksFor(count, MOTIF_SCAN_TILE, most), slotGrid = blocksFor(edgeCount,
                MOTIF_SLOT_TILE, most);
        const int vertexGrid = blocksFor(count, 256, most);
        const int edgeGrid = blocksFor(edgeCount, 1024, most);
        Items a = {vertexItems.get(), vertexItems.get() + count};
        Items b = {vertexItems.get() + 2ull * count, vertexItems.get() + 3ull * count};
        maxDegreeCell.zero();
        prep_degrees_per_vertex<<<vertexGrid, 256>>>(
                g.leftOffsets.get(), g.leftCount, g.rightOffsets.get(), g.rightCount, a.keys, a.values,
                        maxDegreeCell.get());
        CUDA(cudaMemcpy(&maxDegree, maxDegreeCell.get(), 4, cudaMemcpyDeviceToHost));
        radixSort(a, b, count, bitsOf(maxDegree), sort);
        prep_sums_per_tile<<<scanGrid, MOTIF_SCAN_THREADS>>>(a.keys, a.values, g.leftCount, count, bases.get());
        prep_bases_per_grid<<<1, 1024>>>(bases.get(), count);
        prep_offsets_per_tile<<<scanGrid, MOTIF_SCAN_THREADS>>>(
                a.keys, a.values, g.leftCount, count, bases.get(), offsets.get(), sideStarts.get(), rankOf.get());
        u64 m = edgeCount;
        Items e = {edgeItems.get(), edgeItems.get() + m};
        Items f = {edgeItems.get() + 2 * m, edgeItems.get() + 3 * m};
        wedges.zero();
        wedgeTotal.zero();
        prep_edges_per_slot<<<slotGrid, MOTIF_SLOT_THREADS>>>(
                g.leftOffsets.get(), g.leftNeighbors.get(), g.leftCount, m, rankOf.get(), sideStarts.get(), e.keys,
                e.values);
        for (int direction = 0; direction < 2; direction++) {
            radixSort(e, f, m, bitsOf(count - 1), sort);
            prep_rows_per_slot<<<edgeGrid, 256>>>(
                    e.keys, e.values, m, offsets.get(), sideStarts.get(), neighbors.get());
        }
        prep_down_degrees_per_vertex<<<vertexGrid, 256>>>(offsets.get(), neighbors.get(), count, downDegrees.get());
        prep_prefixes_per_slot<<<blocksFor(2 * m, MOTIF_SLOT_TILE, most), MOTIF_SLOT_THREADS>>>(
                offsets.get(), neighbors.get(), 0, count, 2 * m, offsets.get(), neighbors.get(), downDegrees.get(),
                prefixes.get(), wedges.get());
        prep_work_per_vertex<<<vertexGrid, 256>>>(
                offsets.get(), 0, count, wedges.get(), a.keys, a.values, wedgeTotal.get());
        radixSort(a, b, count, MOTIF_SORT_DIGIT_BITS, sort, keyStarts.get());
        orderData = a.values;
    }
};

/** Blocks that take the start vertices of work of at least 2^exponent. */
struct BlockLaunch {
    int threads;
    u32 tableWords, hashWords;
    int exponent;

    size_t sharedBytes() const {
        return (tableWords + hashWords) * 4ull + MOTIF_TABLE_EXTRA_BYTES + threads / 32 * MOTIF_COUNT_WARP_BYTES;
    }
};

/** How the counting kernels are launched. */
struct Launch {
    std::vector<BlockLaunch> blocks = {{512, 60 * 256, 8192, 12}, {128, 12 * 256, 2048, 9}};  // heaviest first
    u64 spillBytes = 4ull << 30;  // of all blocks together
    int warpThreads = 256;
    u32 maxSpillWords = 0xffffffffu;

    int warpExponent() const { return blocks.back().exponent; }
};

/** A part of the ranked graph: rows of the start vertices and rows restricted to some ends. The whole, usually. */
struct Part {
    const u64* firstOffsets;
    const u32* firstNeighbors;
    const u32* prefixes;
    u32 firstBase;
    const u64* secondOffsets;
    const u32* secondNeighbors;
    u32 low, high;
    const u32* order;
    const u64* wedges;
    const u64* keyStarts;
};

inline Part wholeOf(const Ranked& r) {
    return {r.offsets.get(), r.neighbors.get(), r.prefixes.get(), 0, r.offsets.get(), r.neighbors.get(), 0, r.count,
            r.orderData, r.wedges.get(), r.keyStarts.get()};
}

enum Kind { TOTAL, VERTICES, EDGES };

class Counter {
public:
    Array<u64> total{2}, perRank, credits;

    /** Buffers and grids for one kind of count; not part of any time. */
    void allocate(const Ranked& r, Kind kind, const Launch& launch) {
        launch_ = launch;
        kind_ = kind;
        if (kind == VERTICES) {
            perRank.resize(r.count);
        } else if (kind == EDGES) {
            credits.resize(2 * r.edgeCount);
        }
        hashBytes_ = (size_t)launch.warpThreads / 32 * (2ull << launch.warpExponent()) * 8;
        switch (kind) {
        case TOTAL: grids(butterfly_total_per_block, butterfly_total_per_warp); break;
        case VERTICES: grids(butterfly_vertices_per_block, butterfly_vertices_per_warp); break;
        case EDGES: grids(butterfly_edges_per_block, butterfly_edges_per_warp); break;
        }
        u64 words = std::min<u64>((u64)r.count * blockGrids_[0], launch.spillBytes / 4), most = 0;
        spillWords_.clear();
        for (int grid : blockGrids_) {
            spillWords_.push_back(std::max<u64>(std::min<u64>(words / grid, launch.maxSpillWords) / 4 * 4, 128));
            most = std::max(most, spillWords_.back() * grid);
        }
        spill_.resize(most);
        spill_.zero();
        claimed_.resize(launch.blocks.size());
    }

    void zeroOutputs() {
        total.zero();
        if (kind_ == VERTICES) {
            perRank.zero();
        } else if (kind_ == EDGES) {
            credits.zero();
        }
    }

    void launch(const Part& p) {
        claimed_.zero();
        u32 hashSlots = 2u << launch_.warpExponent();
        u32 split = 0;
#define PART p.firstOffsets, p.firstNeighbors, p.prefixes, p.firstBase, p.secondOffsets, p.secondNeighbors, p.low, p.high, \
        p.order, p.wedges, p.keyStarts
#define BLOCKS <<<blockGrids_[i], b.threads, b.sharedBytes()>>>
#define WARPS <<<warpGrid_, launch_.warpThreads, hashBytes_>>>
#define BLOCK_PART PART, split, keyTo, total.get(), b.tableWords, b.hashWords, spill_.get(), spillWords_[i], claimed_.get() + i
        for (size_t i = 0; i < launch_.blocks.size(); i++) {
            const BlockLaunch& b = launch_.blocks[i];
            u32 keyTo = MOTIF_WORK_KEYS - 4 * b.exponent;
            switch (kind_) {
            case TOTAL: butterfly_total_per_block BLOCKS(BLOCK_PART); break;
            case VERTICES: butterfly_vertices_per_block BLOCKS(BLOCK_PART, perRank.get()); break;
            case EDGES: butterfly_edges_per_block BLOCKS(BLOCK_PART, credits.get(), credits.get()); break;
            }
            split = keyTo;
        }
        switch (kind_) {
        case TOTAL:
            butterfly_total_per_warp WARPS(PART, split, MOTIF_WORK_KEY_IDLE, total.get(), hashSlots);
            break;
        case VERTICES:
            butterfly_vertices_per_warp WARPS(PART, split, MOTIF_WORK_KEY_IDLE, total.get(), hashSlots, perRank.get());
            break;
        case EDGES:
            butterfly_edges_per_warp WARPS(
                    PART, split, MOTIF_WORK_KEY_IDLE, total.get(), hashSlots, credits.get(), credits.get());
            break;
        }
    }

    void count(const Ranked& r) {
        zeroOutputs();
        launch(wholeOf(r));
    }

    u64 totalOnHost() {
        auto t = total.host();
        if (t[1] != 0) {
            printf("total beyond 64 bits\n");
            exit(1);
        }
        return t[0];
    }

private:
    template <class A, class B>
    void grids(A perBlock, B perWarp) {
        size_t most = 0;
        blockGrids_.clear();
        for (const BlockLaunch& b : launch_.blocks) {
            blockGrids_.push_back(residentBlocks(perBlock, b.threads, b.sharedBytes()));
            most = std::max(most, b.sharedBytes());
        }
        CUDA(cudaFuncSetAttribute(perBlock, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)most));
        warpGrid_ = residentBlocks(perWarp, launch_.warpThreads, hashBytes_);
    }

    Launch launch_;
    Kind kind_ = TOTAL;
    size_t hashBytes_ = 0;
    std::vector<int> blockGrids_;
    int warpGrid_ = 0;
    std::vector<u64> spillWords_;
    Array<u32> spill_, claimed_;
};
