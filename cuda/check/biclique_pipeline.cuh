// The launch sequence of README.md for counting bicliques with PIVOT.
#pragma once
#include "pipeline.cuh"
#include <chrono>
#include <memory>
#include <cmath>
#include <map>

/** How the kernels are launched; the defaults are those of the product. */
struct PivotLaunch {
    u32 nearbyCount = 8192;
    u64 arenaWords = 1ull << 28;
    u64 spillBytes = 4ull << 30, stackBytes = 4ull << 30;
    u32 queueSlots = 4096;
    u64 kindSlots = 1ull << 18;
    u64 sliceNanos = 200000000ull;
    u64 sampledWedges = 1ull << 23;
    int maxSearchBlocks = 1 << 30;
};

/** A leaf kind of KindSink, and how often it was reached. */
struct Kind4 {
    u32 fixedRoots, freeRoots, fixedMates, freeMates;
};

enum Counted { TOTALS, KINDS, BY_VERTEX, BY_EDGE };

class Pivot {
public:
    struct Sizes {
        u32 minLeft, maxLeft, minRight, maxRight;
    };
    u64 sum[2] = {0, 0};
    bool overflow = false;
    u64 nodes = 0, roots = 0, launches = 0, batches = 0;
    int side = 0;
    u64 summaryHost[5] = {0, 0, 0, 0, 0};
    std::map<u64, u64> kindCounts;
    std::vector<std::pair<const char*, double>> stages;

    Pivot(const Ranked& r, const Graph& g, const PivotLaunch& launch) : r(r), g(g), launch(launch), n(r.count) {
        int device;
        CUDA(cudaGetDevice(&device));
        CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
        most = 16 * processors;
        degrees.resize(n);
        sides.resize(n);
        coreNeighbors.resize(2 * r.edgeCount);
        lengths.resize(n);
        members.resize(2ull * n);
        flags.resize(MOTIF_PIVOT_CORE_ROUNDS);
        meta.resize(16);
        candidateCounts.resize(n);
        items.resize(4ull * n);
        control.resize(MOTIF_PIVOT_CONTROL_WORDS);
        result.resize(MOTIF_PIVOT_RESULT_WORDS);
        locals.resize((u64)MOTIF_PIVOT_LOCAL_WORDS * n);
        nearbyBytes = launch.nearbyCount * 4;
        rootGrid = residentBlocks(biclique_candidates_per_block, MOTIF_PIVOT_ROOT_THREADS, nearbyBytes);
        rootGrid = std::min(rootGrid, residentBlocks(biclique_local_graphs_per_block, MOTIF_PIVOT_ROOT_THREADS, nearbyBytes));
        arena.resize(launch.arenaWords);
        deferred.resize(rootGrid);
        residentRootBlocks = rootGrid;
        sort.grid = processors * 4;
        sort.counts.resize((size_t)MOTIF_SORT_DIGITS * sort.grid);
        sort.totals.resize(MOTIF_SORT_DIGITS);
        stacks.resize(launch.stackBytes / 4);
        CUDA(cudaDeviceSynchronize());
    }

    /** Milliseconds of preparation and search. wantedSide: 0 or 1, or -1 for the cheaper one. */
    double count(Sizes sizes, int wantedSide, Counted counted) {
        CUDA(cudaDeviceSynchronize());
        stages.clear();
        auto begin = std::chrono::steady_clock::now();
        last = begin;
        overflow = false;
        nodes = launches = batches = roots = 0;
        sum[0] = sum[1] = 0;
        kindCounts.clear();
        findCore(sizes);
        side = wantedSide >= 0 ? wantedSide : cheaperSide(sizes);
        stamp("side");
        countCandidates(sizes, side, 1);
        stamp("candidates");
        findRoots(sizes);
        stamp("roots");
        if (roots > 0) {
            searchRoots(sizes, counted);
        }
        stamp("search");
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    }

    /** After a count by vertex: of each vertex, left ones first. */
    std::vector<unsigned __int128> vertices() {
        low.resize(n);
        high.resize(n);
        if (roots == 0) {
            return std::vector<unsigned __int128>(n);
        }
        biclique_values_per_vertex<<<blocksFor(n, 256, most), 256>>>(
                counts.get(), r.rankOf.get(), n, low.get(), high.get());
        return wide(n);
    }

    /** After a count by edge: of each edge, by its left slot. */
    std::vector<unsigned __int128> edges() {
        low.resize(r.edgeCount);
        high.resize(r.edgeCount);
        if (roots == 0) {
            return std::vector<unsigned __int128>(r.edgeCount);
        }
        biclique_values_per_edge<<<blocksFor(g.leftCount, 8, most), 256>>>(
                counts.get(), r.offsets.get(), coreNeighbors.get(), lengths.get(), g.leftOffsets.get(),
                g.leftNeighbors.get(), g.leftCount, r.rankOf.get(), side, low.get(), high.get());
        return wide(r.edgeCount);
    }

private:
    std::vector<unsigned __int128> wide(u64 length) {
        auto l = low.host(length), h = high.host(length);
        std::vector<unsigned __int128> values(length);
        for (u64 i = 0; i < length; i++) {
            values[i] = (unsigned __int128)h[i] << 64 | l[i];
        }
        return values;
    }

    const Ranked& r;
    const Graph& g;
    PivotLaunch launch;
    u32 n;
    int processors = 0, most = 0, rootGrid = 0, residentRootBlocks = 0;
    size_t nearbyBytes = 0;
    u64 spillWords = 0;
    Array<u32> degrees, sides, coreNeighbors, lengths, members, flags, candidateCounts, items, spill, arena, deferred,
            stacks, saved, queue, queueFlags;
    Array<u64> counts, low, high, meta, control, locals, binomials, kinds, kindCountsOnDevice, result;
    SortBuffers sort;
    u64 memberCounts[2], wedges[2];
    u32* order = nullptr;
    std::chrono::steady_clock::time_point last;
    u32 ranks = 0;
    // meta: the words of the core, 5 claimed, 6 cost, the words of the roots

    void stamp(const char* name) {
        CUDA(cudaDeviceSynchronize());
        auto now = std::chrono::steady_clock::now();
        stages.push_back({name, std::chrono::duration<double, std::milli>(now - last).count()});
        last = now;
    }

    void read(void* host, const void* device, size_t bytes) {
        CUDA(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
    }

    u32 minRoots(const Sizes& s, int of) const { return of == 0 ? s.minLeft : s.minRight; }
    u32 minMates(const Sizes& s, int of) const { return of == 0 ? s.minRight : s.minLeft; }
    u32 maxRoots(const Sizes& s) const { return side == 0 ? s.maxLeft : s.maxRight; }
    u32 maxMates(const Sizes& s) const { return side == 0 ? s.maxRight : s.maxLeft; }

    void findCore(const Sizes& s) {
        int grid = blocksFor(n, 256, most);
        biclique_degrees_per_vertex<<<grid, 256>>>(
                r.offsets.get(), r.rankOf.get(), g.leftCount, n, degrees.get(), sides.get());
        u32 removed[MOTIF_PIVOT_CORE_ROUNDS];
        do {
            flags.zero();
            for (int i = 0; i < MOTIF_PIVOT_CORE_ROUNDS; i++) {
                biclique_core_per_vertex<<<grid, 256>>>(
                        r.offsets.get(), r.neighbors.get(), sides.get(), n, s.minRight, s.minLeft, degrees.get(),
                        flags.get() + i);
            }
            read(removed, flags.get(), sizeof removed);
        } while (removed[MOTIF_PIVOT_CORE_ROUNDS - 1]);
        stamp("core");
        meta.zero();
        biclique_rows_per_vertex<<<blocksFor(n, 8, most), 256>>>(
                r.offsets.get(), r.neighbors.get(), sides.get(), degrees.get(), n, coreNeighbors.get(), lengths.get(),
                members.get(), meta.get());
        u64 host[MOTIF_PIVOT_CORE_WORDS];
        read(host, meta.get(), sizeof host);
        ranks = (u32)host[MOTIF_PIVOT_RANKS];
        memberCounts[0] = host[0];
        memberCounts[1] = host[1];
        wedges[0] = host[2];
        wedges[1] = host[3];
        spillWords = ranks > launch.nearbyCount ? ranks - launch.nearbyCount : 1;
        rootGrid = (int)std::max<u64>(1, std::min<u64>(residentRootBlocks, launch.spillBytes / 4 / spillWords));
        if (spill.size() < spillWords * rootGrid) {
            spill.resize(spillWords * rootGrid);
            spill.zero();
        }
        stamp("rows");
    }

    u64 countCandidates(const Sizes& s, int of, u32 stride) {
        CUDA(cudaMemsetAsync(meta.get() + 5, 0, 16));
        u64 sampled = (memberCounts[of] + stride - 1) / stride;
        u64 host[2] = {0, 0};
        while (host[0] < sampled) {
            biclique_candidates_per_block<<<rootGrid, MOTIF_PIVOT_ROOT_THREADS, nearbyBytes>>>(
                    r.offsets.get(), coreNeighbors.get(), lengths.get(), members.get() + (u64)of * n, meta.get() + of,
                    stride, minMates(s, of), (u32)(nearbyBytes / 4), spill.get(), spillWords, launch.sliceNanos,
                    meta.get() + 5, candidateCounts.get(), meta.get() + 6);
            read(host, meta.get() + 5, sizeof host);
        }
        return host[1];
    }

    /** Wedges of roots on one side have their middles on the other one. */
    int cheaperSide(const Sizes& s) {
        double cost[2];
        for (int of = 0; of < 2; of++) {
            u32 stride = (u32)std::max<u64>(1, wedges[1 - of] / launch.sampledWedges);
            cost[of] = (double)countCandidates(s, of, stride) * stride + (double)wedges[1 - of];
            // Roots of two are one pass over their candidates.
            if (minRoots(s, of) == 2 && s.minLeft == s.maxLeft && s.minRight == s.maxRight) {
                cost[of] = (double)wedges[1 - of];
            }
        }
        return cost[1] < cost[0] ? 1 : 0;
    }

    void findRoots(const Sizes& s) {
        Items a = {items.get(), items.get() + n}, b = {items.get() + 2ull * n, items.get() + 3ull * n};
        CUDA(cudaMemsetAsync(meta.get() + 7, 0, 40));
        biclique_roots_per_vertex<<<blocksFor(memberCounts[side], 256, most), 256>>>(
                members.get() + (u64)side * n, meta.get() + side, lengths.get(), candidateCounts.get(),
                minRoots(s, side) - 1, a.keys, a.values, meta.get() + 7);
        read(summaryHost, meta.get() + 7, sizeof summaryHost);
        roots = summaryHost[0];
        if (roots > 0) {
            radixSort(a, b, roots, MOTIF_SORT_DIGIT_BITS, sort);
        }
        order = a.values;
    }

    void searchRoots(const Sizes& s, Counted counted) {
        const bool kindsWanted = counted == KINDS;
        u32 limit = (u32)std::max(summaryHost[1], summaryHost[2]), mostChosen = std::max(s.maxLeft, s.maxRight);
        if (summaryHost[3] > launch.arenaWords) {
            printf("a local graph needs %llu words\n", summaryHost[3]);
            exit(2);
        }
        if (!kindsWanted) {
            size_t words = 2ull * (mostChosen + 1) * (limit + 1ull);
            if (binomials.size() < words) {
                binomials.resize(words);
            }
            biclique_binomials_per_number<<<blocksFor(limit + 1, 64, most), 64>>>(limit, mostChosen, binomials.get());
        } else {
            kinds.resize(launch.kindSlots);
            kindCountsOnDevice.resize(launch.kindSlots);
            kinds.zero();
            kindCountsOnDevice.zero();
        }
        u32 rootWords = (u32)((summaryHost[1] + 31) / 32), mateWords = (u32)((summaryHost[2] + 31) / 32);
        u32 sets = counted == BY_VERTEX || counted == BY_EDGE ? 3 : 1;
        u32 frameWords =
                MOTIF_PIVOT_FRAME_HEADER + sets * (rootWords + mateWords) + std::max(rootWords, mateWords);
        u32 frames = s.maxLeft + s.maxRight;
        int threads = MOTIF_PIVOT_SEARCH_THREADS, warps = threads / 32;
        int grid = counted == KINDS       ? residentBlocks(biclique_kinds_per_warp, threads, 0)
                   : counted == TOTALS    ? residentBlocks(biclique_total_per_warp, threads, 0)
                   : counted == BY_VERTEX ? residentBlocks(biclique_vertices_per_warp, threads, 0)
                                          : residentBlocks(biclique_edges_per_warp, threads, 0);
        if (counted == BY_VERTEX || counted == BY_EDGE) {
            counts.resize(2 * (counted == BY_VERTEX ? n : 2 * r.edgeCount));
            counts.zero();
        }
        u64 blockBytes = 4ull * frameWords * frames * warps;
        grid = (int)std::max<u64>(1, std::min<u64>(grid, launch.stackBytes / blockBytes));
        grid = std::min(grid, launch.maxSearchBlocks);
        if (saved.size() < 2ull * grid * warps) {
            saved.resize(2ull * grid * warps);
        }
        if (queue.size() < (u64)frameWords * launch.queueSlots) {
            queue.resize((u64)frameWords * launch.queueSlots);
        }
        queueFlags.resize(launch.queueSlots);
        queueFlags.zero();
        saved.zero();
        result.zero();
        std::vector<u64> c(MOTIF_PIVOT_CONTROL_WORDS), found(MOTIF_PIVOT_RESULT_WORDS);
        u64 done = 0;
        stamp("setup");
        while (done < roots) {
            // A batch: as many local graphs as the arena holds.
            control.zero();
            biclique_local_graphs_per_block<<<rootGrid, MOTIF_PIVOT_ROOT_THREADS, nearbyBytes>>>(
                    r.offsets.get(), coreNeighbors.get(), lengths.get(), order + done, (u32)(roots - done),
                    candidateCounts.get(), minMates(s, side), (u32)(nearbyBytes / 4), spill.get(), spillWords,
                    launch.sliceNanos, arena.get(), launch.arenaWords, control.get(), locals.get(), deferred.get());
            batches++;
            stamp("local graphs");
            do {
#define SEARCH locals.get(), arena.get(), minRoots(s, side), maxRoots(s), minMates(s, side), maxMates(s), launch.sliceNanos, \
        control.get(), result.get(), stacks.get(), frameWords, frames, saved.get(), queue.get(), queueFlags.get(), launch.queueSlots
#define CORE binomials.get(), limit, r.offsets.get(), coreNeighbors.get(), lengths.get(), counts.get()
                if (counted == BY_VERTEX) {
                    biclique_vertices_per_warp<<<grid, threads>>>(SEARCH, CORE);
                } else if (counted == BY_EDGE) {
                    biclique_edges_per_warp<<<grid, threads>>>(SEARCH, CORE);
                } else if (kindsWanted) {
                    biclique_kinds_per_warp<<<grid, threads>>>(
                            SEARCH, kinds.get(), kindCountsOnDevice.get(), launch.kindSlots);
                } else {
                    biclique_total_per_warp<<<grid, threads>>>(SEARCH, binomials.get(), limit);
                }
                launches++;
                read(c.data(), control.get(), 8 * MOTIF_PIVOT_CONTROL_WORDS);
                read(found.data(), result.get(), 8 * MOTIF_PIVOT_RESULT_WORDS);
                if (kindsWanted && found[MOTIF_PIVOT_STOPPED]) {
                    drainKinds();
                } else if (found[MOTIF_PIVOT_STOPPED] || found[MOTIF_PIVOT_SUM_OVERFLOW]) {
                    overflow = true;
                    return;
                }
            } while (c[MOTIF_PIVOT_PENDING] > 0);
            u64 claimed = std::min(c[MOTIF_PIVOT_CLAIMED], roots - done), late = c[MOTIF_PIVOT_DEFERRED];
            done += claimed - late;
            if (late > 0) {
                biclique_deferred_per_root<<<1, 256>>>(deferred.get(), (u32)late, order + done);
            }
        }
        nodes += found[MOTIF_PIVOT_NODES];
        sum[0] = found[MOTIF_PIVOT_SUM];
        sum[1] = found[MOTIF_PIVOT_SUM + 1];
        if (kindsWanted) {
            stamp("searching");
            drainKinds();
        }
    }

    void drainKinds() {
        auto k = kinds.host(launch.kindSlots);
        auto c = kindCountsOnDevice.host(launch.kindSlots);
        for (size_t i = 0; i < k.size(); i++) {
            if (k[i] != 0) {
                kindCounts[k[i]] += c[i];
            }
        }
        kinds.zero();
        kindCountsOnDevice.zero();
        result.zero();
    }
};
