// Checks core numbers, orientation and k-cliques on a GPU against references and known counts, and measures them.
//
//   kclique_check small            generated graphs: by definition, closed forms, limits of sizes, sets and queues
//   kclique_check known DIR        the packed graphs in DIR with known counts, and times
//   kclique_check kronecker        kronecker(14, 16): times, and variants of the launch
//   kclique_check large            100 million edges drawn
//   kclique_check hard             the same of graphs that are denser in places, as far as there is time
//   kclique_check ablation DIR [NAME]     the techniques of the paper, one after the other, of all graphs or one
//   kclique_check tiny             what a sanitizer can go through
//   kclique_check vertices|edges   the kernel for counts by vertex or edge alone, likewise
#include <numeric>
#include "graph/graph_prep.cu"
#include "kclique/kcore.cu"
#include "kclique/kclique_complement.cu"
#include "kclique/kclique_orientation.cu"
#include "kclique/kclique_pivot.cu"
#include "graph/orient.cu"
#include "kclique_pipeline.cuh"

typedef unsigned __int128 Wide;

static int failures = 0;

static void expect(bool right, const char* what) {
    if (!right) {
        failures++;
        printf("WRONG %s\n", what);
    }
}

static std::string decimal(Wide x) {
    std::string digits;
    do {
        digits.insert(digits.begin(), (char)('0' + (int)(x % 10)));
        x /= 10;
    } while (x > 0);
    return digits;
}

static void expectEqual(const std::string& name, const char* what, u64 k, Wide found, Wide wanted) {
    if (found != wanted) {
        failures++;
        printf("WRONG %s %s %llu: %s instead of %s\n", name.c_str(), what, k, decimal(found).c_str(), decimal(wanted).c_str());
    }
}

// ---- references ----

/** Lists cliques by trying every vertex of a lower id. */
class Listing {
public:
    explicit Listing(const UniGraph& g) : count(g.count), offsets(g.offsets.host()), neighbors(g.neighbors.host()) {}

    const u32 count;
    const std::vector<u64> offsets;
    const std::vector<u32> neighbors;

    bool adjacent(u32 u, u32 v) const {
        return std::binary_search(neighbors.begin() + offsets[u], neighbors.begin() + offsets[u + 1], v);
    }

    /** Calls found(vertices) for every clique of k vertices. */
    void cliques(u32 k, const std::function<void(const std::vector<u32>&)>& found) const {
        std::vector<u32> chosen, all(count);
        std::iota(all.begin(), all.end(), 0u);
        extend(k, all, chosen, found);
    }

    std::vector<u64> cores() const {
        std::vector<u64> degree(count), core(count);
        std::vector<bool> gone(count);
        u64 level = 0;
        for (u32 i = 0; i < count; i++) {
            degree[i] = offsets[i + 1] - offsets[i];
        }
        for (u32 i = 0; i < count; i++) {
            u32 least = count;
            for (u32 v = 0; v < count; v++) {
                least = !gone[v] && (least == count || degree[v] < degree[least]) ? v : least;
            }
            level = std::max(level, degree[least]);
            core[least] = level;
            gone[least] = true;
            for (u64 s = offsets[least]; s < offsets[least + 1]; s++) {
                degree[neighbors[s]]--;
            }
        }
        return core;
    }

private:
    void extend(
            u32 k, const std::vector<u32>& candidates, std::vector<u32>& chosen,
            const std::function<void(const std::vector<u32>&)>& found) const {
        if (chosen.size() == k) {
            found(chosen);
            return;
        }
        for (u32 v : candidates) {
            std::vector<u32> next;
            for (u32 w : candidates) {
                if (w < v && adjacent(v, w)) {
                    next.push_back(w);
                }
            }
            chosen.push_back(v);
            extend(k, next, chosen, found);
            chosen.pop_back();
        }
    }
};

/** Rows ascending, of lower ranks, with every edge once; sources match offsets. */
static void checkOriented(const UniGraph& g, const Oriented& o) {
    auto offsets = o.offsets.host(o.kept + 1ull);
    std::vector<u32> neighbors(o.edges), sources(o.edges);
    CUDA(cudaMemcpy(neighbors.data(), o.neighbors, 4 * o.edges, cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(sources.data(), o.sources, 4 * o.edges, cudaMemcpyDeviceToHost));
    auto rankOf = o.rankOf.host();
    const Listing listing(g);
    u64 wanted = 0;
    for (u32 v = 0; v < g.count; v++) {
        for (u64 s = listing.offsets[v]; s < listing.offsets[v + 1]; s++) {
            const u32 a = rankOf[v], b = rankOf[listing.neighbors[s]];
            if (b < a && a < o.kept) {
                wanted++;
                const bool there = std::binary_search(
                        neighbors.begin() + offsets[a], neighbors.begin() + offsets[a + 1], b);
                expect(there, "oriented edge");
            }
        }
    }
    expectEqual(g.name, "oriented edges", 0, o.edges, wanted);
    expectEqual(g.name, "oriented offsets", 0, offsets[o.kept], wanted);
    for (u32 r = 0; r < o.kept; r++) {
        for (u64 s = offsets[r]; s < offsets[r + 1]; s++) {
            expect(sources[s] == r && neighbors[s] < r && (s == offsets[r] || neighbors[s - 1] < neighbors[s]), "row");
        }
    }
}

static const CliqueLaunch LAUNCHES[] = {
        {},
        {8, 0, 0, 0, 8, 200000, 4, 1},
        {2, 4, 8, 300, 16, 50000, 64, 3},
        {1000, 32, 128, 1920, 1u << 20},
};

/** ORIENTATION and PIVOT in all their forms, against totals. */
static void checkBlocks(const UniGraph& g, const Oriented& o, const std::vector<Wide>& totals, bool all) {
    const Pascal choose(g.count + 2);
    const u32 largest = (u32)totals.size() - 1;
    for (int form = 0; form < 16; form++) {
        for (u32 groupSize : {1u, 2u, 4u, 8u, 16u, 32u}) {
            if (!all && groupSize != 4) {
                continue;
            }
            BlockLaunch launch;
            launch.pivots = form & 1;
            launch.byEdge = form & 2;
            launch.binary = form & 4;
            launch.nearWords = form & 8 ? 6000 : 0;
            launch.mostBlocks = form & 8 ? 1 << 30 : 3;
            launch.nanos = form & 8 ? 100000000 : 20000;
            launch.groupSize = groupSize;
            const std::string name = g.name + (launch.byEdge ? " EC" : " VC") + (launch.binary ? "+BE" : "");
            BlockCliques cliques;
            if (launch.pivots) {
                cliques.count(o, 3, ~0u, launch);
                auto cells = cliques.cells.host();
                for (u32 k = 3; k <= largest; k++) {
                    expectEqual(
                            name, "pivot, k =", k, cliquesOf(k, cells, cliques.rows, cliques.columns, choose), totals[k]);
                }
            }
            for (u32 k = 3; k <= largest; k++) {
                cliques.count(o, k, k, launch);
                const Wide found = launch.pivots
                        ? cliquesOf(k, cliques.cells.host(), cliques.rows, cliques.columns, choose)
                        : cliques.total;
                expectEqual(name, launch.pivots ? "pivot, one k =" : "orientation, k =", k, found, totals[k]);
            }
        }
    }
}

/** All sizes, each size, and by vertex and edge, for several launches and orientations, against a listing. */
static void checkByDefinition(const UniGraph& g, u32 largest, bool all = true) {
    const Listing listing(g);
    const Pascal choose(g.count + 2);
    std::vector<Wide> totals(largest + 1);
    std::map<u32, std::vector<u64>> vertices;
    std::map<u32, std::map<u64, u64>> edges;
    for (u32 k = 3; k <= largest; k++) {
        vertices[k].resize(g.count);
        listing.cliques(k, [&](const std::vector<u32>& clique) {
            totals[k]++;
            for (u32 a : clique) {
                vertices[k][a]++;
                for (u32 b : clique) {
                    edges[k][edgeOf(a, b)]++;
                }
            }
        });
    }
    Cores cores(g);
    cores.compute(g);
    const auto wanted = listing.cores();
    const auto found = cores.values();
    expect(std::equal(wanted.begin(), wanted.end(), found.begin()), "core numbers");
    for (int order = 0; order < 3; order++) {
        Oriented o(g);
        if (order == 0) {
            o.byDegree(g);
        } else {
            // Triangles are in the 2-core.
            o.byCores(g, cores, order == 1 ? 0 : 2);
            expect(o.kept == (u32)std::count_if(wanted.begin(), wanted.end(), [&](u64 x) { return order == 1 || x >= 2; }),
                   "vertices of the core");
        }
        checkOriented(g, o);
        checkBlocks(g, o, totals, all);
        for (const CliqueLaunch& launch : LAUNCHES) {
            if (!all && &launch != &LAUNCHES[2]) {
                continue;
            }
            Cliques whole;
            whole.search(o, 3, ~0u, CountBy::SIZE, launch);
            auto found = whole.cells.host();
            for (u32 k = 3; k <= largest; k++) {
                expectEqual(g.name, "all, k =", k, whole.count(k, found, choose), totals[k]);
                Cliques one;
                one.search(o, k, k, CountBy::SIZE, launch);
                expectEqual(g.name, "k =", k, one.count(k, one.cells.host(), choose), totals[k]);
                Cliques vertexCounts;
                vertexCounts.search(o, k, k, CountBy::VERTEX, launch);
                expectEqual(g.name, "sum by vertex, k =", k, vertexCounts.sum, totals[k]);
                auto ofVertices = byVertex(g, o, vertexCounts.counts);
                for (u32 v = 0; v < g.count; v++) {
                    expectEqual(g.name, "vertex", v, ofVertices[v], vertices[k][v]);
                }
                Cliques edgeCounts;
                edgeCounts.search(o, k, k, CountBy::EDGE, launch);
                expectEqual(g.name, "sum by edge, k =", k, edgeCounts.sum, totals[k]);
                auto ofEdges = byEdge(g, o, edgeCounts.counts);
                u64 edge = 0;
                for (u32 u = 0; u < g.count; u++) {
                    for (u64 s = listing.offsets[u]; s < listing.offsets[u + 1]; s++) {
                        const u32 v = listing.neighbors[s];
                        if (u < v) {
                            expectEqual(g.name, "edge", edge, ofEdges[edge], edges[k][edgeOf(u, v)]);
                            edge++;
                        }
                    }
                }
            }
        }
    }
}

/** A closed form for every k, mod 2^128. */
template <class Form>
static void checkClosedForm(const UniGraph& g, u32 largest, Form wanted) {
    const Pascal choose(2 * g.count + 2);
    Cores cores(g);
    cores.compute(g);
    Oriented o(g);
    o.byCores(g, cores, 2);
    for (const CliqueLaunch& launch : LAUNCHES) {
        Cliques all;
        all.search(o, 3, ~0u, CountBy::SIZE, launch);
        expect(!all.overflow, "no overflow");
        auto found = all.cells.host();
        for (u32 k = 3; k <= largest; k++) {
            expectEqual(g.name, "closed form, k =", k, all.count(k, found, choose), wanted(choose, k));
        }
    }
}

static void checkSmall() {
    checkByDefinition(randomGraph(12, 0.5, 1), 5);
    checkByDefinition(randomGraph(30, 0.8, 2), 6);
    checkByDefinition(randomGraph(60, 0.5, 3), 5);
    checkByDefinition(randomGraph(70, 0.3, 4), 4);
    checkByDefinition(completeGraph(3), 4);
    checkByDefinition(randomGraph(50, 0.06, 7), 4);
    printf("small graphs by definition: %d wrong\n", failures);
    for (u32 n : {3u, 33u, 100u, 300u}) {
        checkClosedForm(completeGraph(n), n + 1, [n](const Pascal& choose, u32 k) { return choose(n, k); });
    }
    // Complements of perfect matchings, of triangles, of a path and of a cycle.
    for (u32 pairs : {10u, 30u, 70u}) {
        auto g = denseGraph("matching" + std::to_string(pairs), 2 * pairs, [](u32 u, u32 v) { return u / 2 == v / 2; });
        checkClosedForm(g, pairs + 1, [pairs](const Pascal& choose, u32 k) {
            return k > pairs ? 0 : choose(pairs, k) * ((Wide)1 << k);
        });
    }
    auto triangles = denseGraph("triangles", 90, [](u32 u, u32 v) { return u / 3 == v / 3; });
    checkClosedForm(triangles, 31, [](const Pascal& choose, u32 k) {
        Wide power = 1;
        for (u32 i = 0; i < k; i++) {
            power *= 3;
        }
        return choose(30, k) * power;
    });
    for (u32 n : {40u, 120u}) {
        auto path = denseGraph("path", n, [](u32 u, u32 v) { return u == v + 1; });
        checkClosedForm(path, n, [n](const Pascal& choose, u32 k) { return k > n + 1 - k ? 0 : choose(n + 1 - k, k); });
        auto cycle = denseGraph("cycle", n, [n](u32 u, u32 v) { return u == v + 1 || (v == 0 && u == n - 1); });
        checkClosedForm(cycle, n / 2 + 1, [n](const Pascal& choose, u32 k) {
            return 2 * k > n ? 0 : choose(n - k, k) + choose(n - k - 1, k - 1);
        });
    }
    printf("closed forms: %d wrong\n", failures);
    // Coefficients beyond 128 bits, and little room for them.
    for (u32 words : {1u << 20, 300u}) {
        auto g = denseGraph("matching200", 400, [](u32 u, u32 v) { return u / 2 == v / 2; });
        Cores cores(g);
        cores.compute(g);
        Oriented o(g);
        o.byCores(g, cores, 0);
        CliqueLaunch launch;
        launch.largeWords = words;
        Cliques all;
        all.search(o, 3, ~0u, CountBy::SIZE, launch);
        const Pascal choose(402);
        auto found = all.cells.host();
        for (u32 k = 3; k <= 201; k++) {
            const Wide power = k < 128 ? (Wide)1 << k : 0;
            expectEqual(g.name, "large leaves, k =", k, all.count(k, found, choose), choose(200, k) * power);
        }
    }
}

// ---- known counts and times ----

struct Known {
    const char* name;
    u64 degeneracy;
    std::vector<u64> counts;  // of k = 3, 4, ...
    u32 cliqueNumber;
};

static const Known KNOWN[] = {
        {"karate", 4, {45, 11, 2, 0, 0, 0}, 5},
        {"netscience", 19, {3764, 7159, 17314, 39906, 78055, 126140}, 20},
        {"dimacs-brock200_2", 84, {159896, 950371, 2199509, 2051608, 787149, 125463}, 12},
        {"dimacs-p_hat300-1", 49, {82394, 162145, 93717, 16857, 963, 13}, 0},
        {"ca-grqc", 43, {48260, 329297, 2215500, 12898478, 64883644, 284600071}, 44},
        {"email-eu-core", 34, {105461, 423750, 1222005, 2701759, 4697076, 6484402}, 18},
        {"nr-soc-epinions", 32, {159700, 305445, 521106, 705410, 743264, 614411}, 16},
        {"soc-epinions1", 67, {1624481, 5803397, 17417432, 45703641, 104164178, 202460776}, 23},
        {"facebook-combined", 115, {1612010, 30004668, 517965151, 7830937838, 101416510158, 1121740700496}, 0},
};

static double since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

struct Times {
    double cores, orient, search, all;
};

/** Medians of 7 of everything from the graph on the device to the cells or counts there, after a run that is not timed. */
static Times measure(const UniGraph& g, u32 least, u32 most, CountBy by, const CliqueLaunch& launch, Cliques& cliques) {
    std::vector<double> cores, orient, search, all;
    for (int i = 0; i <= 7; i++) {
        CUDA(cudaDeviceSynchronize());
        auto begin = std::chrono::steady_clock::now();
        Cores c(g);
        c.compute(g);
        CUDA(cudaDeviceSynchronize());
        auto afterCores = std::chrono::steady_clock::now();
        Oriented o(g);
        o.byCores(g, c, least - 1);
        CUDA(cudaDeviceSynchronize());
        auto afterOrient = std::chrono::steady_clock::now();
        cliques.search(o, least, most, by, launch);
        CUDA(cudaDeviceSynchronize());
        if (i > 0) {
            cores.push_back(std::chrono::duration<double, std::milli>(afterCores - begin).count());
            orient.push_back(std::chrono::duration<double, std::milli>(afterOrient - afterCores).count());
            search.push_back(since(afterOrient));
            all.push_back(since(begin));
        }
    }
    auto median = [](std::vector<double>& times) {
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    };
    return {median(cores), median(orient), median(search), median(all)};
}

static void report(const UniGraph& g, const char* what, const Times& t, const Cliques& c) {
    printf("%s %s: all %.2f ms (cores %.2f, orient %.2f, search %.2f, kernel %.2f), D %u, roots %llu, tasks %llu, nodes %llu, launches %llu\n",
           g.name.c_str(), what, t.all, t.cores, t.orient, t.search, c.kernelMs, c.mostCandidates, c.roots, c.taskCount, c.nodes,
           c.launches);
    fflush(stdout);
}

static void checkKnown(const UniGraph& g, const Known& known, bool timed) {
    const CliqueLaunch launch;
    Cores cores(g);
    cores.compute(g);
    expectEqual(g.name, "degeneracy", 0, cores.degeneracy, known.degeneracy);
    Cliques all;
    Times t = {};
    if (timed) {
        t = measure(g, 3, ~0u, CountBy::SIZE, launch, all);
        report(g, "all k", t, all);
    } else {
        Oriented o(g);
        o.byCores(g, cores, 2);
        all.search(o, 3, ~0u, CountBy::SIZE, launch);
    }
    const Pascal choose(all.columns);
    auto found = all.cells.host();
    u32 largest = 0;
    for (u32 k = 3; k < all.rows + all.columns; k++) {
        const Wide count = all.count(k, found, choose);
        largest = count > 0 ? k : largest;
        if (k - 3 < known.counts.size()) {
            expectEqual(g.name, "all, k =", k, count, known.counts[k - 3]);
        }
    }
    if (known.cliqueNumber > 0) {
        expectEqual(g.name, "clique number", 0, largest, known.cliqueNumber);
    }
    for (u32 k = 3; k < 3 + known.counts.size(); k++) {
        Cliques one;
        if (timed && (k == 4 || k == 8)) {
            t = measure(g, k, k, CountBy::SIZE, launch, one);
            report(g, ("k = " + std::to_string(k)).c_str(), t, one);
        } else {
            Oriented o(g);
            o.byCores(g, cores, k - 1);
            one.search(o, k, k, CountBy::SIZE, launch);
        }
        expectEqual(g.name, "k =", k, one.count(k, one.cells.host(), choose), known.counts[k - 3]);
        for (CountBy by : {CountBy::VERTEX, CountBy::EDGE}) {
            Oriented o(g);
            o.byCores(g, cores, k - 1);
            Cliques members;
            const auto begin = std::chrono::steady_clock::now();
            members.search(o, k, k, by, launch);
            if (timed && k % 4 == 0) {
                printf("%s by %s, k = %u: %.2f ms, nodes %llu\n", g.name.c_str(), by == CountBy::VERTEX ? "vertex" : "edge", k,
                       since(begin), members.nodes);
            }
            expectEqual(g.name, "sum by members, k =", k, members.sum, known.counts[k - 3]);
            Wide sum = 0;
            auto counts = members.counts.host();
            for (size_t i = 0; i < counts.size(); i += 2) {
                sum += (Wide)counts[i + 1] << 64 | counts[i];
            }
            const u64 times = by == CountBy::VERTEX ? k : k * (k - 1) / 2;
            expectEqual(g.name, "sum of counts, k =", k, sum, (Wide)known.counts[k - 3] * times);
        }
    }
}

static void checkVariants(const UniGraph& g, u32 least, u32 most) {
    Cliques reference;
    Cores cores(g);
    cores.compute(g);
    Oriented o(g);
    o.byCores(g, cores, least - 1);
    reference.search(o, least, most, CountBy::SIZE, {});
    const Pascal choose(reference.columns);
    auto wanted = reference.cells.host();
    auto tryOut = [&](const char* what, const CliqueLaunch& launch) {
        Cliques c;
        const Times t = measure(g, least, most, CountBy::SIZE, launch, c);
        report(g, what, t, c);
        auto found = c.cells.host();
        for (u32 k = least; k <= std::min(most, 40u); k++) {
            expectEqual(g.name, what, k, c.count(k, found, choose), reference.count(k, wanted, choose));
        }
    };
    for (u32 dense : {2u, 4u, 8u, 1000u}) {
        CliqueLaunch l;
        l.denseFactor = dense;
        tryOut(("T " + std::to_string(dense)).c_str(), l);
    }
    CliqueLaunch l;
    l.windowRows = 0;
    tryOut("no window", l);
    l = {};
    l.windowRows = 32;
    l.windowColumns = 128;
    tryOut("window 32 x 128", l);
    l = {};
    l.mostNearWords = 0;
    tryOut("local graphs in global memory", l);
    l = {};
    l.mostNearWords = 4096;
    tryOut("16 KB a local graph", l);
    l = {};
    l.splitFrom = 64;
    tryOut("split from 64", l);
    l = {};
    l.queueSlots = 1;
    tryOut("a queue of 1", l);
}

/** One kernel on a small graph, in one block: searches of whole vertices and of edges, near and far local graphs. */
static void checkMembers(CountBy by) {
    const u32 k = 4;
    const UniGraph g = randomGraph(12, 0.7, 5);
    u64 wanted = 0;
    Listing(g).cliques(k, [&](const std::vector<u32>&) { wanted++; });
    Oriented o(g);
    o.byDegree(g);
    for (bool split : {false, true}) {
        CliqueLaunch launch;
        launch.mostBlocks = 1;
        launch.splitFrom = split ? 4 : 1u << 31;
        launch.mostNearWords = split ? 0 : 1920;
        launch.queueSlots = 8;
        launch.nanos = 1ull << 40;
        Cliques cliques;
        cliques.search(o, k, k, by, launch);
        expectEqual(g.name, "members, k =", k, cliques.sum, wanted);
        Wide sum = 0;
        for (Wide count : by == CountBy::VERTEX ? byVertex(g, o, cliques.counts) : byEdge(g, o, cliques.counts)) {
            sum += count;
        }
        expectEqual(g.name, "sum of counts, k =", k, sum, (Wide)wanted * (by == CountBy::VERTEX ? k : k * (k - 1) / 2));
    }
    printf("%s, k = %u: %llu\n", g.name.c_str(), k, wanted);
}

/**
 * The forms of ORIENTATION or PIVOT: blocks for vertices or edges, lists or bitmaps, and with bitmaps every size of the
 * groups. One that takes more than a limit is not tried with larger cliques.
 */
class Ablation {
public:
    Ablation(const Oriented& o, bool pivots) : o_(o), pivots_(pivots) {}

    /** Prints milliseconds of each form, with the best size of the groups in brackets. */
    void measure(const std::string& name, u32 k, Wide wanted) {
        printf("%s k = %u %s:", name.c_str(), k, pivots_ ? "PIVOT" : "ORIENTATION");
        for (int form = 0; form < 4; form++) {
            const double lone = ms(form, 0, name, k, wanted);
            printf(" %s %s", FORMS[form], text(lone).c_str());
        }
        for (int form = 2; form < 4; form++) {
            int best = 0;
            for (int group = 1; group < GROUPS; group++) {
                best = ms(form, group, name, k, wanted) < found_[form][best] ? group : best;
            }
            const std::string group = found_[form][best] == NEVER ? "" : " (" + std::to_string(32u >> best) + ")";
            printf(" %s+P %s%s", FORMS[form], text(found_[form][best]).c_str(), group.c_str());
        }
        printf("\n");
        fflush(stdout);
    }

private:
    static constexpr int GROUPS = 6;
    static constexpr double NEVER = 1e9;
    static constexpr double ONCE_MS = 30;  // from there on one run is enough
    static constexpr const char* FORMS[] = {"VC", "EC", "VC+BE", "EC+BE"};

    static std::string text(double ms) {
        char text[32];
        snprintf(text, sizeof text, ms < 10 ? "%.2f" : ms < 100 ? "%.1f" : "%.0f", ms);
        return ms == NEVER ? "-" : text;
    }

    /** The median of 5 after a run that is not timed, or that run. */
    double ms(int form, int group, const std::string& name, u32 k, Wide wanted) {
        double& found = found_[form][group];
        if (found == NEVER) {
            return NEVER;
        }
        BlockLaunch launch;
        launch.pivots = pivots_;
        launch.byEdge = form & 1;
        launch.binary = form >= 2;
        launch.groupSize = 32u >> group;
        launch.nanos = 150000000ull;
        launch.mostLaunches = 1;
        std::vector<double> times;
        BlockCliques cliques;
        do {
            cliques.count(o_, k, k, launch);
            if (cliques.stopped) {
                return found = NEVER;
            }
            times.push_back(cliques.ms);
        } while (times[0] < ONCE_MS && times.size() < 6);
        const Pascal choose(std::max(cliques.columns, k) + 1);
        expectEqual(name, FORMS[form], k,
                pivots_ ? cliquesOf(k, cliques.cells.host(), cliques.rows, cliques.columns, choose) : cliques.total,
                wanted);
        if (times.size() > 1) {
            times.erase(times.begin());
            std::sort(times.begin(), times.end());
        }
        return found = times[times.size() / 2];
    }

    const Oriented& o_;
    const bool pivots_;
    double found_[4][GROUPS] = {};
};

/** The times of ORIENTATION and PIVOT with one technique after the other: Figure 6 of the paper. */
static void ablate(const UniGraph& g, u32 least, u32 most) {
    Cores cores(g);
    cores.compute(g);
    for (bool byDegree : {true, false}) {
        Oriented o(g);
        if (byDegree) {
            o.byDegree(g);
        } else {
            o.byCores(g, cores, least - 1);
        }
        Ablation orientation(o, false), pivots(o, true);
        for (u32 k = least; k <= most; k++) {
            Cliques reference;
            reference.search(o, k, k, CountBy::SIZE, {});
            const Wide wanted = reference.count(k, reference.cells.host(), Pascal(std::max(reference.columns, k) + 1));
            const std::string name = g.name + (byDegree ? " DEGREE" : " DEGENERACY");
            printf("%s k = %u COMPLEMENT: %.2f, %s\n", name.c_str(), k, reference.kernelMs, decimal(wanted).c_str());
            orientation.measure(name, k, wanted);
            pivots.measure(name, k, wanted);
        }
    }
}

/** Cliques of k vertices by ORIENTATION and, with roots split from some sizes on, by COMPLEMENT, as far as they come in a time. */
static void checkHard(const UniGraph& g, const Cores& cores, u32 k) {
    const auto begin = std::chrono::steady_clock::now();
    Oriented o(g);
    o.byCores(g, cores, k - 1);
    printf("  k = %u oriented in %.1f ms\n", k, since(begin));
    BlockLaunch blocks;
    blocks.groupSize = 8;
    blocks.byEdge = k > 4;
    blocks.mostLaunches = 300;
    BlockCliques b;
    b.count(o, k, k, blocks);
    printf("  k = %u ORIENTATION: %s%s, kernel %.1f ms\n", k, b.stopped ? "not finished, so far " : "",
           decimal(b.total).c_str(), b.ms);
    fflush(stdout);
    for (u32 splitFrom : {1u << 11, 1u << 10}) {
        if (splitFrom > cores.degeneracy && splitFrom < 1u << 11) {
            continue;
        }
        mostDeviceBytes = deviceBytes;
        CliqueLaunch launch;
        launch.splitFrom = splitFrom;
        launch.mostLaunches = 50;
        Cliques c;
        c.search(o, k, k, CountBy::SIZE, launch);
        const Wide count = c.count(k, c.cells.host(), Pascal(c.columns));
        printf("  k = %u COMPLEMENT, split from %u: %s%s, kernel %.1f ms, D %u, nodes %llu, %llu of %llu tasks left, %.2f GB\n", k,
               splitFrom, c.pending == 0 ? "" : "not finished, so far ", decimal(count).c_str(), c.kernelMs, c.mostCandidates,
               c.nodes, c.pending, c.taskCount, mostDeviceBytes * 1e-9);
        fflush(stdout);
        if (c.pending == 0 && !b.stopped) {
            expectEqual(g.name, "by orientation, k =", k, b.total, count);
        }
    }
}

static void checkHard(const UniGraph& g) {
    CUDA(cudaDeviceSynchronize());
    const auto begin = std::chrono::steady_clock::now();
    Cores cores(g);
    cores.compute(g);
    printf("%s: %llu edges, degeneracy %llu, cores in %.1f ms\n", g.name.c_str(), g.edges(), cores.degeneracy, since(begin));
    for (u32 k : {4u, 5u}) {
        checkHard(g, cores, k);
    }
}

int main(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "small";
    if (mode == "small") {
        checkSmall();
    } else if (mode == "known") {
        for (const Known& known : KNOWN) {
            const UniGraph g = packedGraph(std::string(argv[2]) + "/" + known.name + ".uni");
            checkKnown(g, known, g.edges() > 20000);
        }
        const UniGraph facebook = packedGraph(std::string(argv[2]) + "/facebook-combined.uni");
        checkVariants(facebook, 3, ~0u);
    } else if (mode == "kronecker") {
        const UniGraph g = kroneckerGraph(14, 16, 1);
        printf("%s: %u vertices, %llu edges\n", g.name.c_str(), g.count, g.edges());
        for (auto [least, most] : {std::pair<u32, u32>{3, ~0u}, {4, 4}, {8, 8}}) {
            Cliques c;
            const Times t = measure(g, least, most, CountBy::SIZE, {}, c);
            report(g, most == ~0u ? "all k" : most == 8 ? "k = 8" : "k = 4", t, c);
            const Pascal choose(c.columns);
            auto found = c.cells.host();
            for (u32 k = least; k <= std::min(most, 10u); k++) {
                printf("  k = %u: %s\n", k, decimal(c.count(k, found, choose)).c_str());
            }
        }
        checkVariants(g, 3, ~0u);
    } else if (mode == "tiny") {
        checkByDefinition(randomGraph(14, 0.6, 5), 4, false);
        checkByDefinition(randomGraph(36, 0.5, 6), 4, false);
    } else if (mode == "ablation") {
        const std::string directory = argv[2];
        const std::string only = argc > 3 ? argv[3] : "";
        for (const std::string name : {"ca-grqc", "email-eu-core", "soc-epinions1", "facebook-combined", "kronecker14"}) {
            if (only.empty() || only == name) {
                ablate(name == "kronecker14" ? kroneckerGraph(14, 16, 1) : packedGraph(directory + "/" + name + ".uni"), 4, 8);
            }
        }
    } else if (mode == "vertices" || mode == "edges") {
        checkMembers(mode == "vertices" ? CountBy::VERTEX : CountBy::EDGE);
    } else if (mode == "hard") {
        checkHard(rmatUniGraph(22, 25, SOCIAL, 1));
        checkHard(rmatUniGraph(22, 26, {0.51, 0.20, 0.20}, 1));
        checkHard(rmatUniGraph(22, 28, GRAPH500, 1));
    } else if (mode == "large") {
        const UniGraph g = powerLawUniGraph(100000000ull, 8000000, 2.0, 1);
        for (u32 k : {4u, 5u}) {
            Cores cores(g);
            auto begin = std::chrono::steady_clock::now();
            cores.compute(g);
            const double coresMs = since(begin);
            Oriented o(g);
            o.byCores(g, cores, k - 1);
            const double orientMs = since(begin);
            Cliques c;
            c.search(o, k, k, CountBy::SIZE, {});
            printf("%s: %llu edges, degeneracy %llu, k = %u: %s in %.1f ms (cores %.1f, orient %.1f), D %u, tasks %llu, nodes %llu\n",
                   g.name.c_str(), g.edges(), cores.degeneracy, k, decimal(c.count(k, c.cells.host(), Pascal(c.columns))).c_str(),
                   since(begin), coresMs, orientMs - coresMs, c.mostCandidates, c.taskCount, c.nodes);
            Oriented degree(g);
            begin = std::chrono::steady_clock::now();
            degree.byDegree(g);
            Cliques d;
            d.search(degree, k, k, CountBy::SIZE, {});
            printf("  by degree: %.1f ms, D %u", since(begin), d.mostCandidates);
            BlockLaunch blocks;
            blocks.groupSize = 1;
            blocks.byEdge = k > 4;
            BlockCliques b;
            b.count(degree, k, k, blocks);
            printf(", by orientation %.1f ms\n", b.ms);
            expectEqual(g.name, "by orientation, k =", k, b.total, c.count(k, c.cells.host(), Pascal(c.columns)));
            expectEqual(g.name, "by degree, k =", k, d.count(k, d.cells.host(), Pascal(d.columns)),
                    c.count(k, c.cells.host(), Pascal(c.columns)));
        }
    }
    printf("%s: %d wrong\n", mode.c_str(), failures);
    return failures > 0;
}
