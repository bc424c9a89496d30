// Runs the kernels of biclique_gbc.cu with every technique on and off, and compares.
//   gbc_check --small            random, complete and crown graphs against enumeration
//   gbc_check --smallest         a few of them, for compute-sanitizer
//   gbc_check FILE.el P Q COUNT  a real graph with a known count, each technique, times
// Exit status 1 on any mismatch.
#include "biclique/biclique_gbc.cu"
#include "gbc_prepare.cuh"
#include <cstring>
#include <random>

typedef unsigned __int128 u128;

static int failures = 0;

static std::string text(u128 x) {
    std::string digits;
    do {
        digits.insert(digits.begin(), '0' + (int)(x % 10));
        x /= 10;
    } while (x > 0);
    return digits;
}

static u128 choose(u64 n, u64 k) {
    if (k > n) {
        return 0;
    }
    u128 result = 1;
    for (u64 i = 1; i <= k; i++) {
        result = result * (n - k + i) / i;
    }
    return result;
}

struct Variant {
    bool left, byDegree, bitmaps, together, split, steals;
    int grid;         // 0: what the device holds at once
    u32 workers;      // 0: as many as the grid has warps
    u64 sliceNanos;

    std::string name() const {
        return std::string(left ? "left" : "right") + (byDegree ? " by-degree" : " as-given")
                + (bitmaps ? " bitmaps" : " lists") + (together ? " together" : " one-by-one")
                + (split ? " split" : " roots") + (steals ? " steals" : " static") + " grid " + std::to_string(grid)
                + " workers " + std::to_string(workers) + " slice " + std::to_string(sliceNanos);
    }
};

struct Prepared {
    Anchored anchored;
    DeviceSets neighbors, twoHops;
    Array<u32> roots, seconds;
    u64 tasks;
    u32 mostNeighbors = 0;

    Prepared(const HostGraph& g, u32 p, u32 q, const Variant& v)
        : anchored(g, v.left, p, q, v.byDegree), neighbors(anchored.neighbors, v.bitmaps),
          twoHops(anchored.twoHops, v.bitmaps) {
        std::vector<u32> first, second;
        const bool split = v.split && anchored.size > 2;
        for (u32 u = 0; u < anchored.twoHops.size(); u++) {
            mostNeighbors = std::max<u32>(mostNeighbors, anchored.neighbors[u].size());
            if (anchored.neighbors[u].size() < anchored.least || anchored.twoHops[u].size() + 1 < anchored.size) {
                continue;
            }
            if (!split) {
                first.push_back(u);
                continue;
            }
            for (u32 w : anchored.twoHops[u]) {
                first.push_back(u);
                second.push_back(w);
            }
        }
        tasks = first.size();
        roots = Array<u32>(first);
        if (split) {
            seconds = Array<u32>(second);
        }
    }
};

/** All launches of one count. */
static std::vector<u64> leavesOf(const Prepared& g, const Variant& v, double* millis) {
    const u32 size = g.anchored.size, batch = v.together ? MOTIF_GBC_BATCH : 1;
    const u32 candidateWords = std::max<u32>(g.twoHops.longest, v.together ? 512 : 1);
    const u32 commonWords = std::max<u32>(g.neighbors.longest, v.together ? 512 : 1);
    const u64 levels = size - 1, perFrame = TABLE_WORDS + (v.bitmaps ? 2ull : 1ull) * (candidateWords + commonWords);
    const u64 frameWords = (NODE_WORDS * levels + perFrame * (levels - 1) + 3) / 4 * 4;
    int grid = v.grid;
    if (grid == 0) {
        grid = v.bitmaps ? residentBlocks(biclique_bitmap_leaves_per_warp, MOTIF_GBC_THREADS, 0)
                         : residentBlocks(biclique_list_leaves_per_warp, MOTIF_GBC_THREADS, 0);
    }
    const u32 workers = v.workers != 0 ? v.workers : grid * WARPS;
    Array<u64> claimed(workers), leaves(g.mostNeighbors + 1);
    Array<u32> heads(2 * workers), frames(workers * frameWords), unfinished(1);
    u32* seconds = g.seconds.size() == 0 ? nullptr : g.seconds.get();
    *millis = medianMs(*millis > 0 ? 5 : 0, [&] {
        claimed.zero();
        leaves.zero();
        heads.zero();
        do {
            unfinished.zero();
            if (v.bitmaps) {
                biclique_bitmap_leaves_per_warp<<<grid, MOTIF_GBC_THREADS>>>(g.neighbors.offsets.get(),
                        g.neighbors.index.get(), g.neighbors.bits.get(), g.twoHops.offsets.get(), g.twoHops.index.get(),
                        g.twoHops.bits.get(), g.roots.get(), seconds, g.tasks, size, g.anchored.least, batch,
                        candidateWords, commonWords, claimed.get(), workers, v.steals, heads.get(), frames.get(),
                        frameWords, v.sliceNanos, leaves.get(), unfinished.get());
            } else {
                biclique_list_leaves_per_warp<<<grid, MOTIF_GBC_THREADS>>>(g.neighbors.offsets.get(),
                        g.neighbors.index.get(), g.twoHops.offsets.get(), g.twoHops.index.get(), g.roots.get(), seconds,
                        g.tasks, size, g.anchored.least, batch, candidateWords, commonWords, claimed.get(), workers,
                        v.steals, heads.get(), frames.get(), frameWords, v.sliceNanos, leaves.get(),
                        unfinished.get());
            }
            CUDA(cudaGetLastError());
        } while (unfinished.host()[0] > 0);
    });
    return leaves.host();
}

static u128 count(const Prepared& g, const Variant& v, double* millis) {
    const std::vector<u64> leaves = leavesOf(g, v, millis);
    u128 total = 0;
    for (u32 c = g.anchored.least; c < leaves.size(); c++) {
        total += leaves[c] * choose(c, g.anchored.least);
    }
    return total;
}

/** Enumerates the sets of p left vertices with at least q common neighbors; at most 64 right vertices. */
static u128 enumerate(const std::vector<u64>& masks, u32 from, u64 common, u32 p, u32 q) {
    if (p == 0) {
        return choose(__builtin_popcountll(common), q);
    }
    u128 total = 0;
    for (u32 u = from; u < masks.size(); u++) {
        if ((u32)__builtin_popcountll(common & masks[u]) >= q) {
            total += enumerate(masks, u + 1, common & masks[u], p - 1, q);
        }
    }
    return total;
}

static u128 enumerate(const HostGraph& g, u32 p, u32 q) {
    std::vector<u64> masks(g.leftCount);
    for (u32 u = 0; u < g.leftCount; u++) {
        for (u64 i = g.leftOffsets[u]; i < g.leftOffsets[u + 1]; i++) {
            masks[u] |= 1ull << g.leftNeighbors[i];
        }
    }
    return enumerate(masks, 0, ~0ull, p, q);
}

static void expectCount(const std::string& name, u32 p, u32 q, const Variant& v, u128 got, u128 wanted) {
    if (got != wanted) {
        failures++;
        printf("MISMATCH %s (%u,%u) %s: got %s, expected %s\n", name.c_str(), p, q, v.name().c_str(),
                text(got).c_str(), text(wanted).c_str());
    }
}

static std::vector<Variant> variants(int grid, u32 workers, u64 sliceNanos, int step = 1) {
    std::vector<Variant> all;
    for (int bits = 0; bits < 64; bits += step) {
        all.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0,
                (bits & 32) != 0, grid, workers, sliceNanos});
    }
    return all;
}

static void checkGraph(const Graph& graph, const std::vector<std::pair<u32, u32>>& sizes,
        const std::vector<Variant>& some) {
    const HostGraph g(graph);
    for (auto [p, q] : sizes) {
        const u128 wanted = enumerate(g, p, q);
        for (const Variant& v : some) {
            if ((v.left ? p : q) < 2) {
                continue;  // a sum over degrees, not for the kernels
            }
            double once = 0;
            expectCount(graph.name, p, q, v, count(Prepared(g, p, q, v), v, &once), wanted);
        }
    }
}

static Graph randomGraph(u32 seed) {
    std::mt19937 random(seed);
    const u32 left = 2 + random() % 60, right = 2 + random() % 62, edges = left * right * (1 + random() % 7) / 10;
    std::vector<std::pair<u32, u32>> drawn;
    for (u32 i = 0; i < edges; i++) {
        drawn.push_back({random() % left * (random() % 100) / 100, random() % right});
    }
    return graphOf("random " + std::to_string(seed), left, right, drawn);
}

static void checkSmall() {
    const std::vector<std::pair<u32, u32>> sizes = {{2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 3}, {3, 5}, {5, 4}};
    for (u32 seed = 0; seed < 2; seed++) {
        checkGraph(randomGraph(seed), sizes, variants(3, 0, 1000000000));
    }
    checkGraph(randomGraph(4), sizes, variants(2, 5, 1, 5));      // fewer workers than warps, a step a launch
    checkGraph(randomGraph(5), {{3, 3}}, variants(1, 11, 1, 3));  // more workers than warps
    checkGraph(completeGraph(9, 40), {{2, 38}, {9, 40}, {4, 2}}, variants(2, 0, 20000));
    checkGraph(crownGraph(13), {{6, 6}, {2, 10}, {12, 1}}, variants(4, 0, 20000));
}

static void checkSmallest() {
    checkGraph(randomGraph(1), {{3, 3}, {4, 3}}, variants(3, 0, 1000000000, 5));
    checkGraph(randomGraph(1), {{3, 3}}, variants(2, 5, 1, 9));
}

static void measure(const char* path, u32 p, u32 q, const char* wanted) {
    const Graph graph = readGraph(path);
    const HostGraph g(graph);
    const u64 slice = 200000000;
    for (bool left : {true, false}) {
        const std::vector<Variant> table = {
                {left, true, true, true, true, true, 0, 0, slice},    {left, false, true, true, true, true, 0, 0, slice},
                {left, true, false, true, true, true, 0, 0, slice},   {left, true, true, false, true, true, 0, 0, slice},
                {left, true, true, true, true, false, 0, 0, slice},   {left, true, true, true, false, true, 0, 0, slice},
                {left, true, true, true, false, false, 0, 0, slice}, {left, false, false, false, false, false, 0, 0, slice}};
        for (const Variant& v : table) {
            const Prepared prepared(g, p, q, v);
            double millis = 1;
            const std::string got = text(count(prepared, v, &millis));
            printf("%s (%u,%u) %s: %s, %.2f ms; %llu tasks, %llu and %llu words\n", graph.name.c_str(), p, q,
                    v.name().c_str(), got.c_str(), millis, prepared.tasks, prepared.neighbors.words,
                    prepared.twoHops.words);
            fflush(stdout);
            if (got != wanted) {
                failures++;
                printf("MISMATCH: expected %s\n", wanted);
            }
        }
    }
}

int main(int argc, char** argv) {
    if (argc == 2 && strcmp(argv[1], "--small") == 0) {
        checkSmall();
    } else if (argc == 2 && strcmp(argv[1], "--smallest") == 0) {
        checkSmallest();
    } else if (argc == 5) {
        measure(argv[1], atoi(argv[2]), atoi(argv[3]), argv[4]);
    } else {
        printf("gbc_check --small | gbc_check --smallest | gbc_check FILE.el P Q COUNT\n");
        return 2;
    }
    printf("%d mismatches\n", failures);
    return failures > 0;
}
