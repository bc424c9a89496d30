// Unipartite graphs to check with, as a symmetric CSR on the device.
#pragma once
#include "graphs.cuh"

struct UnipartiteGraph {
    std::string name;
    u32 count = 0;
    u64 edgeCount = 0;
    Array<u64> offsets;
    Array<u32> neighbors;
};

/** Both directions of edges smaller << 32 | larger, as row << bits | neighbor. */
__global__ void graphBothWays(const u64* edges, u64 count, u32 bits, u64* both) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        u64 u = edges[i] >> 32, v = (u32)edges[i];
        both[2 * i] = u << bits | v;
        both[2 * i + 1] = v << bits | u;
    }
}

__global__ void graphSymmetricRows(const u64* both, u64 count, u32 bits, u32 rows, u64* offsets, u32* neighbors) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i <= count; i += (u64)gridDim.x * blockDim.x) {
        u64 row = i < count ? both[i] >> bits : rows;
        u64 before = i > 0 ? (both[i - 1] >> bits) + 1 : 0;
        for (u64 r = before; r <= row; r++) {
            offsets[r] = i;
        }
        if (i < count) {
            neighbors[i] = (u32)(both[i] & ((1ull << bits) - 1));
        }
    }
}

struct IsNoLoop {
    __device__ bool operator()(u64 edge) const { return (u32)(edge >> 32) != (u32)edge; }
};

/** Rows from both directions of all edges. */
inline void rowsOf(UnipartiteGraph& g, Array<u64> both, u32 bits) {
    u64 slots = both.size();
    {
        Array<u64> other(slots);
        size_t bytes = 0;
        CUDA(cub::DeviceRadixSort::SortKeys(nullptr, bytes, both.get(), other.get(), slots, 0, 2 * bits));
        Array<char> temporary(bytes);
        CUDA(cub::DeviceRadixSort::SortKeys(temporary.get(), bytes, both.get(), other.get(), slots, 0, 2 * bits));
        CUDA(cudaDeviceSynchronize());
        both.swap(other);
    }
    g.offsets.resize(g.count + 1ull);
    g.neighbors.resize(slots);
    graphSymmetricRows<<<2048, 256>>>(both.get(), slots, bits, g.count, g.offsets.get(), g.neighbors.get());
    CUDA(cudaDeviceSynchronize());
}

/** From edges smaller << 32 | larger in any order; duplicates and self-loops are dropped. */
inline UnipartiteGraph unipartiteOf(std::string name, u32 count, Array<u64> edges) {
    UnipartiteGraph g;
    g.name = std::move(name);
    g.count = count;
    u32 bits = 1;
    while (1ull << bits < count) {
        bits++;
    }
    u64 distinct = 0;
    {
        Array<u64> other(edges.size());
        sortEdges(edges, other, edges.size());
        Array<u64> kept(1);
        const IsNoLoop proper;
        size_t bytes = 0, filterBytes = 0;
        CUDA(cub::DeviceSelect::Unique(nullptr, bytes, edges.get(), other.get(), kept.get(), edges.size()));
        CUDA(cub::DeviceSelect::If(nullptr, filterBytes, other.get(), edges.get(), kept.get(), edges.size(), proper));
        Array<char> temporary(std::max(bytes, filterBytes));
        CUDA(cub::DeviceSelect::Unique(temporary.get(), bytes, edges.get(), other.get(), kept.get(), edges.size()));
        distinct = kept.host()[0];
        CUDA(cub::DeviceSelect::If(temporary.get(), filterBytes, other.get(), edges.get(), kept.get(), distinct, proper));
        g.edgeCount = kept.host()[0];
    }
    Array<u64> both(2 * g.edgeCount);
    graphBothWays<<<2048, 256>>>(edges.get(), g.edgeCount, bits, both.get());
    CUDA(cudaDeviceSynchronize());
    edges = Array<u64>();
    rowsOf(g, std::move(both), bits);
    return g;
}

inline UnipartiteGraph unipartiteOf(std::string name, u32 count, const std::vector<std::pair<u32, u32>>& pairs) {
    std::vector<u64> edges;
    for (auto [u, v] : pairs) {
        edges.push_back((u64)std::min(u, v) << 32 | std::max(u, v));
    }
    return unipartiteOf(std::move(name), count, Array<u64>(edges));
}

inline UnipartiteGraph rmatGraph(u32 scale, u32 edgeFactor, Quadrants q, u64 seed) {
    u64 drawn = (u64)edgeFactor << scale;
    Array<u64> edges(drawn);
    graphRmat<<<4096, 256>>>(edges.get(), drawn, scale, q, seed);
    char name[96];
    snprintf(name, sizeof name, "rmat(%u,%u,%.2f)", scale, edgeFactor, q.a);
    return unipartiteOf(name, 1u << scale, std::move(edges));
}

inline UnipartiteGraph cliqueGraph(u32 n) {
    std::vector<std::pair<u32, u32>> edges;
    for (u32 u = 0; u < n; u++) {
        for (u32 v = u + 1; v < n; v++) {
            edges.push_back({u, v});
        }
    }
    return unipartiteOf("K" + std::to_string(n), n, edges);
}

/** All edges between the two sides: no triangle; and a path through the left one. */
inline UnipartiteGraph twoSidesGraph(u32 left, u32 right) {
    std::vector<std::pair<u32, u32>> edges;
    for (u32 u = 0; u < left; u++) {
        for (u32 v = 0; v < right; v++) {
            edges.push_back({u, left + v});
        }
        if (u > 0) {
            edges.push_back({u - 1, u});
        }
    }
    return unipartiteOf("sides(" + std::to_string(left) + "," + std::to_string(right) + ")", left + right + 3, edges);
}

inline UnipartiteGraph readUnipartite(const std::string& path) {
    FILE* file = fopen(path.c_str(), "r");
    u32 count;
    u64 edgeCount;
    if (file == nullptr || fscanf(file, "# uni %u %llu", &count, &edgeCount) != 2) {
        printf("%s: no unipartite edge list\n", path.c_str());
        exit(2);
    }
    std::vector<std::pair<u32, u32>> edges(edgeCount);
    for (auto& [u, v] : edges) {
        if (fscanf(file, "%u %u", &u, &v) != 2) {
            printf("%s: too few edges\n", path.c_str());
            exit(2);
        }
    }
    fclose(file);
    std::string name = path.substr(path.rfind('/') + 1);
    return unipartiteOf(name.substr(0, name.rfind('.')), count, edges);
}

__global__ void graphRelabelledSlots(
        const u64* offsets, const u32* neighbors, u32 count, const u32* rankOf, u32 bits, u64* both) {
    for (u64 u = blockIdx.x * (u64)blockDim.x + threadIdx.x; u < count; u += (u64)gridDim.x * blockDim.x) {
        for (u64 slot = offsets[u]; slot < offsets[u + 1]; slot++) {
            both[slot] = (u64)rankOf[u] << bits | rankOf[neighbors[slot]];
        }
    }
}

inline UnipartiteGraph relabelled(const UnipartiteGraph& g, const Array<u32>& rankOf) {
    UnipartiteGraph r;
    r.name = g.name;
    r.count = g.count;
    r.edgeCount = g.edgeCount;
    u32 bits = 1;
    while (1ull << bits < g.count) {
        bits++;
    }
    Array<u64> both(2 * g.edgeCount);
    graphRelabelledSlots<<<2048, 256>>>(
            g.offsets.get(), g.neighbors.get(), g.count, rankOf.get(), bits, both.get());
    rowsOf(r, std::move(both), bits);
    return r;
}
