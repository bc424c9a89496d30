// Checks common neighbor counting against the definition on small graphs, against a search in the graph as it was given on
// large ones, and against known sums; and times it.
//
//   neighbors_check --small | --tiny            small graphs, every table; the latter for compute-sanitizer
//   neighbors_check --tiny-seed                 MPS and BMP alone, likewise
//   neighbors_check --stop                      how soon MPS and BMP end when they are told to
//   neighbors_check DIRECTORY                   the unipartite NAME.el there, against known sums
//   neighbors_check --rmat SCALE FACTOR graph500|social [sweep] [seed] [passes] [quarter]
//                                               a generated graph: checks and times; quarter: also with the graph on the
//                                               host, and arrays of a quarter of its size on the device
#include "graph/graph_prep.cu"
#include "graph/orient.cu"
#include "graph/triangle_prep.cu"
#include "commonneighbors/common_neighbors.cu"
#include "commonneighbors/common_neighbors_mps.cu"
#include "commonneighbors/common_neighbors_bmp.cu"
#include <chrono>
#include <cstring>
#include "neighbors_pipeline.cuh"
#include "neighbors_seed.cuh"

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

static void expectSame(const std::string& graph, const char* what, const std::vector<u32>& actual,
        const std::vector<u32>& expected) {
    for (u64 e = 0; e < expected.size(); e++) {
        if (actual[e] != expected[e]) {
            expect(graph, what, actual[e], expected[e]);
            return;
        }
    }
}

/** Counts of MPS or BMP in the order of the edges of `g`. */
class SeedResult {
public:
    Array<u32> byEdge;

    SeedResult(const UnipartiteGraph& g, const Triangles& t, const UnipartiteGraph& rows, bool relabel)
            : slots_(g.edgeCount) {
        byEdge.resize(g.edgeCount);
        seedEdgeSlots<<<2048, 256>>>(g.offsets.get(), g.neighbors.get(), g.count, t.edgeStarts.get(),
                relabel ? t.rankOf.get() : nullptr, rows.offsets.get(), rows.neighbors.get(), slots_.get());
    }
    void of(const SeedCounter& counter) {
        seedEdges<<<1024, 256>>>(counter.counts.get(), slots_.get(), slots_.size(), byEdge.get());
        CUDA(cudaDeviceSynchronize());
    }

private:
    Array<u64> slots_;
};

static void checkSeedSmall(
        const UnipartiteGraph& g, const Triangles& t, const std::vector<u32>& expected, bool tiny = false) {
    UnipartiteGraph ranked = relabelled(g, t.rankOf);
    for (bool relabel : {false, true}) {
        if (relabel && tiny) {
            continue;
        }
        const UnipartiteGraph& rows = relabel ? ranked : g;
        SeedResult result(g, t, rows, relabel);
        for (u32 ranges : {1u, 3u}) {
            for (int warps : {1, 4, 32}) {
                SeedLaunch launch;
                launch.warps = warps;
                launch.ranges = ranges;
                launch.skew = warps == 1 ? 1 : warps == 4 ? 3 : 1000;
                launch.rangeFiltering = warps != 4;
                launch.rangeBits = warps == 1 ? 6 : 12;
                SeedCounter counter(rows, launch);
                counter.mps();
                result.of(counter);
                expectSame(g.name, "MPS edge", result.byEdge.host(), expected);
                counter.counts.resize(counter.counts.size());
                counter.bmp();
                result.of(counter);
                expectSame(g.name, "BMP edge", result.byEdge.host(), expected);
                expect(g.name, "words left in bitmaps", counter.dirtyWords(), 0);
            }
        }
    }
}

static void checkSmall(const UnipartiteGraph& g) {
    std::vector<u32> expected = byDefinition(g);
    Triangles t;
    t.heavyDegrees = {1, 4, 1u << 30};
    t.allocate(g);
    t.prepare(g);
    const std::vector<u64> offsets = t.offsets.host();
    for (u32 heavyIndex = 0; heavyIndex < t.heavyDegrees.size(); heavyIndex++) {
        for (u32 ranks : {32u, 4096u}) {
            NeighborsLaunch launch;
            launch.heavyIndex = heavyIndex;
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
            expectSame(g.name, "edge", counter.byEdge.host(), expected);
            counter.counts.zero();
            counter.countInPasses(t, offsets, t.edgeCount / 5, t.neighbors.get(), counter.counts.get());
            counter.toEdges(t);
            expectSame(g.name, "edge in passes", counter.byEdge.host(), expected);
        }
    }
    checkSeedSmall(g, t, expected);
    u64 sum = 0;
    for (u32 c : expected) {
        sum += c;
    }
    printf("%-20s n %u m %llu sum %llu checked\n", g.name.c_str(), g.count, g.edgeCount, sum);
}

/** MPS and BMP with and without each technique. */
static void benchSeed(const UnipartiteGraph& g, const Triangles& t, u64 checksum) {
    UnipartiteGraph ranked = relabelled(g, t.rankOf);
    for (bool relabel : {false, true}) {
        const UnipartiteGraph& rows = relabel ? ranked : g;
        SeedResult result(g, t, rows, relabel);
        auto measure = [&](const char* name, const SeedLaunch& launch, bool bitmaps) {
            SeedCounter counter(rows, launch);
            auto count = [&] { bitmaps ? counter.bmp() : counter.mps(); };
            double begin = seconds();
            count();
            CUDA(cudaDeviceSynchronize());
            double once = seconds() - begin;
            double ms = once > 0.3 ? once * 1e3 : medianMs(once > 0.05 ? 3 : 7, count);
            result.of(counter);
            printf("  %s %s t %u, range filtering %d, warps %d, ranges %u: %.3f ms%s\n", name,
                    relabel ? "relabelled" : "as given", launch.skew, launch.rangeFiltering, launch.warps, launch.ranges,
                    ms, once > 0.3 ? " (one run)" : "");
            fflush(stdout);
            expect(g.name, name, sumsOf(result.byEdge).checksum, checksum);
        };
        const SeedLaunch plain;
        measure("BMP", plain, true);
        SeedLaunch unfiltered;
        unfiltered.rangeFiltering = false;
        measure("BMP", unfiltered, true);
        for (int warps : {1, 2, 8, 16, 32}) {
            SeedLaunch launch;
            launch.warps = warps;
            measure("BMP", launch, true);
        }
        SeedLaunch passes;
        passes.ranges = 3;
        measure("BMP", passes, true);
        if (!relabel) {
            measure("MPS", plain, false);
            for (u32 skew : {5u, 1000000000u}) {
                SeedLaunch launch;
                launch.skew = skew;
                measure("MPS", launch, false);
            }
            SeedLaunch wide;
            wide.warps = 32;
            measure("MPS", wide, false);
            measure("MPS", passes, false);
        }
    }
}

/** How long MPS and BMP take to end when they are told to, in the middle of hubs, which come first in a relabelled graph. */
static void checkStop(const UnipartiteGraph& g) {
    Triangles t;
    t.allocate(g);
    t.prepare(g);
    const UnipartiteGraph ranked = relabelled(g, t.rankOf);
    for (bool bitmaps : {false, true}) {
        for (int warps : {4, 32}) {
            SeedLaunch launch;
            launch.warps = warps;
            SeedCounter counter(ranked, launch);
            const double ms = counter.msToStop(bitmaps, 50);
            printf("%s %s, %d warps: stopped in %.2f ms\n", g.name.c_str(), bitmaps ? "BMP" : "MPS", warps, ms);
            expect(g.name, "stopped while it ran, within half a second", ms >= 0 && ms < 500, 1);
        }
    }
}

struct Wanted {
    bool sweep = false, seed = false, passes = false, quarter = false;
};

/** Memory of the host that the device copies from and to at full speed. */
class PinnedInts {
public:
    explicit PinnedInts(u64 size) : size_(size) { CUDA(cudaMallocHost(&data_, size * 4)); }
    explicit PinnedInts(const Array<u32>& copied) : PinnedInts(copied.size()) {
        CUDA(cudaMemcpy(data_, copied.get(), size_ * 4, cudaMemcpyDeviceToHost));
    }
    PinnedInts(const PinnedInts&) = delete;
    ~PinnedInts() { cudaFreeHost(data_); }
    u32* get() const { return data_; }
    void copyTo(Array<u32>& array) const {
        array.resize(size_);
        CUDA(cudaMemcpy(array.get(), data_, size_ * 4, cudaMemcpyHostToDevice));
    }

private:
    u32* data_ = nullptr;
    u64 size_;
};

/**
 * Counts with the oriented graph and the counts on the host, and a quarter of what the graph takes, both directions, on the
 * device. The device has nothing else meanwhile.
 */
static void checkQuarter(UnipartiteGraph& g, Triangles& t, NeighborsCounter& counter, u64 checksum) {
    const u64 budget = (8 * (g.count + 1ull) + 8 * g.edgeCount) / 4;
    const std::vector<u64> offsets = t.offsets.host();
    PinnedInts neighbors(t.neighbors), edges(t.edges), counts(t.edgeCount);
    memset(counts.get(), 0, t.edgeCount * 4);
    for (Array<u32>* array : {&g.neighbors, &t.neighbors, &t.edges, &t.rankOf, &t.vertexRanks, &counter.counts,
                 &counter.byEdge}) {
        *array = Array<u32>();
    }
    for (Array<u64>* array : {&g.offsets, &t.edgeStarts, &t.incomingStarts, &t.incoming, &t.sideStarts}) {
        *array = Array<u64>();
    }
    const u64 fixed = deviceBytes + 8 * (g.count + 1ull) + (2 << 20);  // starts; sorting
    mostDeviceBytes = deviceBytes;
    double begin = seconds();
    counter.countInPasses(
            t, offsets, (budget - fixed) / NeighborsCounter::BYTES_PER_SLOT, neighbors.get(), counts.get());
    CUDA(cudaDeviceSynchronize());
    printf("  in %u passes with %zu of %llu bytes of the device: %.0f ms\n", counter.passes, mostDeviceBytes, budget,
            (seconds() - begin) * 1e3);
    expect(g.name, "within the budget", mostDeviceBytes <= budget, 1);
    counts.copyTo(counter.counts);
    edges.copyTo(t.edges);
    counter.byEdge.resize(t.edgeCount);
    counter.toEdges(t);
    expect(g.name, "checksum with a quarter", sumsOf(counter.byEdge).checksum, checksum);
}

static std::vector<NeighborsLaunch> launches(bool sweep, u32 heavyDegrees) {
    std::vector<NeighborsLaunch> all(1);
    for (u32 heavyIndex = 1; sweep && heavyIndex < heavyDegrees; heavyIndex++) {
        for (int threads : {64, 128, 256}) {
            for (u32 bits : {16u, 17u}) {
                NeighborsLaunch launch;
                launch.heavyIndex = heavyIndex;
                launch.warpCapacity = heavyIndex == 1 ? 512 : 2048;
                launch.threads = threads;
                launch.bitmapRanks = 1u << bits;
                all.push_back(launch);
            }
        }
    }
    return all;
}

static void bench(UnipartiteGraph g, u64 stride, const Wanted& wanted, const Sums* known) {
    Triangles t;
    if (wanted.sweep) {
        t.heavyDegrees = {256, 128, 512};
    }
    t.allocate(g);
    const bool large = g.edgeCount > 100000000;
    double prepMs = medianMs(large ? 1 : 7, [&] { t.prepare(g); });
    t.freeScratch();
    u64 pairs = lookups(t);
    printf("%-18s n %u m %llu dmax %u look-ups %llu heavy %llu prep %.3f ms\n", g.name.c_str(), g.count, g.edgeCount,
            t.maxDegree, pairs, t.heavy.host()[0], prepMs);
    Sums first;
    bool isFirst = true;
    for (auto& launch : launches(wanted.sweep, (u32)t.heavyDegrees.size())) {
        NeighborsCounter counter;
        counter.allocate(t, launch);
        const bool once = large && !isFirst;
        double parts[3] = {};
        for (int part = 0; part < 3 && !once; part++) {
            parts[part] = medianMs(1, [&] { counter.count(t, part); });
        }
        double ms = medianMs(once ? 0 : 7, [&] { counter.count(t); });
        counter.byEdge.resize(t.edgeCount);
        double backMs = isFirst ? medianMs(3, [&] { counter.toEdges(t); }) : medianMs(0, [&] { counter.toEdges(t); });
        Sums s = sumsOf(counter.byEdge);
        printf("  heavy %u threads %d ranks %u counters %u capacity %u/%u: %.3f ms (%.3f %.3f %.3f) %.1f G/s edges %.3f ms\n",
                t.heavyDegrees[launch.heavyIndex], launch.threads, launch.bitmapRanks, launch.counters, launch.capacity,
                launch.warpCapacity, ms, parts[0], parts[1], parts[2], pairs / ms * 1e-6, backMs);
        fflush(stdout);
        if (isFirst) {
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
            if (wanted.passes) {
                double begin = seconds();
                counter.counts.zero();
                counter.countInPasses(t, t.offsets.host(), g.edgeCount / 29, t.neighbors.get(), counter.counts.get());
                counter.toEdges(t);
                CUDA(cudaDeviceSynchronize());
                printf("  in %u passes: %.0f ms\n", counter.passes, (seconds() - begin) * 1e3);
                expect(g.name, "checksum in passes", sumsOf(counter.byEdge).checksum, first.checksum);
            }
            fflush(stdout);
        }
        expect(g.name, "checksum", s.checksum, first.checksum);
        if (isFirst && wanted.quarter) {
            checkQuarter(g, t, counter, first.checksum);
            return;
        }
        isFirst = false;
    }
    if (wanted.seed) {
        benchSeed(g, t, first.checksum);
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
    checkSmall(rmatGraph(5, 6, GRAPH500, 3));
    if (!tiny) {
        checkSmall(cliqueGraph(2));
        checkSmall(cliqueGraph(40));
        checkSmall(rmatGraph(7, 8, GRAPH500, 3));
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
        } else if (!strcmp(argv[i], "--stop")) {
            checkStop(rmatGraph(24, 16, GRAPH500, 1));
        } else if (!strcmp(argv[i], "--tiny-seed")) {
            const UnipartiteGraph g = rmatGraph(5, 6, GRAPH500, 3);
            Triangles t;
            t.allocate(g);
            t.prepare(g);
            checkSeedSmall(g, t, byDefinition(g), true);
            printf("MPS and BMP of %s\n", g.name.c_str());
        } else if (!strcmp(argv[i], "--rmat") && i + 3 < argc) {
            const Quadrants& shares = !strcmp(argv[i + 3], "social") ? SOCIAL : GRAPH500;
            UnipartiteGraph g = rmatGraph(atoi(argv[i + 1]), atoi(argv[i + 2]), shares, 1);
            Wanted wanted;
            for (i += 4; i < argc; i++) {
                wanted.sweep |= !strcmp(argv[i], "sweep");
                wanted.seed |= !strcmp(argv[i], "seed");
                wanted.passes |= !strcmp(argv[i], "passes");
                wanted.quarter |= !strcmp(argv[i], "quarter");
            }
            const u64 stride = g.edgeCount < 5000000 ? 1 : g.edgeCount / 2000000;
            bench(std::move(g), stride, wanted, nullptr);
        } else {
            for (const Known& known : KNOWN) {
                Wanted wanted;
                wanted.seed = wanted.passes = true;
                bench(readUnipartite(std::string(argv[i]) + "/" + known.name + ".el"), 1, wanted,
                        known.sums.sum > 0 ? &known.sums : nullptr);
            }
        }
    }
    printf("%s, %d mismatches, %.1f s\n", failures == 0 ? "PASS" : "FAIL", failures, seconds() - begin);
    return failures == 0 ? 0 : 1;
}
