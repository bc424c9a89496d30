// Launch sequences of G-BFC's variants.
#pragma once
#include "pipeline.cuh"

// The paper's thresholds.
static constexpr u64 GBFC_WEDGES = 4096;
static constexpr u32 GBFC_THREAD_DEGREE = 16, GBFC_BLOCK_DEGREE = 1024;

struct GbfcVariant {
    const char* name;
    bool directed;
    bool sharedTable;
    bool balanced;  // kernels by degree; else a block for each vertex
    bool lists;     // list intersection for all vertices
    u64 wedges;     // above as many estimated wedges, lanes share the rows
};

static const GbfcVariant GBFC_VARIANTS[] = {
        {"shared table, balanced, directed (all of it)", true, true, true, false, GBFC_WEDGES},
        {"without shared memory", true, false, true, false, GBFC_WEDGES},
        {"without load balancing", true, true, false, false, ~0ull},
        {"without load balancing, warps by estimated wedges", true, true, false, false, GBFC_WEDGES},
        {"without edge direction", false, true, true, false, GBFC_WEDGES},
        {"without edge direction and shared memory", false, false, true, false, GBFC_WEDGES},
        {"algorithm 2 alone (shared table)", false, true, false, false, ~0ull},
        {"list intersection alone, directed", true, false, false, true, ~0ull},
};

class Gbfc {
public:
    Gbfc(const Graph& g, const Ranked& r) : graph_(g), ranked_(r) {
        CUDA(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, 0));
        u64 most = std::max<u64>(g.leftCount, std::max<u64>(g.rightCount, r.count));
        lists_.resize(3 * most);
        sizes_.resize(3);
        sharedGrid_ = residentBlocks(butterfly_gbfc_shared_total_per_block, THREADS, TABLE_WORDS * 4);
        globalGrid_ = residentBlocks(butterfly_gbfc_global_total_per_block, THREADS, 0);
        globalGrid_ = (int)std::max<u64>(1, std::min<u64>(globalGrid_, TABLE_BYTES / 4 / most));
        tables_.resize(most * globalGrid_);
        tables_.zero();
        stop_.zero();
    }

    void run(const GbfcVariant& variant) {
        total_.zero();
        sizes_.zero();
        // The layer with fewer vertices starts; with direction all vertices do.
        bool left = graph_.leftCount <= graph_.rightCount;
        const u64* startOffsets = variant.directed
                ? ranked_.offsets.get() : left ? graph_.leftOffsets.get() : graph_.rightOffsets.get();
        const u32* start = variant.directed
                ? ranked_.neighbors.get() : left ? graph_.leftNeighbors.get() : graph_.rightNeighbors.get();
        const u64* middleOffsets = variant.directed
                ? ranked_.offsets.get() : left ? graph_.rightOffsets.get() : graph_.leftOffsets.get();
        const u32* middle = variant.directed
                ? ranked_.neighbors.get() : left ? graph_.rightNeighbors.get() : graph_.leftNeighbors.get();
        u32 count = variant.directed ? ranked_.count : left ? graph_.leftCount : graph_.rightCount;
        u32 directed = variant.directed;
#define GRAPH startOffsets, start, middleOffsets, middle, count, directed
        if (variant.lists) {
            butterfly_gbfc_lists_total_per_thread<<<processors_ * 32, MOTIF_GBFC_THREAD_BLOCK>>>(
                    GRAPH, nullptr, nullptr, total_.get(), stop_.get());
            return;
        }
        const u32* blockList = nullptr;
        const u64* blockListSize = nullptr;
        if (variant.balanced) {
            butterfly_gbfc_classes_per_vertex<<<processors_ * 8, 256>>>(
                    startOffsets, start, count, directed, GBFC_THREAD_DEGREE, GBFC_BLOCK_DEGREE,
                    lists_.get(), sizes_.get());
            butterfly_gbfc_lists_total_per_thread<<<processors_ * 32, MOTIF_GBFC_THREAD_BLOCK>>>(
                    GRAPH, lists_.get(), sizes_.get(), total_.get(), stop_.get());
            blockList = lists_.get() + count;
            blockListSize = sizes_.get() + 1;
        }
        if (variant.sharedTable) {
            butterfly_gbfc_shared_total_per_block<<<sharedGrid_, THREADS, TABLE_WORDS * 4>>>(
                    GRAPH, blockList, blockListSize, total_.get(), stop_.get(), variant.wedges, TABLE_WORDS);
        } else {
            butterfly_gbfc_global_total_per_block<<<globalGrid_, THREADS>>>(
                    GRAPH, blockList, blockListSize, total_.get(), stop_.get(), variant.wedges, tables_.get());
        }
        if (variant.balanced) {
            u64 heavy = sizes_.host()[2];
            for (u64 first = 0; first < heavy; first += globalGrid_) {
                u64 batch = std::min<u64>(heavy - first, globalGrid_);
                butterfly_gbfc_wedges_per_blocks<<<(int)batch * 2, THREADS>>>(
                        GRAPH, lists_.get() + 2ull * count, sizes_.get() + 2, total_.get(), stop_.get(), first, 2,
                        tables_.get());
                butterfly_gbfc_total_per_table<<<processors_ * 8, 256>>>(tables_.get(), batch * count, total_.get());
            }
        }
#undef GRAPH
    }

    u64 totalOnHost() { return total_.host()[0]; }

private:
    static constexpr int THREADS = 256;
    static constexpr u32 TABLE_WORDS = 12288;
    static constexpr u64 TABLE_BYTES = 8ull << 30;

    const Graph& graph_;
    const Ranked& ranked_;
    int processors_ = 0, sharedGrid_ = 0, globalGrid_ = 0;
    Array<u32> lists_, tables_, stop_{1};
    Array<u64> sizes_, total_{2};
};
