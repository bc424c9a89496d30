// Graphs to check with, as a bipartite CSR of both sides on the device.
#pragma once
#include <cub/cub.cuh>
#include <cmath>
#include <string>
#include <utility>
#include "device.cuh"

struct Graph {
    std::string name;
    u32 leftCount = 0, rightCount = 0;
    u64 edgeCount = 0;
    Array<u64> leftOffsets, rightOffsets;
    Array<u32> leftNeighbors, rightNeighbors;
};

__global__ void graphRows(const u64* edges, u64 count, u32 rows, u64* offsets, u32* neighbors) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i <= count; i += (u64)gridDim.x * blockDim.x) {
        u32 row = i < count ? (u32)(edges[i] >> 32) : rows;
        u32 before = i > 0 ? (u32)(edges[i - 1] >> 32) + 1 : 0;
        for (u32 r = before; r <= row; r++) {
            offsets[r] = i;
        }
        if (i < count) {
            neighbors[i] = (u32)edges[i];
        }
    }
}

__global__ void graphSwap(u64* edges, u64 count) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        edges[i] = edges[i] << 32 | edges[i] >> 32;
    }
}

__host__ __device__ inline u64 splitMix(u64 x) {
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

/** Edge i joins floor(leftCount x^skew) and floor(rightCount y^skew), x and y uniform: the prototype's distribution. */
__global__ void graphPowerLaw(u64* edges, u64 count, u32 leftCount, u32 rightCount, double skew, u64 seed) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        double x = (splitMix(seed + 2 * i) >> 11) * 0x1p-53, y = (splitMix(seed + 2 * i + 1) >> 11) * 0x1p-53;
        u32 l = (u32)(leftCount * pow(x, skew)), r = (u32)(rightCount * pow(y, skew));
        edges[i] = (u64)min(l, leftCount - 1) << 32 | min(r, rightCount - 1);
    }
}

/** Shares of the quadrants of R-MAT but the last one. */
struct Quadrants {
    double a, b, c;
};

static constexpr Quadrants GRAPH500 = {0.57, 0.19, 0.19};
/** Less skew: the degrees of a social network. */
static constexpr Quadrants SOCIAL = {0.45, 0.22, 0.22};

/** A permutation of `bits`-bit numbers. */
__device__ inline u64 scrambled(u64 x, u32 bits) {
    const u64 mask = (1ull << bits) - 1;
    for (int round = 0; round < 2; round++) {
        x = (x * 0x9E3779B97F4A7C15ull) & mask;
        x ^= x >> ((bits + 1) / 2);
    }
    return x;
}

/** R-MAT with permuted ids: edges smaller << 32 | larger, with loops and duplicates. */
__global__ void graphRmat(u64* edges, u64 count, u32 scale, Quadrants q, u64 seed) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        u64 u = 0, v = 0, state = splitMix(seed ^ splitMix(i));
        for (u32 level = 0; level < scale; level++) {
            state = splitMix(state);
            double x = (state >> 11) * 0x1p-53;
            u = 2 * u + (x >= q.a + q.b);
            v = 2 * v + ((x >= q.a && x < q.a + q.b) || x >= q.a + q.b + q.c);
        }
        u = scrambled(u, scale);
        v = scrambled(v, scale);
        edges[i] = min(u, v) << 32 | max(u, v);
    }
}

inline void sortEdges(Array<u64>& edges, Array<u64>& other, u64 count) {
    size_t bytes = 0;
    CUDA(cub::DeviceRadixSort::SortKeys(nullptr, bytes, edges.get(), other.get(), count));
    Array<char> temporary(bytes);
    CUDA(cub::DeviceRadixSort::SortKeys(temporary.get(), bytes, edges.get(), other.get(), count));
    edges.swap(other);
}

/** From edges left << 32 | right in any order, duplicates allowed. */
inline Graph graphOf(std::string name, u32 leftCount, u32 rightCount, Array<u64> edges) {
    Graph g;
    g.name = std::move(name);
    g.leftCount = leftCount;
    g.rightCount = rightCount;
    Array<u64> other(edges.size());
    sortEdges(edges, other, edges.size());
    Array<u64> distinct(1);
    size_t bytes = 0;
    CUDA(cub::DeviceSelect::Unique(nullptr, bytes, edges.get(), other.get(), distinct.get(), edges.size()));
    Array<char> temporary(bytes);
    CUDA(cub::DeviceSelect::Unique(temporary.get(), bytes, edges.get(), other.get(), distinct.get(), edges.size()));
    edges.swap(other);
    g.edgeCount = distinct.host()[0];
    g.leftOffsets.resize(leftCount + 1ull);
    g.leftNeighbors.resize(g.edgeCount);
    g.rightOffsets.resize(rightCount + 1ull);
    g.rightNeighbors.resize(g.edgeCount);
    graphRows<<<2048, 256>>>(edges.get(), g.edgeCount, leftCount, g.leftOffsets.get(), g.leftNeighbors.get());
    graphSwap<<<2048, 256>>>(edges.get(), g.edgeCount);
    sortEdges(edges, other, g.edgeCount);
    graphRows<<<2048, 256>>>(edges.get(), g.edgeCount, rightCount, g.rightOffsets.get(), g.rightNeighbors.get());
    CUDA(cudaDeviceSynchronize());
    return g;
}

inline Graph graphOf(std::string name, u32 leftCount, u32 rightCount, const std::vector<std::pair<u32, u32>>& pairs) {
    std::vector<u64> edges;
    for (auto& [l, r] : pairs) {
        edges.push_back((u64)l << 32 | r);
    }
    return graphOf(std::move(name), leftCount, rightCount, Array<u64>(edges));
}

inline Graph completeGraph(u32 a, u32 b) {
    std::vector<std::pair<u32, u32>> edges;
    for (u32 l = 0; l < a; l++) {
        for (u32 r = 0; r < b; r++) {
            edges.push_back({l, r});
        }
    }
    return graphOf("K(" + std::to_string(a) + "," + std::to_string(b) + ")", a, b, edges);
}

inline Graph crownGraph(u32 n) {
    std::vector<std::pair<u32, u32>> edges;
    for (u32 l = 0; l < n; l++) {
        for (u32 r = 0; r < n; r++) {
            if (l != r) {
                edges.push_back({l, r});
            }
        }
    }
    return graphOf("crown(" + std::to_string(n) + ")", n, n, edges);
}

/** A star, with vertices of degree 0 on both sides. */
inline Graph starGraph(u32 leaves) {
    std::vector<std::pair<u32, u32>> edges;
    for (u32 r = 0; r < leaves; r++) {
        edges.push_back({2, r});
    }
    return graphOf("star(" + std::to_string(leaves) + ")", 5, leaves + 3, edges);
}

inline Graph powerLawGraph(u64 drawn, u32 leftCount, u32 rightCount, double skew, u64 seed) {
    Array<u64> edges(drawn);
    graphPowerLaw<<<2048, 256>>>(edges.get(), drawn, leftCount, rightCount, skew, seed);
    char name[96];
    snprintf(name, sizeof name, "powerlaw(%llu,%u,%u,%.2f)", drawn, leftCount, rightCount, skew);
    return graphOf(name, leftCount, rightCount, std::move(edges));
}

inline Graph readGraph(const std::string& path) {
    FILE* file = fopen(path.c_str(), "r");
    u32 leftCount, rightCount;
    u64 edgeCount;
    if (file == nullptr || fscanf(file, "# bip %u %u %llu", &leftCount, &rightCount, &edgeCount) != 3) {
        printf("%s: no bipartite edge list\n", path.c_str());
        exit(2);
    }
    std::vector<std::pair<u32, u32>> edges(edgeCount);
    for (auto& [l, r] : edges) {
        if (fscanf(file, "%u %u", &l, &r) != 2) {
            printf("%s: too few edges\n", path.c_str());
            exit(2);
        }
    }
    fclose(file);
    std::string name = path.substr(path.rfind('/') + 1);
    return graphOf(name.substr(0, name.rfind('.')), leftCount, rightCount, edges);
}
