// Checks common neighbor counting against the definition on small graphs, against a search in the graph as it was given on
// large ones, and against known sums; and times it.
//
//   neighbors_check --small | --tiny            small graphs, every table; the latter for compute-sanitizer
//   neighbors_check DIRECTORY                   the unipartite NAME.el there, against known sums
//   neighbors_check --rmat SCALE FACTOR [social] [--sweep]   a generated graph: checks and times
#include "../graph_prep.cu"
#include "../triangle_prep.cu"
#include "../common_neighbors.cu"
#include <chrono>
#include <cstring>
#include "neighbors_pipeline.cuh"

static int failures = 0;

static double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static void expect(const std::string& graph, const char* what, u64 actual, u64 expected) {
    if (actual != expected) {
        printf("MISMATCH %s %s: %llu instead of %llu\n", graph.c_str(), what, actual, expected);
        failures++;
    }
}

/** By the definition, in the order of edges. */
static std::vector<u32> byDefinition(const UnipartiteGraph& g) {
    auto offsets = g.offsets.host();
    auto neighbors = g.neighbors.host();
    std::vector<u32> counts;
    std::vector<u32> common;
    for (u32 u = 0; u < g.count; u++) {
        for (u64 slot = offsets[u]; slot < offsets[u + 1]; slot++) {
            u32 v = neighbors[slot];
            if (u < v) {
                common.clear();
                std::set_intersection(neighbors.begin() + offsets[u], neighbors.begin() + offsets[u + 1],
                        neighbors.begin() + offsets[v], neighbors.begin() + offsets[v + 1], std::back_inserter(common));
                counts.push_back((u32)common.size());
            }
        }
    }
    return counts;
}

/** Every `stride`-th slot: a warp searches the neighbors of one end among those of the other one. */
__global__ void searchedCounts(const u64* offsets, const u32* neighbors, u32 count, u64 slotCount, u64 stride,
        const u64* edgeStarts, const u32* byEdge, u64* wrong) {
    const u32 lane = threadIdx.x & 31;
    for (u64 slot = (blockIdx.x * (u64)blockDim.x + threadIdx.x) / 32 * stride; slot < slotCount;
            slot += (u64)gridDim.x * blockDim.x / 32 * stride) {
        u32 u = rowOfSlot(offsets, 0, count - 1, slot), v = neighbors[slot];
        if (u < v) {
            u64 edge = edgeStarts[u + 1ull] - (offsets[u + 1ull] - slot);
            if (offsets[u + 1ull] - offsets[u] > offsets[v + 1ull] - offsets[v]) {
                u32 swapped = u;
                u = v;
                v = swapped;
            }
            u32 common = 0;
            for (u64 i = offsets[u] + lane; i < offsets[u + 1ull]; i += 32) {
                u64 at = lowerBound(neighbors, offsets[v], offsets[v + 1ull], neighbors[i]);
                common += at < offsets[v + 1ull] && neighbors[at] == neighbors[i];
            }
            common = warpSum32(common);
            if (lane == 0 && common != byEdge[edge]) {
                atomicAdd(&wrong[0], 1ull);
            }
            if (lane == 0) {
                atomicAdd(&wrong[1], 1ull);
            }
        }
    }
}

struct Sums {
    u64 sum = 0, most = 0, squares = 0, checksum = 0;
};

__global__ void sumsOfCounts(const u32* counts, u64 count, u64* sums) {
    u64 sum = 0, most = 0, squares = 0, checksum = 0;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        u64 c = counts[i];
        sum += c;
        most = max(most, c);
        squares += c * c;
        checksum += splitMix(i) * (c + 1);
    }
    atomicAdd(&sums[0], sum);
    atomicMax(&sums[1], most);
    atomicAdd(&sums[2], squares);
    atomicAdd(&sums[3], checksum);
}

static Sums sumsOf(const Array<u32>& counts) {
    Array<u64> sums(4);
    sums.zero();
    sumsOfCounts<<<1024, 256>>>(counts.get(), counts.size(), sums.get());
    auto s = sums.host();
    return {s[0], s[1], s[2], s[3]};
}

__global__ void sumOfLengths(const u64* incoming, u64 count, u64* total) {
    u64 sum = 0;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        sum += Prefix::of(incoming[i]).length;
    }
    atomicAdd(total, sum);
}

static u64 lookups(const Triangles& t) {
    Array<u64> total(1);
    total.zero();
    sumOfLengths<<<1024, 256>>>(t.incoming.get(), t.edgeCount, total.get());
    return total.host()[0];
}

static void checkSmall(const UnipartiteGraph& g) {
    std::vector<u32> expected = byDefinition(g);
    for (u32 heavyDegree : {1u, 4u, 1u << 30}) {
        Triangles t;
        t.heavyDegree = heavyDegree;
        t.allocate(g);
        t.prepare(g);
        for (u32 ranks : {32u, 4096u}) {
            NeighborsLaunch launch;
            launch.bitmapRanks = ranks;
            launch.counters = 8;
            launch.capacity = 64;
            launch.warpCapacity = 32;
            launch.tileSlots = 100;
            launch.threads = 128;
            NeighborsCounter counter;
            counter.allocate(t, launch);
            counter.byEdge.resize(t.edgeCount);
            counter.count(t);
            counter.toEdges(t);
            CUDA(cudaDeviceSynchronize());
            auto actual = counter.byEdge.host();
            for (u64 e = 0; e < expected.size(); e++) {
                if (actual[e] != expected[e]) {
                    expect(g.name, "edge", actual[e], expected[e]);
                    break;
                }
            }
        }
    }
    u64 sum = 0;
    for (u32 c : expected) {
        sum += c;
    }
    printf("%-20s n %u m %llu sum %llu checked\n", g.name.c_str(), g.count, g.edgeCount, sum);
}

static void bench(const UnipartiteGraph& g, u64 stride, bool sweep, const Sums* known) {
    Triangles t;
    t.allocate(g);
    int runs = g.edgeCount > 1000000000 ? 3 : 7;
    double prepMs = medianMs(g.edgeCount > 100000000 ? 1 : 3, [&] { t.prepare(g); });
    t.freeScratch();
    u64 pairs = lookups(t);
    printf("%-18s n %u m %llu dmax %u look-ups %llu heavy %llu prep %.3f ms\n", g.name.c_str(), g.count, g.edgeCount,
            t.maxDegree, pairs, t.heavy.host()[0], prepMs);
    std::vector<NeighborsLaunch> launches(1);
    if (sweep) {
        auto vary = [&](auto change) {
            NeighborsLaunch launch;
            change(launch);
            launches.push_back(launch);
        };
        vary([](auto& l) { l.threads = 256; });
        vary([](auto& l) { l.bitmapRanks = 1 << 14; });
        vary([](auto& l) { l.bitmapRanks = 1 << 15; });
        vary([](auto& l) { l.bitmapRanks = 1 << 17; });
        vary([](auto& l) { l.bitmapRanks = 1 << 18; });
        vary([](auto& l) { l.bitmapRanks = 32; });
        vary([](auto& l) { l.tileSlots = 512; });
        vary([](auto& l) { l.tileSlots = 8192; });
        vary([](auto& l) { l.counters = 1024; });
        vary([](auto& l) { l.capacity = 2048; });
        vary([](auto& l) { l.warpThreads = 128; });
    }
    Sums first;
    for (auto& launch : launches) {
        NeighborsCounter counter;
        counter.allocate(t, launch);
        double ms = medianMs(runs, [&] { counter.count(t); });
        double parts[3];
        for (int part = 0; part < 3; part++) {
            parts[part] = medianMs(1, [&] { counter.count(t, part); });
        }
        counter.count(t);
        counter.byEdge.resize(t.edgeCount);
        double backMs = medianMs(1, [&] { counter.toEdges(t); });
        Sums s = sumsOf(counter.byEdge);
        printf("  t%d bits %u cnt %u cap %u tile %u w%d: %.3f ms (bitmap %.3f hash %.3f warp %.3f) %.1f G/s, to edges %.3f ms\n",
                launch.threads, launch.bitmapRanks, launch.counters, launch.capacity, launch.tileSlots,
                launch.warpThreads, ms, parts[0], parts[1], parts[2], pairs / ms * 1e-6, backMs);
        fflush(stdout);
        if (&launch == &launches[0]) {
            first = s;
            printf("  sum %llu max %llu squares %llu checksum %llx\n", s.sum, s.most, s.squares, s.checksum);
            expect(g.name, "sum modulo 3", s.sum % 3, 0);
            if (known != nullptr) {
                expect(g.name, "sum", s.sum, known->sum);
                expect(g.name, "max", s.most, known->most);
                expect(g.name, "squares", s.squares, known->squares);
            }
            Array<u64> wrong(2);
            wrong.zero();
            searchedCounts<<<2048, 256>>>(g.offsets.get(), g.neighbors.get(), g.count, 2 * g.edgeCount, stride,
                    t.edgeStarts.get(), counter.byEdge.get(), wrong.get());
            expect(g.name, "edges wrong", wrong.host()[0], 0);
            printf("  %llu edges searched\n", wrong.host()[1]);
            fflush(stdout);
        }
        expect(g.name, "checksum", s.checksum, first.checksum);
    }
}

struct Known {
    const char* name;
    Sums sums;
};

static const Known KNOWN[] = {
        {"karate", {135, 10, 437}},
        {"netscience", {11292, 20, 99804}},
        {"dimacs-brock200_2", {479688, 69, 23623722}},
        {"dimacs-p_hat300-1", {247182, 58, 6434824}},
        {"ca-grqc", {144780, 61, 4227778}},
        {"email-eu-core", {316383, 173, 10341823}},
        {"facebook-combined", {4836030, 293, 462410130}},
        {"nr-soc-epinions", {479100, 147, 9632696}},
        {"soc-epinions1", {4873443, 603, 229891735}},
        {"email-enron-snap", {}},  // every edge is searched, as in all of these
};

static void smallGraphs(bool tiny) {
    checkSmall(cliqueGraph(2));
    checkSmall(cliqueGraph(70));
    checkSmall(rmatGraph(7, 8, GRAPH500, 3));
    if (!tiny) {
        checkSmall(cliqueGraph(3));
        checkSmall(cliqueGraph(400));
        checkSmall(twoSidesGraph(1, 90));
        checkSmall(twoSidesGraph(40, 50));
        checkSmall(rmatGraph(10, 12, SOCIAL, 4));
        checkSmall(rmatGraph(13, 16, GRAPH500, 5));
    }
}

int main(int argc, char** argv) {
    double begin = seconds();
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--small") || !strcmp(argv[i], "--tiny")) {
            smallGraphs(!strcmp(argv[i], "--tiny"));
        } else if (!strcmp(argv[i], "--rmat") && i + 2 < argc) {
            u32 scale = atoi(argv[i + 1]), factor = atoi(argv[i + 2]);
            i += 2;
            bool social = i + 1 < argc && !strcmp(argv[i + 1], "social");
            i += social;
            bool sweep = i + 1 < argc && !strcmp(argv[i + 1], "--sweep");
            i += sweep;
            double generating = seconds();
            UnipartiteGraph g = rmatGraph(scale, factor, social ? SOCIAL : GRAPH500, 1);
            printf("generated in %.2f s\n", seconds() - generating);
            bench(g, g.edgeCount < 5000000 ? 1 : g.edgeCount / 2000000, sweep, nullptr);
        } else {
            for (const Known& known : KNOWN) {
                bench(readUnipartite(std::string(argv[i]) + "/" + known.name + ".el"), 1, false,
                        known.sums.sum > 0 ? &known.sums : nullptr);
            }
        }
    }
    printf("%s, %d mismatches, %.1f s\n", failures == 0 ? "PASS" : "FAIL", failures, seconds() - begin);
    return failures == 0 ? 0 : 1;
}
