// The launch sequences of README.md for core numbers, orientation and k-cliques.
#pragma once
#include <chrono>
#include "graphs.cuh"
#include "sort.cuh"
#include "unipartite.cuh"

inline int processors() {
    int count;
    CUDA(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return count;
}

/** Core numbers and a degeneracy order. */
struct Cores {
    Array<u64> supports, numbers, state;
    Array<u32> rounds, order, list, otherList;
    u64 degeneracy = 0, levels = 0;

    explicit Cores(const UniGraph& g)
        : supports(g.count), numbers(g.count), state(MOTIF_PEEL_STATE_WORDS), rounds(g.count), order(g.count),
          list(g.count), otherList(g.count) {}

    void compute(const UniGraph& g) {
        const int grid = processors();
        kcore_degrees_per_vertex<<<blocksFor(g.count, 256, 16 * grid), 256>>>(
                g.offsets.get(), g.count, supports.get(), list.get());
        rounds.zero();
        std::vector<u64> words(MOTIF_PEEL_STATE_WORDS);
        words[MOTIF_PEEL_LISTED] = g.count;
        words[MOTIF_PEEL_LEAST] = words[MOTIF_PEEL_LEAST + 1] = ~0ull;
        CUDA(cudaMemcpy(state.get(), words.data(), 8 * words.size(), cudaMemcpyHostToDevice));
        while (words[MOTIF_PEEL_PEELED] < g.count) {
            u64 count = g.count, nanos = 100000000ull;
            u64 *s = state.get(), *degrees = supports.get(), *n = numbers.get();
            u32 *r = rounds.get(), *o = order.get(), *l = list.get(), *other = otherList.get();
            const u64* offsets = g.offsets.get();
            const u32* neighbors = g.neighbors.get();
            void* arguments[] = {&s, &count, &degrees, &n, &r, &o, &l, &other, &nanos, &offsets, &neighbors};
            CUDA(cudaLaunchCooperativeKernel(
                    (void*)kcore_numbers_per_grid, dim3(grid), dim3(MOTIF_PEEL_THREADS), arguments, 0, nullptr));
            CUDA(cudaMemcpy(words.data(), state.get(), 8 * words.size(), cudaMemcpyDeviceToHost));
        }
        levels = words[MOTIF_PEEL_LEVELS];
        degeneracy = words[MOTIF_PEEL_LEVEL];
    }

    /** How many vertices have a core number of `least` or more. */
    u32 kept(u32 least) const {
        Array<u64> count(1);
        kcore_kept_per_grid<<<1, 1>>>(numbers.get(), order.get(), (u32)order.size(), least, count.get());
        return (u32)count.host()[0];
    }

    std::vector<u32> values() const {
        Array<u32> cores(numbers.size());
        kcore_values_per_vertex<<<64, 256>>>(numbers.get(), (u32)numbers.size(), cores.get());
        return cores.host();
    }
};

/** The oriented graph, of the vertices of rank below `kept` or of all. */
struct Oriented {
    u32 count = 0, kept = 0;
    u64 edges = 0;
    Array<u64> offsets, edgeCount;
    Array<u32> rankOf, vertexItems, edgeItems, maxDegree;
    u32 *sources = nullptr, *neighbors = nullptr;  // of edgeItems
    SortBuffers sort;

    explicit Oriented(const UniGraph& g)
        : count(g.count), kept(g.count), offsets(g.count + 1ull), edgeCount(1), rankOf(g.count),
          vertexItems(4ull * g.count), edgeItems(2 * g.slots), maxDegree(1) {
        sort.grid = processors() * 4;
        sort.counts.resize((size_t)MOTIF_SORT_DIGITS * sort.grid);
        sort.totals.resize(MOTIF_SORT_DIGITS);
    }

    void byDegree(const UniGraph& g) {
        Items a = {vertexItems.get(), vertexItems.get() + count};
        Items b = {vertexItems.get() + 2ull * count, vertexItems.get() + 3ull * count};
        maxDegree.zero();
        prep_degrees_per_vertex<<<blocksFor(count, 256, most()), 256>>>(
                g.offsets.get(), count, g.offsets.get(), 0, a.keys, a.values, maxDegree.get());
        u32 largest;
        CUDA(cudaMemcpy(&largest, maxDegree.get(), 4, cudaMemcpyDeviceToHost));
        radixSort(a, b, count, bitsOf(largest), sort);
        kept = count;
        byOrder(g, a.values, 0);
    }

    /** Without the vertices of a core number below `least`. */
    void byCores(const UniGraph& g, const Cores& cores, u32 least) {
        kept = cores.kept(least);
        byOrder(g, cores.order.get(), 1);
    }

private:
    int most() const { return 16 * processors(); }

    void byOrder(const UniGraph& g, const u32* order, u32 reversed) {
        orient_ranks_per_vertex<<<blocksFor(count, 256, most()), 256>>>(order, count, reversed, rankOf.get());
        const u64 m = g.edges();
        Items e = {edgeItems.get(), edgeItems.get() + m}, f = {edgeItems.get() + 2 * m, edgeItems.get() + 3 * m};
        edgeCount.zero();
        orient_edges_per_slot<<<blocksFor(g.slots, MOTIF_SLOT_TILE, most()), MOTIF_SLOT_THREADS>>>(
                g.offsets.get(), g.neighbors.get(), count, g.slots, rankOf.get(), kept, e.keys, e.values,
                edgeCount.get());
        CUDA(cudaMemcpy(&edges, edgeCount.get(), 8, cudaMemcpyDeviceToHost));
        radixSort(e, f, edges, bitsOf(kept), sort);
        Items bySource = {e.values, e.keys};
        radixSort(bySource, f, edges, bitsOf(kept), sort);
        sources = bySource.keys;
        neighbors = bySource.values;
        orient_offsets_per_key<<<blocksFor(kept + 1, 256, most()), 256>>>(sources, edges, kept, offsets.get());
    }
};

enum class CountBy { SIZE, VERTEX, EDGE };

/** Counts by rank in the order of the vertices. */
inline std::vector<unsigned __int128> wide(const Array<u64>& low, const Array<u64>& high) {
    auto l = low.host(), h = high.host();
    std::vector<unsigned __int128> values(l.size());
    for (size_t i = 0; i < l.size(); i++) {
        values[i] = (unsigned __int128)h[i] << 64 | l[i];
    }
    return values;
}

inline std::vector<unsigned __int128> byVertex(const UniGraph& g, const Oriented& o, const Array<u64>& counts) {
    Array<u64> low(g.count), high(g.count);
    kclique_values_per_vertex<<<64, 256>>>(
            counts.get(), o.rankOf.get(), g.count, o.kept, low.get(), high.get());
    return wide(low, high);
}

/** Counts by slot in the order of the edges u-v, u < v. */
inline std::vector<unsigned __int128> byEdge(const UniGraph& g, const Oriented& o, const Array<u64>& counts) {
    Array<u32> keys(g.count), vertices(g.count), ranks(g.count);
    Array<u64> sums(2 * (g.count / MOTIF_SCAN_TILE + 1ull)), starts(g.count + 1ull), rowStarts(g.count);
    Array<u64> low(g.edges()), high(g.edges());
    const int grid = blocksFor(g.count, MOTIF_SCAN_TILE, 64);
    orient_forward_per_vertex<<<64, 256>>>(g.offsets.get(), g.neighbors.get(), g.count, keys.get(), vertices.get());
    prep_sums_per_tile<<<grid, MOTIF_SCAN_THREADS>>>(keys.get(), vertices.get(), g.count, g.count, sums.get());
    prep_bases_per_grid<<<1, 1024>>>(sums.get(), g.count);
    prep_offsets_per_tile<<<grid, MOTIF_SCAN_THREADS>>>(
            keys.get(), vertices.get(), g.count, g.count, sums.get(), starts.get(), rowStarts.get(), ranks.get());
    kclique_values_per_edge<<<64, 256>>>(
            counts.get(), o.offsets.get(), o.neighbors, g.offsets.get(), g.neighbors.get(), starts.get(),
            o.rankOf.get(), g.count, o.kept, low.get(), high.get());
    return wide(low, high);
}

struct CliqueLaunch {
    u32 denseFactor = 8, windowRows = 16, windowColumns = 64, mostNearWords = 1920, splitFrom = 1u << 11;
    u64 nanos = 200000000ull;
    u32 queueSlots = 8192, largeWords = 1u << 20;
    int mostBlocks = 1 << 30;
    u64 farBytes = 8ull << 30, mostLaunches = ~0ull;
};

/** Counts mod 2^128 of K vertices, from C(p, k - h) mod 2^128. */
struct Pascal {
    std::vector<std::vector<unsigned __int128>> rows;

    explicit Pascal(u32 limit) {
        for (u32 n = 0; n <= limit; n++) {
            rows.emplace_back(n + 1, 1);
            for (u32 k = 1; k < n; k++) {
                rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            }
        }
    }
    unsigned __int128 operator()(u32 n, u32 k) const { return k > n ? 0 : rows[n][k]; }
};

/** How many cliques of k vertices the leaves stand for, mod 2^128. */
inline unsigned __int128 cliquesOf(u32 k, const std::vector<u64>& cells, u32 rows, u32 columns, const Pascal& choose) {
    unsigned __int128 total = 0;
    for (u32 h = 0; h < rows && h <= k; h++) {
        for (u32 p = 0; p < columns; p++) {
            const u64* cell = cells.data() + 2 * ((u64)h * columns + p);
            total += ((unsigned __int128)cell[1] << 64 | cell[0]) * choose(p, k - h);
        }
    }
    return total;
}

/** The roots of searches, those with most candidates first. */
struct CliqueRoots {
    u64 count = 0, splitRoots = 0, splitEdges = 0;
    u32 mostCandidates = 0;
    Array<u32> items;
    u32* order = nullptr;

    CliqueRoots(const Oriented& o, u32 least, u32 splitFrom) : items(4ull * o.kept) {
        Items a = {items.get(), items.get() + o.kept}, b = {items.get() + 2ull * o.kept, items.get() + 3ull * o.kept};
        Array<u64> summary(MOTIF_KCLIQUE_SUMMARY_WORDS);
        summary.zero();
        kclique_roots_per_vertex<<<blocksFor(o.kept, 256, 16 * processors()), 256>>>(
                o.offsets.get(), o.kept, std::max(least, 2u) - 1, splitFrom, a.keys, a.values, summary.get());
        auto s = summary.host();
        count = s[MOTIF_KCLIQUE_ROOTS];
        mostCandidates = (u32)s[MOTIF_KCLIQUE_MOST_CANDIDATES];
        splitRoots = s[MOTIF_KCLIQUE_SPLIT_ROOTS];
        splitEdges = s[MOTIF_KCLIQUE_SPLIT_EDGES];
        if (count > 0) {
            SortBuffers sort;
            sort.grid = processors() * 4;
            sort.counts.resize((size_t)MOTIF_SORT_DIGITS * sort.grid);
            sort.totals.resize(MOTIF_SORT_DIGITS);
            radixSort(a, b, count, MOTIF_SORT_DIGIT_BITS, sort);
        }
        order = a.values;
    }
};

class Cliques {
public:
    u64 nodes = 0, launches = 0, taskCount = 0, roots = 0;
    u64 pending = 0;  // tasks that the launches did not get through
    u32 mostCandidates = 0, rows = 0, columns = 0;
    bool overflow = false;
    unsigned __int128 sum = 0;
    double kernelMs = 0;  // of the search kernels
    Array<u64> cells, counts;

    /** The cells or counts of cliques of least to most vertices. */
    void search(const Oriented& o, u32 least, u32 most, CountBy by, const CliqueLaunch& launch) {
        const CliqueRoots found(o, least, launch.splitFrom);
        roots = found.count;
        mostCandidates = found.mostCandidates;
        taskCount = roots - found.splitRoots + found.splitEdges;
        columns = mostCandidates + 2;
        rows = std::min(most, mostCandidates + 2) + 1;
        nodes = launches = pending = 0;
        overflow = false;
        sum = 0;
        if (by == CountBy::SIZE) {
            cells.resize(2ull * rows * columns);
            cells.zero();
        } else {
            counts.resize(2 * (by == CountBy::VERTEX ? (u64)o.kept : o.edges));
            counts.zero();
        }
        if (taskCount == 0) {
            return;
        }
        Array<u64> tasks(taskCount), appended(1);
        appended.zero();
        kclique_tasks_per_root<<<blocksFor(roots, 256, 16 * processors()), 256>>>(
                o.offsets.get(), found.order, roots, found.splitRoots, found.splitEdges, tasks.get(), appended.get());
        launchSearch(o, tasks, least, most, by, launch);
    }

    unsigned __int128 count(u32 k, const std::vector<u64>& found, const Pascal& choose) const {
        unsigned __int128 total = cliquesOf(k, found, rows, columns, choose);
        for (const LargeLeaf& leaf : largeLeaves) {
            for (u32 i = 0; i < leaf.sets.size() && leaf.fixed + i <= k; i++) {
                total += leaf.sets[i] * choose(leaf.free, k - leaf.fixed - i);
            }
        }
        return total;
    }

private:
    void launchSearch(
            const Oriented& o, const Array<u64>& tasks, u32 least, u32 most, CountBy by, const CliqueLaunch& launch) {
        const bool members = by != CountBy::SIZE;
        const u32 words = (mostCandidates + 31) / 32;
        const u64 graphWords = LocalCliqueGraph::wordsFor(mostCandidates);
        const u32 nearWords = (u32)std::min<u64>(graphWords, launch.mostNearWords);
        const u64 farWords = (graphWords > nearWords ? graphWords : 0)
                + (by == CountBy::EDGE ? LocalCliqueGraph::positionWords(mostCandidates) : 0);
        const u32 frameWords = MOTIF_KCLIQUE_FRAME_HEADER + (members ? 4 : 2) * words;
        const u32 frames = std::min(most, mostCandidates + 2);
        const u32 windowRows = members ? 0 : launch.windowRows, windowColumns = members ? 0 : launch.windowColumns;
        const u32 warps = MOTIF_KCLIQUE_THREADS / 32;
        const u32 sets = members ? MOTIF_KCLIQUE_SETS_WITH_MEMBERS : MOTIF_KCLIQUE_SETS;
        const size_t shared = 8ull * windowRows * windowColumns
                + 4ull * warps * (MOTIF_KCLIQUE_LIST_WORDS + sets * words + nearWords);
        int grid = by == CountBy::SIZE     ? residentBlocks(kclique_histogram_per_warp, MOTIF_KCLIQUE_THREADS, shared)
                   : by == CountBy::VERTEX ? residentBlocks(kclique_vertices_per_warp, MOTIF_KCLIQUE_THREADS, shared)
                                           : residentBlocks(kclique_edges_per_warp, MOTIF_KCLIQUE_THREADS, shared);
        const u64 blockBytes = 4ull * warps * (farWords + (u64)frames * frameWords);
        grid = (int)std::max<u64>(1, std::min<u64>(std::min(grid, launch.mostBlocks), launch.farBytes / blockBytes));
        Array<u32> stacks((u64)grid * warps * frames * frameWords), saved(2ull * grid * warps),
                far(std::max<u64>(1, grid * warps * farWords)), queue((u64)launch.queueSlots * frameWords),
                flags(launch.queueSlots);
        Array<u64> control(MOTIF_QUEUE_CONTROL_WORDS), result(MOTIF_KCLIQUE_RESULT_WORDS);
        Array<u32> large(launch.largeWords);
        large.zero();
        largeLeaves.clear();
        saved.zero();
        flags.zero();
        control.zero();
        result.zero();
        CUDA(cudaMemcpy(control.get() + MOTIF_QUEUE_PENDING, &taskCount, 8, cudaMemcpyHostToDevice));
        const u32 limit = mostCandidates + 1;
        Array<u64> binomials = members ? binomialTable(limit, most) : Array<u64>(1);
        pending = taskCount;
        CUDA(cudaDeviceSynchronize());
        const auto begin = std::chrono::steady_clock::now();
        while (pending > 0 && !overflow && launches < launch.mostLaunches) {
#define ARGUMENTS                                                                                                      \
    o.offsets.get(), o.neighbors, tasks.get(), taskCount, least, most, launch.denseFactor, launch.nanos, control.get(), \
            result.get(), stacks.get(), frameWords, frames, saved.get(), far.get(), farWords, nearWords, words,        \
            queue.get(), flags.get(), launch.queueSlots
            if (by == CountBy::SIZE) {
                kclique_histogram_per_warp<<<grid, MOTIF_KCLIQUE_THREADS, shared>>>(
                        ARGUMENTS, cells.get(), columns, windowRows, windowColumns, large.get(), (u32)large.size());
            } else if (by == CountBy::VERTEX) {
                kclique_vertices_per_warp<<<grid, MOTIF_KCLIQUE_THREADS, shared>>>(
                        ARGUMENTS, binomials.get(), limit, counts.get());
            } else {
                kclique_edges_per_warp<<<grid, MOTIF_KCLIQUE_THREADS, shared>>>(
                        ARGUMENTS, binomials.get(), limit, counts.get());
            }
#undef ARGUMENTS
            CUDA(cudaGetLastError());
            launches++;
            CUDA(cudaMemcpy(&pending, control.get() + MOTIF_QUEUE_PENDING, 8, cudaMemcpyDeviceToHost));
            auto r = result.host();
            overflow = r[MOTIF_KCLIQUE_OVERFLOW] != 0;
            nodes = r[MOTIF_KCLIQUE_NODES];
            if (r[MOTIF_KCLIQUE_LARGE_FULL] != 0 || (pending == 0 && r[MOTIF_KCLIQUE_LARGE_USED] != 0)) {
                drain(large.host());
                large.zero();
                CUDA(cudaMemset(result.get() + MOTIF_KCLIQUE_LARGE_USED, 0, 16));
            }
            sum = (unsigned __int128)r[MOTIF_KCLIQUE_SUM + 1] << 64 | r[MOTIF_KCLIQUE_SUM];
        }
        kernelMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    }

    /** Of one kind: fixed and free vertices, and how many independent sets of each size, mod 2^128. */
    struct LargeLeaf {
        u32 fixed, free;
        std::vector<unsigned __int128> sets;
    };
    std::vector<LargeLeaf> largeLeaves;

    void drain(const std::vector<u32>& words) {
        for (size_t at = 0; at < words.size() && words[at] != 0; at += words[at]) {
            LargeLeaf leaf = {words[at + 1], words[at + 2], {1}};
            for (u32 i = 0; i < words[at + 3]; i++) {
                const u32 component = words[at + MOTIF_KCLIQUE_LARGE_HEADER + i], size = component >> 1;
                auto sets = component & 1 ? plusShifted(pathSets(size - 1), pathSets(size - 3)) : pathSets(size);
                std::vector<unsigned __int128> product(leaf.sets.size() + sets.size() - 1);
                for (size_t a = 0; a < leaf.sets.size(); a++) {
                    for (size_t b = 0; b < sets.size(); b++) {
                        product[a + b] += leaf.sets[a] * sets[b];
                    }
                }
                leaf.sets = product;
            }
            largeLeaves.push_back(leaf);
        }
    }

    static std::vector<unsigned __int128> plusShifted(
            std::vector<unsigned __int128> a, const std::vector<unsigned __int128>& b) {
        a.resize(std::max(a.size(), b.size() + 1));
        for (size_t i = 0; i < b.size(); i++) {
            a[i + 1] += b[i];
        }
        return a;
    }

    static std::vector<unsigned __int128> pathSets(u32 m) {
        std::vector<unsigned __int128> before = {1}, path = {1};
        for (u32 i = 0; i < m; i++) {
            auto next = plusShifted(path, before);
            before = path;
            path = next;
        }
        return path;
    }

    /** C(n, k) for n <= limit and k <= most; all ones when it does not fit. */
    static Array<u64> binomialTable(u32 limit, u32 most) {
        const unsigned __int128 tooLarge = ~(unsigned __int128)0;
        std::vector<unsigned __int128> last(most + 1, 0);
        std::vector<u64> words(2ull * (most + 1) * (limit + 1));
        for (u32 n = 0; n <= limit; n++) {
            for (u32 k = most; k > 0; k--) {
                const unsigned __int128 a = last[k], b = last[k - 1];
                last[k] = a == tooLarge || b == tooLarge || a + b < a ? tooLarge : a + b;
            }
            last[0] = 1;
            for (u32 k = 0; k <= most; k++) {
                words[2 * ((u64)k * (limit + 1) + n)] = (u64)last[k];
                words[2 * ((u64)k * (limit + 1) + n) + 1] = (u64)(last[k] >> 64);
            }
        }
        return Array<u64>(words);
    }
};

/** How the kernels with a block for a vertex or an edge are launched. */
struct BlockLaunch {
    bool pivots = false, byEdge = false, binary = true;
    u32 groupSize = 8, nearWords = 6000;
    u64 farBytes = 8ull << 30;
    int mostBlocks = 1 << 30;
    u64 nanos = 100000000ull, mostLaunches = ~0ull;
};

/** Orientation and pivoting as published. */
class BlockCliques {
public:
    double ms = 0;
    bool stopped = false;
    u32 columns = 0, rows = 0;
    unsigned __int128 total = 0;
    Array<u64> cells;

    /** ORIENTATION: `total` of least = most vertices; PIVOT: `cells`. */
    void count(const Oriented& o, u32 least, u32 most, const BlockLaunch& launch) {
        const CliqueRoots roots(o, least, ~0u);
        const u32 size = roots.mostCandidates;
        columns = size + 2;
        rows = size + 3;
        cells.resize(launch.pivots ? 2ull * rows * columns : 1);
        cells.zero();
        total = 0;
        ms = 0;
        stopped = false;
        const u64 tasks = launch.byEdge ? o.edges : roots.count;
        if (roots.count == 0) {
            return;
        }
        const u64 graphWords = launch.binary ? BlockGraph::binaryWords(size) : BlockGraph::listWords(size);
        const u64 levelWords =
                MOTIF_KCLIQUE_ORIENTATION_LEVEL_WORDS + (launch.binary ? (size + 31) / 32 : (u64)size);
        const u64 stackWords = !launch.pivots ? MOTIF_KCLIQUE_BLOCK_THREADS / launch.groupSize * levelWords * most
                               : launch.binary ? PivotTree<true>::stackWords(size) : PivotTree<false>::stackWords(size);
        const u64 farWords = graphWords + stackWords;
        const size_t shared = 4ull * std::min<u64>(launch.nearWords, farWords);
        const u32 nearWords = (u32)(shared / 4);
        int grid = launch.pivots && launch.binary ? resident(kclique_pivot_histogram_per_block, shared)
                   : launch.pivots                ? resident(kclique_pivot_lists_histogram_per_block, shared)
                   : launch.binary                ? resident(kclique_orientation_total_per_block, shared)
                                                  : resident(kclique_orientation_lists_total_per_block, shared);
        grid = (int)std::max<u64>(1, std::min<u64>(std::min(grid, launch.mostBlocks), launch.farBytes / (4 * farWords)));
        Array<u32> far(grid * farWords), pauses(grid * (u64)MOTIF_KCLIQUE_PAUSE_WORDS);
        Array<u64> control(MOTIF_KCLIQUE_CONTROL_WORDS), result(MOTIF_KCLIQUE_RESULT_WORDS);
        pauses.zero();
        control.zero();
        result.zero();
        CUDA(cudaDeviceSynchronize());
        const auto begin = std::chrono::steady_clock::now();
#define ARGUMENTS(...)                                                                                                 \
    o.offsets.get(), o.neighbors, o.sources, roots.order, tasks, launch.byEdge, __VA_ARGS__, launch.groupSize,         \
            far.get(), farWords, nearWords, control.get(), pauses.get(), launch.nanos
#define LAUNCH grid, MOTIF_KCLIQUE_BLOCK_THREADS, shared
        u64 launches = 0;
        do {
            if (launch.pivots && launch.binary) {
                kclique_pivot_histogram_per_block<<<LAUNCH>>>(ARGUMENTS(least, most), result.get(), cells.get(), columns);
            } else if (launch.pivots) {
                kclique_pivot_lists_histogram_per_block<<<LAUNCH>>>(ARGUMENTS(least, most), result.get(), cells.get(), columns);
            } else if (launch.binary) {
                kclique_orientation_total_per_block<<<LAUNCH>>>(ARGUMENTS(most), result.get() + MOTIF_KCLIQUE_SUM);
            } else {
                kclique_orientation_lists_total_per_block<<<LAUNCH>>>(ARGUMENTS(most), result.get() + MOTIF_KCLIQUE_SUM);
            }
            CUDA(cudaGetLastError());
            CUDA(cudaDeviceSynchronize());
            const auto state = control.host();
            stopped = state[MOTIF_KCLIQUE_CLAIMED] < tasks || state[MOTIF_KCLIQUE_PAUSED] != 0;
        } while (stopped && ++launches < launch.mostLaunches);
#undef LAUNCH
#undef ARGUMENTS
        ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        auto r = result.host();
        total = (unsigned __int128)r[MOTIF_KCLIQUE_SUM + 1] << 64 | r[MOTIF_KCLIQUE_SUM];
    }

private:
    template <class Kernel>
    static int resident(Kernel kernel, size_t shared) {
        return residentBlocks(kernel, MOTIF_KCLIQUE_BLOCK_THREADS, shared);
    }
};
