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
        neighbors.resize(2 * edgeCount);
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

/** How the counting kernels are launched. */
struct Launch {
    int blockThreads = 512;
    u32 tableWords = 98 * 256;
    u64 spillBytes = 8ull << 30;  // of all blocks together
    int warpExponent = 9;         // start vertices of work below 2^warpExponent go to warps
    int warpThreads = 256;
    u32 maxSpillWords = 0xffffffffu;
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
        tableBytes_ = launch.tableWords * 4ull + MOTIF_TABLE_EXTRA_BYTES;
        hashBytes_ = (size_t)launch.warpThreads / 32 * (2ull << launch.warpExponent) * 8;
        switch (kind) {
        case TOTAL: grids(butterfly_total_per_block, butterfly_total_per_warp); break;
        case VERTICES: grids(butterfly_vertices_per_block, butterfly_vertices_per_warp); break;
        case EDGES: grids(butterfly_edges_per_block, butterfly_edges_per_warp); break;
        }
        u64 wanted = r.count > launch.tableWords ? r.count - launch.tableWords : 0;
        u64 most = launch.spillBytes / 4 / blockGrid_;
        spillWords_ = std::min<u64>(std::min<u64>(wanted, most), launch.maxSpillWords);
        spillWords_ = std::max<u64>((spillWords_ + 127) / 128 * 128, 128);
        spill_.resize(spillWords_ * blockGrid_);
        spill_.zero();
        claimed_.resize(1);
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
        u32 split = MOTIF_WORK_KEYS - 4 * launch_.warpExponent;
        u32 hashSlots = 2u << launch_.warpExponent;
#define PART p.firstOffsets, p.firstNeighbors, p.prefixes, p.firstBase, p.secondOffsets, p.secondNeighbors, p.low, p.high, \
        p.order, p.wedges, p.keyStarts
#define BLOCKS <<<blockGrid_, launch_.blockThreads, tableBytes_>>>
#define WARPS <<<warpGrid_, launch_.warpThreads, hashBytes_>>>
#define TABLE launch_.tableWords, spill_.get(), spillWords_, claimed_.get()
        switch (kind_) {
        case TOTAL:
            butterfly_total_per_block BLOCKS(PART, 0, split, total.get(), TABLE);
            butterfly_total_per_warp WARPS(PART, split, MOTIF_WORK_KEY_IDLE, total.get(), hashSlots);
            break;
        case VERTICES:
            butterfly_vertices_per_block BLOCKS(PART, 0, split, total.get(), TABLE, perRank.get());
            butterfly_vertices_per_warp WARPS(PART, split, MOTIF_WORK_KEY_IDLE, total.get(), hashSlots, perRank.get());
            break;
        case EDGES:
            butterfly_edges_per_block BLOCKS(PART, 0, split, total.get(), TABLE, credits.get(), credits.get());
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
        blockGrid_ = residentBlocks(perBlock, launch_.blockThreads, tableBytes_);
        warpGrid_ = residentBlocks(perWarp, launch_.warpThreads, hashBytes_);
    }

    Launch launch_;
    Kind kind_ = TOTAL;
    size_t tableBytes_ = 0, hashBytes_ = 0;
    int blockGrid_ = 0, warpGrid_ = 0;
    u64 spillWords_ = 0;
    Array<u32> spill_, claimed_;
};
