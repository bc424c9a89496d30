// Runs every kernel and compares: with a slow reference on small graphs, with known counts, with each other.
//   butterfly_check --small                         for compute-sanitizer
//   butterfly_check [--sweep] DIR                   DIR holds NAME.el
//   butterfly_check --bench DRAWN SKEW [--sweep]    a generated power-law graph, 1M x 200k vertices for 50M drawn edges
//   --gbfc: G-BFC's variants too; --blocks THREADS KILOBYTES HASH_WORDS EXPONENT: other sizes than the usual, again for
//     each launch of blocks, heaviest start vertices first
// Exit status 1 on any mismatch.
#include "graph/graph_prep.cu"
#include "butterfly/butterfly.cu"
#include "butterfly/butterfly_gbfc.cu"
#include "gbfc.cuh"
#include "pipeline.cuh"
#include "reference.cuh"
#include <cstring>
#include <ctime>

static int failures = 0;

static void expect(bool right, const std::string& graph, const char* what, u64 got, u64 wanted) {
    if (!right) {
        failures++;
        printf("MISMATCH %s: %s: got %llu, expected %llu\n", graph.c_str(), what, got, wanted);
    }
}

static void expectEqual(const std::string& graph, const char* what, u64 got, u64 wanted) {
    expect(got == wanted, graph, what, got, wanted);
}

template <class T>
static void expectSame(const std::string& graph, const char* what, const std::vector<T>& got,
        const std::vector<T>& wanted) {
    for (size_t i = 0; i < wanted.size(); i++) {
        if (got[i] != wanted[i]) {
            expect(false, graph, (std::string(what) + "[" + std::to_string(i) + "]").c_str(), got[i], wanted[i]);
            return;
        }
    }
}

static double seconds() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/** Results in the order of the input. */
struct Results {
    Array<u64> vertices, edges;

    void ofVertices(const Ranked& r, const Counter& counter) {
        vertices.resize(r.count);
        rank_values_per_vertex<<<blocksFor(r.count, 256, 2048), 256>>>(
                counter.perRank.get(), r.rankOf.get(), r.count, vertices.get());
    }
    void ofEdges(const Graph& g, const Ranked& r, const Counter& counter) {
        rank_edges_per_slot<<<blocksFor(r.edgeCount, MOTIF_SLOT_TILE, 4096), MOTIF_SLOT_THREADS>>>(
                counter.credits.get(), r.offsets.get(), r.neighbors.get(), r.prefixes.get(), g.leftOffsets.get(),
                g.leftNeighbors.get(), g.leftCount, r.edgeCount, r.rankOf.get(), edges.get());
    }
};

static u64 sum(const std::vector<u64>& x) {
    u64 s = 0;
    for (u64 y : x) {
        s += y;
    }
    return s;
}

/** One configuration, all kinds, against the reference. */
static void checkCounts(const Graph& g, const Ranked& r, const Reference& reference, const Launch& launch) {
    Counter counter;
    for (Kind kind : {TOTAL, VERTICES, EDGES}) {
        counter.allocate(r, kind, launch);
        for (int repeat = 0; repeat < 2; repeat++) {  // twice: the tables must be left clean
            counter.count(r);
            CUDA(cudaDeviceSynchronize());
            expectEqual(g.name, kind == TOTAL ? "total" : kind == VERTICES ? "total (vertices)" : "total (edges)",
                        counter.totalOnHost(), reference.total);
        }
        Results results;
        if (kind == VERTICES) {
            results.ofVertices(r, counter);
            expectSame(g.name, "vertex", results.vertices.host(), reference.vertices);
        } else if (kind == EDGES) {
            results.edges.resize(r.edgeCount);
            results.ofEdges(g, r, counter);
            expectSame(g.name, "edge", results.edges.host(), reference.edges);
        }
    }
}

static void checkPrep(const Graph& g, const Ranked& r, const HostGraph& host) {
    RankedReference ranked(host);
    expectSame(g.name, "rankOf", r.rankOf.host(), ranked.rankOf);
    expectSame(g.name, "offsets", r.offsets.host(), ranked.offsets);
    expectSame(g.name, "neighbors", r.neighbors.host(), ranked.neighbors);
    expectSame(g.name, "wedges", r.wedges.host(), ranked.wedges);
    expectEqual(g.name, "wedge total", r.wedgeTotal.host()[0], sum(ranked.wedges));
}

/** Start vertices in two ranges and ends in two ranges, as for a graph larger than the device: four passes. */
static void checkParts(const Graph& g, const Ranked& r, const Reference& reference) {
    auto offsets = r.offsets.host();
    auto neighbors = r.neighbors.host();
    auto wedges = r.wedges.host();
    std::vector<u32> heaviestFirst(r.count);
    CUDA(cudaMemcpy(heaviestFirst.data(), r.orderData, r.count * 4ull, cudaMemcpyDeviceToHost));
    u32 vertexCut = r.count / 3, endCut = r.count / 50 + 1;
    Launch launch;
    launch.blocks = {{128, 128, 32, 5}};
    const BlockLaunch& blocks = launch.blocks[0];
    Counter counter;
    counter.allocate(r, EDGES, launch);
    counter.zeroOutputs();
    std::vector<u64> credits(2 * r.edgeCount, 0);
    for (int a = 0; a < 2; a++) {
        u32 from = a == 0 ? 0 : vertexCut, to = a == 0 ? vertexCut : r.count;
        std::vector<u64> firstOffsets;
        for (u32 u = from; u <= to; u++) {
            firstOffsets.push_back(offsets[u] - offsets[from]);
        }
        std::vector<u32> firstNeighbors(neighbors.begin() + offsets[from], neighbors.begin() + offsets[to]);
        firstNeighbors.push_back(0);
        std::vector<u32> partOrder;
        std::vector<u64> starts(MOTIF_WORK_KEYS + 1, 0);
        u32 cut = MOTIF_WORK_KEYS - 4 * blocks.exponent;
        for (int tier = 0; tier < 2; tier++) {
            for (u32 u : heaviestFirst) {
                bool heavy = wedges[u] + offsets[u + 1] - offsets[u] >= 1ull << blocks.exponent;
                if (u >= from && u < to && wedges[u] >= 2 && heavy == (tier == 0)) {
                    partOrder.push_back(u);
                }
            }
            for (u32 k = tier == 0 ? cut : MOTIF_WORK_KEY_IDLE; k <= MOTIF_WORK_KEYS; k++) {
                starts[k] = partOrder.size();
            }
        }
        partOrder.push_back(0);
        Array<u64> dFirstOffsets(firstOffsets), dStarts(starts), dWedges(to - from);
        Array<u32> dFirst(firstNeighbors), dOrder(partOrder);
        for (int b = 0; b < 2; b++) {
            u32 low = b == 0 ? 0 : endCut, high = b == 0 ? endCut : r.count;
            std::vector<u64> secondOffsets = {0}, slotOf;
            std::vector<u32> second;
            for (u32 v = 0; v < r.count; v++) {
                for (u64 j = offsets[v]; j < offsets[v + 1]; j++) {
                    if (neighbors[j] >= low && neighbors[j] < high) {
                        second.push_back(neighbors[j]);
                        slotOf.push_back(j);
                    }
                }
                secondOffsets.push_back(second.size());
            }
            second.insert(second.end(), 3, 0);  // read four by four
            Array<u64> dSecondOffsets(secondOffsets), firstCredits(firstNeighbors.size()), secondCredits(second.size());
            Array<u32> dSecond(second), claimed(1), spill;
            firstCredits.zero();
            secondCredits.zero();
            claimed.zero();
            Array<u32> downDegrees(r.count), prefixes(firstNeighbors.size());
            dWedges.zero();
            prep_down_degrees_per_vertex<<<60, 128>>>(dSecondOffsets.get(), dSecond.get(), r.count, downDegrees.get());
            prep_prefixes_per_slot<<<60, MOTIF_SLOT_THREADS>>>(
                    dFirstOffsets.get(), dFirst.get(), from, to - from, offsets[to] - offsets[from],
                            dSecondOffsets.get(),
                    dSecond.get(), downDegrees.get(), prefixes.get(), dWedges.get());
            const int grid = 60;
            spill.resize(128ull * grid);
            spill.zero();
            butterfly_edges_per_block<<<grid, blocks.threads, blocks.sharedBytes()>>>(
                    dFirstOffsets.get(), dFirst.get(), prefixes.get(), from, dSecondOffsets.get(), dSecond.get(),
                            low, high, dOrder.get(),
                    dWedges.get(), dStarts.get(), 0, cut, counter.total.get(), blocks.tableWords, blocks.hashWords, spill.get(), 128, claimed.get(),
                    firstCredits.get(), secondCredits.get());
            butterfly_edges_per_warp<<<grid, 128, 4 * (2 << 5) * 8>>>(
                    dFirstOffsets.get(), dFirst.get(), prefixes.get(), from, dSecondOffsets.get(), dSecond.get(),
                            low, high, dOrder.get(),
                    dWedges.get(), dStarts.get(), cut, MOTIF_WORK_KEY_IDLE, counter.total.get(), 2 << 5,
                    firstCredits.get(), secondCredits.get());
            CUDA(cudaDeviceSynchronize());
            auto f = firstCredits.host(), s = secondCredits.host();
            for (u64 i = offsets[from]; i < offsets[to]; i++) {
                credits[i] += f[i - offsets[from]];
            }
            for (u64 j = 0; j < slotOf.size(); j++) {
                credits[slotOf[j]] += s[j];
            }
        }
    }
    expectEqual(g.name, "total in parts", counter.totalOnHost(), reference.total);
    counter.credits = Array<u64>(credits);
    Results results;
    results.edges.resize(r.edgeCount);
    results.ofEdges(g, r, counter);
    expectSame(g.name, "edge in parts", results.edges.host(), reference.edges);
}

/** List intersection meets every butterfly one by one, some vertices' on one thread. */
static constexpr u64 MOST_LISTED = 2000000;

static void checkGbfc(const Graph& g, const Ranked& r, u64 expected) {
    Gbfc gbfc(g, r);
    for (const GbfcVariant& variant : GBFC_VARIANTS) {
        if (variant.lists && expected > MOST_LISTED) {
            continue;
        }
        gbfc.run(variant);
        CUDA(cudaDeviceSynchronize());
        expectEqual(g.name, variant.name, gbfc.totalOnHost(), expected);
    }
}

static void checkSmall(const Graph& g, bool everyLaunch) {
    HostGraph host(g);
    Reference reference(host);
    Ranked ranked;
    ranked.allocate(g);
    ranked.prepare(g);
    CUDA(cudaDeviceSynchronize());
    checkPrep(g, ranked, host);
    Launch launch;
    checkCounts(g, ranked, reference, launch);
    if (everyLaunch) {
        // Blocks only; tables so small that most ends spill; then several windows.
        launch.blocks = {{64, 128, 32, 1}};
        checkCounts(g, ranked, reference, launch);
        launch.maxSpillWords = 128;
        checkCounts(g, ranked, reference, launch);
        launch.blocks = {{512, 128, 1024, 8}, {128, 256, 64, 6}};
        launch.warpThreads = 32;
        checkCounts(g, ranked, reference, launch);
        checkParts(g, ranked, reference);
        checkGbfc(g, ranked, reference.total);
    }
    printf("%-36s n %8u m %9llu butterflies %14llu checked\n", g.name.c_str(), g.leftCount + g.rightCount, g.edgeCount,
           reference.total);
    fflush(stdout);
}

struct Known {
    const char* name;
    u64 total, edgeMax, edgeSquares;
};

static const Known KNOWN[] = {
        {"southern-women", 341, 35, 24964},
        {"unicode", 1662, 93, 133428},
        {"crime", 143, 9, 1786},
        {"hyper-email-Enron", 36627, 238, 11462568},
        {"ucforum", 76095, 619, 33082248},
        {"dbpedia-writer", 126753, 125, 20819214},
        {"mushroom", 2052255916, 97984, 460976818732272},
        {"youtube", 12540261, 9385, 56936029086},
        {"gowalla", 86788119, 25784, 652749449036},
        {"retail", 868503420, 76741, 104790426274126},
};

static double gigaPerSecond(u64 wedges, double ms) { return wedges / ms * 1e-6; }

/** Times one configuration; checks what it counted. */
static u64 measure(const Graph& g, const Ranked& r, u64 wedges, Kind kind, const Launch& launch, const char* label,
        int runs) {
    Counter counter;
    counter.allocate(r, kind, launch);
    double ms = medianMs(runs, [&] { counter.count(r); });
    u64 total = counter.totalOnHost();
    static const char* const NAMES[] = {"total", "vertices", "edges"};
    printf("%-34s %-9s %-30s %10.4f ms %8.2f Gwedge/s  total %llu\n", g.name.c_str(), NAMES[kind], label, ms,
           gigaPerSecond(wedges, ms), total);
    fflush(stdout);
    Results results;
    if (kind == VERTICES) {
        results.ofVertices(r, counter);
        auto v = results.vertices.host();
        expectEqual(g.name, "sum of left vertices", sum({v.begin(), v.begin() + g.leftCount}), 2 * total);
        expectEqual(g.name, "sum of right vertices", sum({v.begin() + g.leftCount, v.end()}), 2 * total);
    } else if (kind == EDGES) {
        results.edges.resize(r.edgeCount);
        double back = medianMs(runs, [&] { results.ofEdges(g, r, counter); });
        auto e = results.edges.host();
        expectEqual(g.name, "sum of edges", sum(e), 4 * total);
        printf("%-34s edges back in left order: %.4f ms\n", g.name.c_str(), back);
        for (const Known& known : KNOWN) {
            if (g.name == known.name) {
                u64 squares = 0, most = 0;
                for (u64 x : e) {
                    squares += x * x;
                    most = std::max(most, x);
                }
                expectEqual(g.name, "largest edge count", most, known.edgeMax);
                expectEqual(g.name, "squares of edge counts", squares, known.edgeSquares);
            }
        }
    }
    return total;
}

static std::vector<BlockLaunch> custom;

static std::vector<std::pair<std::string, Launch>> launches(bool sweep) {
    std::vector<std::pair<std::string, Launch>> all;
    auto add = [&](std::vector<BlockLaunch> blocks) {
        Launch launch;
        std::string label;
        if (!blocks.empty()) {
            launch.blocks = std::move(blocks);
        }
        launch.warpThreads = launch.warpExponent() > 9 ? 128 : 256;
        for (const BlockLaunch& b : launch.blocks) {
            char part[64];
            snprintf(part, sizeof part, "%d:%uKB+%u:e%d ", b.threads, b.tableWords / 256, b.hashWords, b.exponent);
            label += part;
        }
        all.push_back({label, launch});
    };
    if (!sweep) {
        add(custom);
        return all;
    }
    for (u32 hashWords : {2048, 4096, 8192, 16384}) {
        add({{512, 92 * 256 - hashWords, hashWords, 9}});
        add({{512, 92 * 256 - hashWords, hashWords, 12}, {128, 12 * 256, 2048, 9}});
    }
    for (int exponent : {11, 13}) {
        add({{512, 60 * 256, 8192, exponent}, {128, 12 * 256, 2048, 9}});
    }
    return all;
}

static bool withGbfc = false;

static void benchGbfc(const Graph& g, const Ranked& r, u64 expected) {
    Gbfc gbfc(g, r);
    for (const GbfcVariant& variant : GBFC_VARIANTS) {
        if ((g.edgeCount > 2000000 && !variant.directed) || (variant.lists && expected > MOST_LISTED)) {
            continue;  // minutes
        }
        double begin = seconds();
        gbfc.run(variant);
        CUDA(cudaDeviceSynchronize());
        double once = seconds() - begin;
        double ms = once > 0.5 ? once * 1e3 : medianMs(once > 0.05 ? 3 : 7, [&] { gbfc.run(variant); });
        u64 total = gbfc.totalOnHost();
        printf("%-34s gbfc %-58s %12.4f ms%s\n", g.name.c_str(), variant.name, ms, once > 0.5 ? " (one run)" : "");
        fflush(stdout);
        expectEqual(g.name, variant.name, total, expected);
    }
}

static void bench(const Graph& g, bool sweep, u64 knownTotal) {
    Ranked r;
    r.allocate(g);
    double prepMs = medianMs(7, [&] { r.prepare(g); });
    u64 wedges = r.wedgeTotal.host()[0];
    auto starts = r.keyStarts.host();
    printf("%-34s n %u m %llu dmax %u wedges %llu starts %llu (%llu of work >= 512) prep %.4f ms\n",
           g.name.c_str(), r.count, g.edgeCount, r.maxDegree, wedges, starts[255], starts[256 - 36], prepMs);
    fflush(stdout);
    u64 total = knownTotal;
    for (auto& [label, launch] : launches(sweep)) {
        for (Kind kind : {TOTAL, VERTICES, EDGES}) {
            if (kind == VERTICES && sweep) {
                continue;
            }
            u64 got = measure(g, r, wedges, kind, launch, label.c_str(), sweep ? 3 : 7);
            total = total == 0 ? got : total;
            expectEqual(g.name, "total", got, total);
        }
    }
    if (withGbfc) {
        benchGbfc(g, r, total);
    }
}

static void smallGraphs(bool tiny) {
    checkSmall(starGraph(40), true);
    checkSmall(completeGraph(1, 1), true);
    checkSmall(completeGraph(2, 2), true);
    checkSmall(completeGraph(5, 9), true);
    checkSmall(crownGraph(12), true);
    checkSmall(powerLawGraph(tiny ? 1500 : 4000, 400, 150, 2.0, 7), true);
    if (!tiny) {
        checkSmall(completeGraph(40, 300), true);
        checkSmall(completeGraph(600, 700), true);
        checkSmall(powerLawGraph(60000, 3000, 2000, 1.0, 1), true);
        checkSmall(powerLawGraph(100000, 20000, 3000, 2.5, 2), true);
        checkSmall(powerLawGraph(300000, 100, 90000, 1.5, 3), true);
        checkSmall(powerLawGraph(1000000, 60000, 40000, 1.2, 4), true);
    }
}

int main(int argc, char** argv) {
    bool sweep = false, small = false;
    std::string directory;
    std::vector<std::pair<u64, double>> generated;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--small")) {
            small = true;
        } else if (!strcmp(argv[i], "--gbfc")) {
            withGbfc = true;
        } else if (!strcmp(argv[i], "--sweep")) {
            sweep = true;
        } else if (!strcmp(argv[i], "--blocks") && i + 4 < argc) {
            custom.push_back({atoi(argv[i + 1]), (u32)atoi(argv[i + 2]) * 256, (u32)atoi(argv[i + 3]), atoi(argv[i + 4])});
            i += 4;
        } else if (!strcmp(argv[i], "--bench") && i + 2 < argc) {
            generated.push_back({strtoull(argv[i + 1], nullptr, 10), atof(argv[i + 2])});
            i += 2;
        } else {
            directory = argv[i];
        }
    }
    double begin = seconds();
    if (small || (directory.empty() && generated.empty())) {
        smallGraphs(small);
    }
    if (!directory.empty()) {
        for (const Known& known : KNOWN) {
            std::string path = directory + "/" + known.name + ".el";
            if (FILE* file = fopen(path.c_str(), "r")) {
                fclose(file);
                bench(readGraph(path), sweep, known.total);
            }
        }
    }
    for (auto [drawn, skew] : generated) {
        bench(powerLawGraph(drawn, (u32)std::max<u64>(drawn / 50, 5), (u32)std::max<u64>(drawn / 250, 1), skew, 1),
                sweep, 0);
    }
    printf("%s, %d mismatches, %.1f s\n", failures == 0 ? "PASS" : "FAIL", failures, seconds() - begin);
    return failures == 0 ? 0 : 1;
}
