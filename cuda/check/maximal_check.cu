// Maximal bicliques on the GPU, by both searches, and compared: with all closed sets on small graphs, with closed forms,
// with known counts.
//   maximal_check --small               for compute-sanitizer
//   maximal_check --ablation DIR        the techniques of cuMBE, on youtube
//   maximal_check --crown N             the crown graph: 2^N - 2 maximal bicliques
//   maximal_check DIR                   DIR holds NAME.el
// Exit status 1 on any mismatch.
#include "graph/graph_prep.cu"
#include "butterfly/butterfly.cu"
#include "maximal/maximal_bitmap.cu"
#include "maximal/maximal_cumbe.cu"
#include "maximal_pipeline.cuh"
#include "reference.cuh"
#include <cstring>
#include <ctime>
#include <set>
#include <unordered_set>

static int failures = 0;

static void expect(bool right, const std::string& graph, const std::string& what, u64 got, u64 wanted) {
    if (!right) {
        failures++;
        printf("MISMATCH %s: %s: got %llu, expected %llu\n", graph.c_str(), what.c_str(), got, wanted);
        fflush(stdout);
    }
}

static double seconds() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/** All maximal bicliques of a graph with few vertices on one side: the closed sets among all subsets of that side. */
static std::set<Biclique> closedSets(const HostGraph& g) {
    bool left = g.leftCount <= g.rightCount;
    u32 few = left ? g.leftCount : g.rightCount, many = left ? g.rightCount : g.leftCount;
    std::vector<u32> masks(many, 0);
    for (u32 u = 0; u < g.leftCount; u++) {
        for (u64 i = g.leftOffsets[u]; i < g.leftOffsets[u + 1]; i++) {
            u32 v = g.leftNeighbors[i];
            masks[left ? v : u] |= 1u << (left ? u : v);
        }
    }
    std::set<Biclique> all;
    for (u32 subset = 1; subset < 1u << few; subset++) {
        u32 closure = (1u << few) - 1;
        std::vector<u32> others;
        for (u32 y = 0; y < many; y++) {
            if ((masks[y] & subset) == subset) {
                closure &= masks[y];
                others.push_back(y);
            }
        }
        if (closure != subset || others.empty()) {
            continue;
        }
        std::vector<u32> members;
        for (u32 x = 0; x < few; x++) {
            if (subset >> x & 1) {
                members.push_back(x);
            }
        }
        const std::vector<u32>&a = left ? members : others, &b = left ? others : members;
        Biclique biclique = {(u32)a.size(), (u32)b.size()};
        biclique.insert(biclique.end(), a.begin(), a.end());
        biclique.insert(biclique.end(), b.begin(), b.end());
        all.insert(biclique);
    }
    return all;
}

/** A record of the output as left, then right, ascending. */
static Biclique ordered(const u32* record, bool rootsAreLeft) {
    std::vector<u32> commons(record + 2, record + 2 + record[0]);
    std::vector<u32> roots(record + 2 + record[0], record + 2 + record[0] + record[1]);
    std::sort(commons.begin(), commons.end());
    std::sort(roots.begin(), roots.end());
    const std::vector<u32>&a = rootsAreLeft ? roots : commons, &b = rootsAreLeft ? commons : roots;
    Biclique biclique = {(u32)a.size(), (u32)b.size()};
    biclique.insert(biclique.end(), a.begin(), a.end());
    biclique.insert(biclique.end(), b.begin(), b.end());
    return biclique;
}

static std::string nameOf(const MaximalOptions& o) {
    return std::string(o.cumbe ? "cumbe" : "bitmap") + (o.side < 0 ? "" : o.side ? " left" : " right");
}

static bool admits(const MaximalOptions& o, const Biclique& b) {
    return o.limits.minLeft <= b[0] && b[0] <= o.limits.maxLeft && o.limits.minRight <= b[1] && b[1] <= o.limits.maxRight
            && (u64)b[0] * b[1] >= o.threshold;
}

/** Members, sizes and per-vertex results of one configuration. */
static void checkAll(const Graph& g, const Ranked& r, const std::set<Biclique>& reference, MaximalOptions o,
        const std::string& what) {
    std::string name = nameOf(o) + " " + what;
    std::set<Biclique> wanted, got;
    std::map<std::pair<u32, u32>, u64> sizes;
    std::vector<u64> counts(r.count, 0), largest(r.count, 0);
    for (const Biclique& b : reference) {
        if (admits(o, b)) {
            wanted.insert(b);
            sizes[{b[0], b[1]}]++;
            for (u32 i = 2; i < b.size(); i++) {
                u32 vertex = i < 2 + b[0] ? b[i] : g.leftCount + b[i];
                counts[vertex]++;
                largest[vertex] = std::max(largest[vertex], (u64)b[0] * b[1]);
            }
        }
    }
    u64 records = 0;
    o.wanted = MOTIF_MAXIMAL_WANT_MEMBERS | MOTIF_MAXIMAL_WANT_VERTEX_COUNTS;
    bool rootsAreLeft = o.side == 1;
    MaximalResult result = MaximalSearch(g, r, o).run([&](const u32* record) {
        records++;
        got.insert(ordered(record, rootsAreLeft));
    });
    expect(result.failed == 0, g.name, name + " failed", result.failed, 0);
    expect(records == wanted.size(), g.name, name + " records", records, wanted.size());
    expect(got == wanted, g.name, name + " members", got.size(), wanted.size());
    expect(result.sizes == sizes, g.name, name + " sizes", result.sizes.size(), sizes.size());
    expect(result.perVertex == counts, g.name, name + " per vertex", 0, 0);
    o.wanted = MOTIF_MAXIMAL_WANT_VERTEX_LARGEST;
    result = MaximalSearch(g, r, o).run();
    expect(result.perVertex == largest, g.name, name + " largest per vertex", 0, 0);
    expect(result.total == wanted.size(), g.name, name + " total", result.total, wanted.size());
}

static void checkSmall(const Graph& g, int mostBlocks) {
    Ranked r;
    r.allocate(g);
    r.prepare(g);
    std::set<Biclique> reference = closedSets(HostGraph(g));
    for (int cumbe = 0; cumbe < 2; cumbe++) {
        for (int side = 0; side < 2; side++) {
            MaximalOptions o;
            o.cumbe = cumbe;
            o.side = side;
            o.poolWords = 1 << 20;
            o.ringCount = 1 << 12;
            o.arrayBytes = 1 << 28;
            o.sizeCapacity = 1 << 12;
            o.arenaWords = 1 << 12;
            o.branchCount = 1 << 12;
            o.listWords = 1 << 16;
            o.mostBlocks = mostBlocks;
            checkAll(g, r, reference, o, "usual");
            MaximalOptions tight = o;
            tight.outputWords = r.count + 64;
            tight.arenaWords = cumbe ? 64 : 600;
            tight.poolWords = 4096;
            tight.hubWords = 2048;
            tight.ringWords = 256;
            tight.techniques = side;
            checkAll(g, r, reference, tight, "tight");
            MaximalOptions hubs = tight;
            hubs.hubWords = 256;
            hubs.branchCount = 6;
            hubs.techniques = 63;
            checkAll(g, r, reference, hubs, "hubs");
            MaximalOptions split = o;
            split.sparseRatio = 0;
            checkAll(g, r, reference, split, "split");
            MaximalOptions limited = o;
            limited.limits = {2, 5, 3, 6};
            limited.techniques = 32 + 16;
            checkAll(g, r, reference, limited, "limited");
            limited.limits = {};
            limited.threshold = 12;
            limited.techniques = 32 + 1;
            checkAll(g, r, reference, limited, "large");
        }
    }
    printf("%-28s %zu maximal bicliques\n", g.name.c_str(), reference.size());
    fflush(stdout);
}

static Graph randomGraph(u32 left, u32 right, u32 percent, u64 seed) {
    std::vector<std::pair<u32, u32>> edges = {{0, 0}};
    for (u32 l = 0; l < left; l++) {
        for (u32 x = 0; x < right; x++) {
            if (splitMix(seed * 1000003 + l * 4099 + x) % 100 < percent) {
                edges.push_back({l, x});
            }
        }
    }
    char name[64];
    snprintf(name, sizeof name, "random(%u,%u,%u%%,%llu)", left, right, percent, seed);
    return graphOf(name, left, right, edges);
}

static void smallGraphs(bool tiny) {
    // Few blocks for the sanitizers, to which each warp that waits is work.
    int blocks = tiny ? 4 : 132;
    checkSmall(starGraph(9), blocks);
    checkSmall(completeGraph(1, 1), blocks);
    checkSmall(completeGraph(3, 4), blocks);
    checkSmall(crownGraph(tiny ? 5 : 10), blocks);
    checkSmall(randomGraph(6, 40, 50, 1), blocks);
    if (!tiny) {
        checkSmall(randomGraph(9, 80, 40, 1), blocks);
        checkSmall(randomGraph(7, 1200, 60, 7), blocks);
        checkSmall(randomGraph(12, 12, 60, 2), blocks);
        checkSmall(randomGraph(13, 300, 30, 3), blocks);
        checkSmall(randomGraph(400, 11, 55, 4), blocks);
        checkSmall(randomGraph(12, 150, 85, 5), blocks);
        checkSmall(randomGraph(14, 40, 50, 6), blocks);
    }
}

static void print(const std::string& graph, const std::string& name, const MaximalResult& result, double ms, double least) {
    u64 edges = 0;
    u32 left = 0, right = 0;
    for (auto& [size, count] : result.sizes) {
        edges = std::max(edges, (u64)size.first * size.second);
        left = std::max(left, size.first);
        right = std::max(right, size.second);
    }
    printf("%-18s %-28s %12llu roots %s nodes %llu ms %.3f (least %.3f; frames %.3f trees %.3f hubs %.3f) busy %.3f of %d, %d launches, %d "
           "rounds, frames %llu branches %llu listed %llu hubs %llu pool %.1fM sizes %zu largest %llu %u %u\n",
           graph.c_str(), name.c_str(), result.total, result.rootsAreLeft ? "left" : "right", result.nodes, ms, least,
           result.frameMillis, result.treeMillis, result.hubMillis, result.busyRatio, result.workers, result.launches, result.rounds,
           result.frames, result.branches, result.listed, result.hubs, result.poolUsed / 1e6, result.sizes.size(), edges, left, right);
    fflush(stdout);
}

static MaximalResult measure(const Graph& g, const Ranked& r, const MaximalOptions& o, int runs, const std::string& label,
        u64 known) {
    MaximalSearch search(g, r, o);
    MaximalResult result;
    std::vector<double> times;
    for (int i = 0; i < runs; i++) {
        result = search.run();
        times.push_back(result.millis);
    }
    std::sort(times.begin(), times.end());
    print(g.name, nameOf(o) + label, result, times[times.size() / 2], times[0]);
    expect(result.failed == 0, g.name, nameOf(o) + label + " failed", result.failed, 0);
    expect(result.total == known, g.name, nameOf(o) + label + " total", result.total, known);
    return result;
}

struct Known {
    const char* name;
    u64 total, largest;
};
static const Known KNOWN[] = {{"southern-women", 63, 20}, {"unicode", 460, 141}, {"crime", 620, 25},
        {"hyper-email-Enron", 2352, 117}, {"ucforum", 16261, 126}, {"dbpedia-writer", 57222, 246},
        {"mushroom", 238709, 31360}, {"youtube", 1826587, 7591}, {"retail", 2183307, 58284}};

static Ranked rankedOf(const Graph& g) {
    Ranked r;
    r.allocate(g);
    r.prepare(g);
    return r;
}

int main(int argc, char** argv) {
    bool small = false, ablation = false;
    u32 crown = 0;
    int runs = 5, onlySide = -2, which = 3;
    std::string directory, only;
    MaximalOptions base;
    for (int i = 1; i < argc; i++) {
        std::string arg = argv[i];
        if (arg == "--small") {
            small = true;
        } else if (arg == "--ablation") {
            ablation = true;
        } else if (arg == "--crown" && i + 1 < argc) {
            crown = atoi(argv[++i]);
        } else if (arg == "--only" && i + 1 < argc) {
            only = argv[++i];
        } else if (arg == "--runs" && i + 1 < argc) {
            runs = atoi(argv[++i]);
        } else if (arg == "--which" && i + 1 < argc) {
            which = atoi(argv[++i]);
        } else if (arg == "--side" && i + 1 < argc) {
            onlySide = atoi(argv[++i]);
        } else if (arg == "--shared" && i + 1 < argc) {
            base.leastShared = atoi(argv[++i]);
        } else if (arg == "--ring" && i + 1 < argc) {
            base.ringWords = atoi(argv[++i]);
        } else if (arg == "--ratio" && i + 1 < argc) {
            base.sparseRatio = atoll(argv[++i]);
        } else if (arg == "--arena" && i + 1 < argc) {
            base.arenaWords = atoi(argv[++i]);
        } else if (arg == "--blocks" && i + 1 < argc) {
            base.mostBlocks = atoi(argv[++i]);
        } else {
            directory = arg;
        }
    }
    double begin = seconds();
    if (small || (directory.empty() && crown == 0)) {
        smallGraphs(small);
    }
    if (crown > 0) {
        Graph g = crownGraph(crown);
        Ranked r = rankedOf(g);
        for (int cumbe = 0; cumbe < 2; cumbe++) {
            if (which >> cumbe & 1) {
                MaximalOptions o = base;
                o.cumbe = cumbe;
                measure(g, r, o, runs, "", (1ull << crown) - 2);
            }
        }
        if (which & 4) {
            MaximalOptions o = base;
            o.wanted = MOTIF_MAXIMAL_WANT_MEMBERS;
            o.outputWords = 1 << 24;
            u64 records = 0, hash = 0;
            MaximalSearch search(g, r, o);
            MaximalResult result = search.run([&](const u32* record) {
                records++;
                u64 left = 0, right = 0;
                for (u32 k = 0; k < record[0]; k++) {
                    left |= 1ull << record[2 + k];
                }
                for (u32 k = 0; k < record[1]; k++) {
                    right |= 1ull << record[2 + record[0] + k];
                }
                expect((left ^ right) == (1ull << crown) - 1 && left != 0 && right != 0, g.name, "record", left, right);
                hash += splitMix(left);
            });
            u64 expected = 0;
            for (u64 x = 1; x < (1ull << crown) - 1; x++) {
                expected += splitMix(x);
            }
            print(g.name, "bitmap stream", result, result.millis, result.millis);
            expect(records == (1ull << crown) - 2, g.name, "records", records, (1ull << crown) - 2);
            expect(hash == expected, g.name, "records' hash", hash, expected);
        }
    }
    for (const Known& known : KNOWN) {
        std::string path = directory + "/" + known.name + ".el";
        FILE* file = directory.empty() || (!only.empty() && only != known.name) ? nullptr : fopen(path.c_str(), "r");
        if (file == nullptr) {
            continue;
        }
        fclose(file);
        Graph g = readGraph(path);
        Ranked r = rankedOf(g);
        for (int cumbe = 0; cumbe < 2; cumbe++) {
            for (int side = -1; side < 2 && (which >> cumbe & 1); side++) {
                if (onlySide != -2 && side != onlySide) {
                    continue;
                }
                MaximalOptions o = base;
                o.cumbe = cumbe;
                o.side = side;
                if (ablation && cumbe) {
                    for (auto [techniques, label] : std::vector<std::pair<u32, std::string>>{{63, " all"}, {62, " -CS"},
                                 {61, " -FL"}, {59, " -SL"}, {55, " -WS"}, {47, " -PIC"}, {31, " -TLP"}, {0, " none"}}) {
                        o.techniques = techniques;
                        measure(g, r, o, 1, label, known.total);
                    }
                    continue;
                }
                MaximalResult result = measure(g, r, o, side < 0 ? runs : 1, "", known.total);
                u64 edges = 0;
                for (auto& [size, count] : result.sizes) {
                    edges = std::max(edges, (u64)size.first * size.second);
                }
                expect(edges == known.largest, g.name, nameOf(o) + " largest", edges, known.largest);
            }
        }
    }
    printf("%s, %d mismatches, %.1f s\n", failures == 0 ? "PASS" : "FAIL", failures, seconds() - begin);
    return failures == 0 ? 0 : 1;
}
