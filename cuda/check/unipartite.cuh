// Unipartite graphs to check with: both directions of every edge as CSR on the device, and the counts that are known.
#pragma once
#include <cstdint>
#include <map>
#include "graphs.cuh"

struct UniGraph {
    std::string name;
    u32 count = 0;
    u64 slots = 0;  // twice the edges
    Array<u64> offsets;
    Array<u32> neighbors;

    u64 edges() const { return slots / 2; }
};

__global__ void mirrorEdges(u64* edges, u64 count) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        const u64 edge = edges[i];
        edges[count + i] = edge << 32 | edge >> 32;
    }
}

struct IsNoLoop {
    __host__ __device__ bool operator()(u64 edge) const { return (u32)edge != (u32)(edge >> 32); }
};

/** From the first half of `edges`, in any order, with loops and duplicates. */
inline UniGraph uniGraphOf(std::string name, u32 count, Array<u64> edges) {
    UniGraph g;
    g.name = std::move(name);
    g.count = count;
    mirrorEdges<<<2048, 256>>>(edges.get(), edges.size() / 2);
    Array<u64> other(edges.size());
    sortEdges(edges, other, edges.size());
    Array<u64> found(1);
    size_t unique = 0, noLoops = 0;
    CUDA(cub::DeviceSelect::Unique(nullptr, unique, edges.get(), other.get(), found.get(), edges.size()));
    CUDA(cub::DeviceSelect::If(nullptr, noLoops, other.get(), edges.get(), found.get(), edges.size(), IsNoLoop()));
    Array<char> temporary(std::max(unique, noLoops));
    CUDA(cub::DeviceSelect::Unique(temporary.get(), unique, edges.get(), other.get(), found.get(), edges.size()));
    const u64 distinct = found.host()[0];
    CUDA(cub::DeviceSelect::If(temporary.get(), noLoops, other.get(), edges.get(), found.get(), distinct, IsNoLoop()));
    g.slots = found.host()[0];
    g.offsets.resize(count + 1ull);
    g.neighbors.resize(g.slots);
    graphRows<<<2048, 256>>>(edges.get(), g.slots, count, g.offsets.get(), g.neighbors.get());
    CUDA(cudaDeviceSynchronize());
    return g;
}

inline UniGraph uniGraphOf(std::string name, u32 count, std::vector<u64> edges) {
    edges.resize(2 * edges.size());
    return uniGraphOf(std::move(name), count, Array<u64>(edges));
}

inline u64 edgeOf(u32 u, u32 v) { return (u64)u << 32 | v; }

/** Every pair of n vertices is an edge unless `missing` says no. */
template <class Missing>
UniGraph denseGraph(std::string name, u32 n, Missing missing) {
    std::vector<u64> edges;
    for (u32 u = 0; u < n; u++) {
        for (u32 v = 0; v < u; v++) {
            if (!missing(u, v)) {
                edges.push_back(edgeOf(u, v));
            }
        }
    }
    return uniGraphOf(std::move(name), n, edges);
}

inline UniGraph completeGraph(u32 n) {
    return denseGraph("K" + std::to_string(n), n, [](u32, u32) { return false; });
}

inline UniGraph randomGraph(u32 n, double share, u64 seed) {
    char name[64];
    snprintf(name, sizeof name, "random(%u,%.2f)", n, share);
    return denseGraph(name, n, [&](u32 u, u32 v) {
        return (splitMix(seed * 1000003 + edgeOf(u, v)) >> 11) * 0x1p-53 >= share;
    });
}

/** java.util.SplittableRandom. */
struct SplittableRandom {
    u64 state;
    double next() {
        const u64 x = splitMix(state);
        state += 0x9E3779B97F4A7C15ull;
        return (x >> 11) * 0x1p-53;
    }
};

inline u64 mixedSeed(u64 z) {
    z = (z ^ (z >> 33)) * 0xff51afd7ed558ccdull;
    z = (z ^ (z >> 33)) * 0xc4ceb9fe1a85ec53ull;
    return z ^ (z >> 33);
}

/** RandomGraphs.kronecker of the benchmarks, but for the names of the vertices. */
inline UniGraph kroneckerGraph(u32 scale, u32 edgeFactor, u64 seed) {
    const u64 block = 1 << 16;  // EdgeSource.BLOCK
    std::vector<u64> edges;
    for (u64 from = 0; from < (u64)edgeFactor << scale; from += block) {
        SplittableRandom random{mixedSeed(mixedSeed(seed) + (from / block + 1) * 0x9e3779b97f4a7c15ull)};
        for (u64 i = from; i < std::min(from + block, (u64)edgeFactor << scale); i++) {
            u32 row = 0, column = 0;
            for (u32 level = 0; level < scale; level++) {
                const double x = random.next();
                row = 2 * row + (x < 0.57 + 0.19 ? 0 : 1);
                column = 2 * column + (x < 0.57 || (x >= 0.57 + 0.19 && x < 0.57 + 0.19 + 0.19) ? 0 : 1);
            }
            edges.push_back(edgeOf(row, column));
        }
    }
    return uniGraphOf("kronecker" + std::to_string(scale), 1u << scale, edges);
}

/** Both ends floor(n x^skew). */
inline UniGraph powerLawUniGraph(u64 drawn, u32 n, double skew, u64 seed) {
    Array<u64> edges(2 * drawn);
    graphPowerLaw<<<2048, 256>>>(edges.get(), drawn, n, n, skew, seed);
    char name[96];
    snprintf(name, sizeof name, "powerlaw(%llu,%u,%.2f)", drawn, n, skew);
    return uniGraphOf(name, n, std::move(edges));
}

inline UniGraph rmatUniGraph(u32 scale, u32 edgeFactor, Quadrants q, u64 seed) {
    const u64 drawn = (u64)edgeFactor << scale;
    Array<u64> edges(2 * drawn);
    graphRmat<<<4096, 256>>>(edges.get(), drawn, scale, q, seed);
    char name[96];
    snprintf(name, sizeof name, "rmat(%u,%u,%.2f)", scale, edgeFactor, q.a);
    return uniGraphOf(name, 1u << scale, std::move(edges));
}

/** A graph packed by pack_uni: vertices, edges, then for each edge in order the steps of u and v, 7 bits a byte. */
inline UniGraph packedGraph(const std::string& path) {
    FILE* file = fopen(path.c_str(), "rb");
    if (file == nullptr) {
        printf("%s: cannot be read\n", path.c_str());
        exit(2);
    }
    auto number = [&] {
        u64 x = 0;
        for (int shift = 0, byte = 0x80; byte & 0x80; shift += 7) {
            byte = fgetc(file);
            x |= (u64)(byte & 0x7f) << shift;
        }
        return x;
    };
    const u32 count = (u32)number();
    std::vector<u64> edges(number());
    u32 u = 0, v = 0;
    for (u64& edge : edges) {
        const u32 step = (u32)number();
        v = (u32)number() + (step == 0 ? v : 0);
        u += step;
        edge = edgeOf(u, v);
    }
    fclose(file);
    std::string name = path.substr(path.rfind('/') + 1);
    return uniGraphOf(name.substr(0, name.rfind('.')), count, edges);
}
