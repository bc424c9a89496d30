// Runs the kernels of PIVOT and compares: with a count by definition on small graphs, with closed forms, with known counts.
//   biclique_check                    small graphs; --small: few of them, for compute-sanitizer; --forms: closed forms too
//   biclique_check [--quick] DIR      known counts; DIR holds NAME.el; from both sides, or with --quick from the cheaper one
//   biclique_check --graph FILE | --powerlaw DRAWN LEFT RIGHT SKEW
//                  --count MINLEFT MAXLEFT MINRIGHT MAXRIGHT ...   measures; sizes that differ: a table
//                  [--vertices | --edges | --kinds] [--side 0 | 1] [--runs N]
// Exit status 1 on any mismatch.
#include "graph/graph_prep.cu"
#include "butterfly/butterfly.cu"
#include "biclique/biclique_pivot.cu"
#include "biclique_pipeline.cuh"
#include "reference.cuh"
#include <cstring>

typedef unsigned __int128 u128h;

static int failures = 0;

static std::string text(u128h x) {
    std::string digits;
    do {
        digits.insert(digits.begin(), (char)('0' + (int)(x % 10)));
        x /= 10;
    } while (x != 0);
    return digits;
}

static void expectEqual(const std::string& what, u128h got, u128h wanted) {
    if (got != wanted) {
        failures++;
        printf("MISMATCH %s: got %s, expected %s\n", what.c_str(), text(got).c_str(), text(wanted).c_str());
    }
}

static void expectSame(const std::string& what, const std::vector<u128h>& got, const std::vector<u128h>& wanted) {
    for (size_t i = 0; i < wanted.size(); i++) {
        if (got[i] != wanted[i]) {
            expectEqual(what + " " + std::to_string(i), got[i], wanted[i]);
            return;
        }
    }
}

static u128h choose(u64 n, u64 k) {
    if (k > n) {
        return 0;
    }
    u128h c = 1;
    for (u64 i = 1; i <= k; i++) {
        c = c * (n - k + i) / i;
    }
    return c;
}

/** By definition: each set of p left vertices is in C(common neighbors, q) bicliques. Mod 2^128. */
struct Definition {
    const HostGraph& g;
    u32 q;
    u128h total = 0;
    std::vector<u128h> vertices, edges;
    std::vector<u32> chosen;

    Definition(const HostGraph& g, u32 p, u32 q)
        : g(g), q(q), vertices(g.leftCount + (u64)g.rightCount), edges(g.leftNeighbors.size()) {
        std::vector<u32> all(g.rightCount);
        std::iota(all.begin(), all.end(), 0);
        choose_(p, 0, all);
    }

    void choose_(u32 p, u32 from, const std::vector<u32>& common) {
        if (p == 0) {
            add(common);
            return;
        }
        for (u32 u = from; u < g.leftCount; u++) {
            std::vector<u32> next;
            std::set_intersection(common.begin(), common.end(), g.leftNeighbors.begin() + g.leftOffsets[u],
                    g.leftNeighbors.begin() + g.leftOffsets[u + 1], std::back_inserter(next));
            if (next.size() >= q) {
                chosen.push_back(u);
                choose_(p - 1, u + 1, next);
                chosen.pop_back();
            }
        }
    }

    void add(const std::vector<u32>& common) {
        u128h ways = choose(common.size(), q), withOne = choose(common.size() - 1, q - 1);
        total += ways;
        for (u32 v : common) {
            vertices[g.leftCount + v] += withOne;
        }
        for (u32 u : chosen) {
            vertices[u] += ways;
            for (u64 slot = g.leftOffsets[u]; slot < g.leftOffsets[u + 1]; slot++) {
                if (std::binary_search(common.begin(), common.end(), g.leftNeighbors[slot])) {
                    edges[slot] += withOne;
                }
            }
        }
    }
};

static u128h totalOf(const Pivot& pivot) { return (u128h)pivot.sum[1] << 64 | pivot.sum[0]; }

static u128h fromKinds(const Pivot& pivot, u32 left, u32 right) {
    u32 rootsWanted = pivot.side == 0 ? left : right, matesWanted = pivot.side == 0 ? right : left;
    u128h sum = 0;
    for (auto [kind, times] : pivot.kindCounts) {
        u64 k = kind - 1;
        u32 freeMates = k & 0x7fffff, freeRoots = k >> 23 & 0x7fffff, fixedMates = k >> 46 & 511,
            fixedRoots = (u32)(k >> 55) + 1;
        if (rootsWanted >= fixedRoots && matesWanted >= fixedMates) {
            sum += times * choose(freeRoots, rootsWanted - fixedRoots) * choose(freeMates, matesWanted - fixedMates);
        }
    }
    return sum;
}

static const char* SIDES[] = {"left", "right"};

static void checkTotal(Pivot& pivot, const std::string& name, u32 p, u32 q, int side, u128h wanted) {
    std::string what = name + " (" + std::to_string(p) + "," + std::to_string(q) + ") ";
    pivot.count({p, p, q, q}, side, TOTALS);
    if (pivot.overflow) {
        printf("OVERFLOW %s\n", what.c_str());
    } else {
        expectEqual(what + SIDES[pivot.side], totalOf(pivot), wanted);
    }
}

static void checkSmall(const Graph& g, u32 most, const PivotLaunch& launch) {
    Ranked r;
    r.allocate(g);
    r.prepare(g);
    Pivot pivot(r, g, launch);
    HostGraph host(g);
    std::vector<std::vector<u128h>> wanted(most + 1, std::vector<u128h>(most + 1));
    for (u32 p = 2; p <= most; p++) {
        for (u32 q = 2; q <= most; q++) {
            Definition definition(host, p, q);
            wanted[p][q] = definition.total;
            for (int side = -1; side < 2; side++) {
                checkTotal(pivot, g.name, p, q, side, wanted[p][q]);
            }
            for (int side = 0; side < 2; side++) {
                std::string what = g.name + " (" + std::to_string(p) + "," + std::to_string(q) + ") " + SIDES[side];
                pivot.count({p, p, q, q}, side, BY_VERTEX);
                expectEqual(what + " total by vertex", totalOf(pivot), definition.total);
                expectSame(what + " vertex", pivot.vertices(), definition.vertices);
                pivot.count({p, p, q, q}, side, BY_EDGE);
                expectEqual(what + " total by edge", totalOf(pivot), definition.total);
                expectSame(what + " edge", pivot.edges(), definition.edges);
            }
        }
    }
    for (int side = 0; side < 2; side++) {
        pivot.count({2, most, 2, most}, side, KINDS);
        for (u32 p = 2; p <= most; p++) {
            for (u32 q = 2; q <= most; q++) {
                expectEqual(g.name + " table (" + std::to_string(p) + "," + std::to_string(q) + ") " + SIDES[side],
                        fromKinds(pivot, p, q), wanted[p][q]);
            }
        }
    }
}

static void printStages(const Pivot& pivot) {
    printf("     ");
    for (auto& [name, ms] : pivot.stages) {
        printf(" %s %.3f", name, ms);
    }
    printf("\n      side %s, %llu roots, %llu nodes, %llu batches, %llu launches, max %llu x %llu, %.1f MB\n",
           SIDES[pivot.side], pivot.roots, pivot.nodes, pivot.batches, pivot.launches, pivot.summaryHost[1],
           pivot.summaryHost[2], pivot.summaryHost[4] * 4e-6);
    fflush(stdout);
}

static const char* COUNTED[] = {"total", "kinds", "by vertex", "by edge"};

static void measure(Pivot& pivot, const std::string& name, Pivot::Sizes s, int side, Counted counted, int runs) {
    std::vector<double> times;
    double best = 1e30;
    for (int i = 0; i <= runs; i++) {
        double ms = pivot.count(s, side, counted);
        if (i > 0 || runs == 0) {
            times.push_back(ms);
            best = std::min(best, ms);
        }
        if (ms > 3000) {
            break;
        }
    }
    if (times.empty()) {
        return;
    }
    std::sort(times.begin(), times.end());
    printf("%-14s (%u-%u,%u-%u) %s median %.3f ms, min %.3f, max %.3f; %s\n", name.c_str(), s.minLeft, s.maxLeft,
           s.minRight, s.maxRight, COUNTED[counted], times[times.size() / 2], times[0], times.back(),
           counted == KINDS ? (std::to_string(pivot.kindCounts.size()) + " kinds").c_str()
                 : pivot.overflow ? "overflow" : text(totalOf(pivot)).c_str());
    printStages(pivot);
}

struct Known {
    const char* graph;
    u32 p, q;
    const char* count;
};

static const Known KNOWN[] = {
#include "biclique_known.inc"
};

static u128h parse(const char* digits) {
    u128h x = 0;
    for (; *digits; digits++) {
        x = x * 10 + (*digits - '0');
    }
    return x;
}

static bool quick = false;

static void checkKnown(const std::string& directory) {
    std::string open;
    std::unique_ptr<Graph> g;
    std::unique_ptr<Ranked> r;
    std::unique_ptr<Pivot> pivot;
    for (const Known& k : KNOWN) {
        if (k.graph != open) {
            pivot.reset();
            r.reset();
            g.reset();
            open = k.graph;
            std::string path = directory + "/" + k.graph + ".el";
            if (FILE* file = fopen(path.c_str(), "r")) {
                fclose(file);
                g = std::make_unique<Graph>(readGraph(path));
                r = std::make_unique<Ranked>();
                r->allocate(*g);
                r->prepare(*g);
                pivot = std::make_unique<Pivot>(*r, *g, PivotLaunch());
            }
        }
        if (g != nullptr) {
            for (int side = -1; side < (quick ? 0 : 2); side++) {
                auto begin = std::chrono::steady_clock::now();
                checkTotal(*pivot, k.graph, k.p, k.q, side, parse(k.count));
                double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
                if (ms > 300) {
                    printf("%s (%u,%u) side %d: %.1f ms\n", k.graph, k.p, k.q, side, ms);
                    printStages(*pivot);
                }
            }
        }
    }
}

static void smallGraphs(bool tiny) {
    PivotLaunch launch;
    launch.arenaWords = 1 << 22;
    launch.stackBytes = 1 << 28;
    launch.kindSlots = 1 << 16;
    PivotLaunch cramped = launch;  // several batches and launches, spilled counters, few queue slots
    cramped.arenaWords = 8000;
    cramped.nearbyCount = 32;
    cramped.queueSlots = 8;
    cramped.sliceNanos = 20000;
    cramped.sampledWedges = 64;
    checkSmall(completeGraph(6, 9), tiny ? 3 : 6, launch);
    checkSmall(crownGraph(9), tiny ? 3 : 5, launch);
    checkSmall(powerLawGraph(tiny ? 600 : 1200, 120, 50, 2.0, 7), tiny ? 3 : 5, launch);
    if (!tiny) {
        checkSmall(starGraph(40), 3, launch);
        checkSmall(powerLawGraph(1200, 120, 50, 2.0, 7), 5, cramped);
        checkSmall(powerLawGraph(800, 40, 40, 1.0, 1), 5, cramped);
        checkSmall(powerLawGraph(5000, 300, 200, 3.0, 2), 3, cramped);
        checkSmall(powerLawGraph(9000, 2000, 3000, 2.0, 3), 4, launch);
    }
}

static void closedForms() {
    PivotLaunch launch;
    for (auto [a, b] : {std::pair<u32, u32>{40, 300}, {600, 700}}) {
        Graph g = completeGraph(a, b);
        Ranked r;
        r.allocate(g);
        r.prepare(g);
        Pivot pivot(r, g, launch);
        for (auto [p, q] : {std::pair<u32, u32>{2, 2}, {3, 5}, {7, 4}, {8, 8}}) {
            checkTotal(pivot, g.name, p, q, -1, choose(a, p) * choose(b, q));
        }
    }
    for (u32 n : {12u, 24u}) {
        Graph g = crownGraph(n);
        Ranked r;
        r.allocate(g);
        r.prepare(g);
        Pivot pivot(r, g, launch);
        for (auto [p, q] : {std::pair<u32, u32>{2, 2}, {4, 8}, {12, 12}}) {
            checkTotal(pivot, g.name, p, q, -1, choose(n, p) * (n >= p ? choose(n - p, q) : 0));
            printStages(pivot);
        }
    }
}

int main(int argc, char** argv) {
    std::string directory;
    bool small = false, forms = false;
    std::vector<std::pair<std::string, Pivot::Sizes>> jobs;
    std::unique_ptr<Graph> g;
    int runs = 7, side = -1;
    Counted counted = TOTALS;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--small")) {
            small = true;
        } else if (!strcmp(argv[i], "--forms")) {
            forms = true;
        } else if (!strcmp(argv[i], "--quick")) {
            quick = true;
        } else if (!strcmp(argv[i], "--runs")) {
            runs = atoi(argv[++i]);
        } else if (!strcmp(argv[i], "--side")) {
            side = atoi(argv[++i]);
        } else if (!strcmp(argv[i], "--kinds")) {
            counted = KINDS;
        } else if (!strcmp(argv[i], "--vertices")) {
            counted = BY_VERTEX;
        } else if (!strcmp(argv[i], "--edges")) {
            counted = BY_EDGE;
        } else if (!strcmp(argv[i], "--graph")) {
            g = std::make_unique<Graph>(readGraph(argv[++i]));
        } else if (!strcmp(argv[i], "--powerlaw") && i + 4 < argc) {
            g = std::make_unique<Graph>(powerLawGraph(
                    strtoull(argv[i + 1], nullptr, 10), atoi(argv[i + 2]), atoi(argv[i + 3]), atof(argv[i + 4]), 1));
            i += 4;
        } else if (!strcmp(argv[i], "--count") && i + 4 < argc) {
            jobs.push_back({"", {(u32)atoi(argv[i + 1]), (u32)atoi(argv[i + 2]), (u32)atoi(argv[i + 3]), (u32)atoi(argv[i + 4])}});
            i += 4;
        } else {
            directory = argv[i];
        }
    }
    if (small) {
        smallGraphs(true);
    } else if (g != nullptr) {
        Ranked r;
        r.allocate(*g);
        double prepMs = medianMs(7, [&] { r.prepare(*g); });
        printf("%s m %llu dmax %u ranking %.3f ms\n", g->name.c_str(), g->edgeCount, r.maxDegree, prepMs);
        Pivot pivot(r, *g, PivotLaunch());
        for (auto& [name, sizes] : jobs) {
            measure(pivot, g->name, sizes, side, sizes.minLeft != sizes.maxLeft ? KINDS : counted, runs);
        }
    } else if (directory.empty()) {
        smallGraphs(false);
    }
    if (forms) {
        closedForms();
    }
    if (!directory.empty()) {
        checkKnown(directory);
    }
    printf("%s, %d mismatches\n", failures == 0 ? "PASS" : "FAIL", failures);
    return failures == 0 ? 0 : 1;
}
