// Butterflies by definition, from one side and without ranks; and the ranked graph by sorting.
#pragma once
#include <numeric>
#include "graphs.cuh"

struct HostGraph {
    u32 leftCount, rightCount;
    std::vector<u64> leftOffsets, rightOffsets;
    std::vector<u32> leftNeighbors, rightNeighbors;

    explicit HostGraph(const Graph& g)
        : leftCount(g.leftCount), rightCount(g.rightCount), leftOffsets(g.leftOffsets.host()),
          rightOffsets(g.rightOffsets.host()), leftNeighbors(g.leftNeighbors.host()),
          rightNeighbors(g.rightNeighbors.host()) {}
};

struct Reference {
    u64 total = 0;
    std::vector<u64> vertices;  // left, then right
    std::vector<u64> edges;     // by left slot

    /** B(u) = sum over w of C(c(u,w), 2); B(u,v) = sum over w in N(v) \ {u} of (c(u,w) - 1). */
    explicit Reference(const HostGraph& g) : vertices(g.leftCount + (u64)g.rightCount), edges(g.leftNeighbors.size()) {
        std::vector<u64> common(g.leftCount, 0);
        for (u32 u = 0; u < g.leftCount; u++) {
            for (u64 i = g.leftOffsets[u]; i < g.leftOffsets[u + 1]; i++) {
                u32 v = g.leftNeighbors[i];
                for (u64 j = g.rightOffsets[v]; j < g.rightOffsets[v + 1]; j++) {
                    common[g.rightNeighbors[j]]++;
                }
            }
            common[u] = 0;
            u64 doubled = 0;
            for (u64 i = g.leftOffsets[u]; i < g.leftOffsets[u + 1]; i++) {
                u32 v = g.leftNeighbors[i];
                u64 ofEdge = 0;
                for (u64 j = g.rightOffsets[v]; j < g.rightOffsets[v + 1]; j++) {
                    u32 w = g.rightNeighbors[j];
                    ofEdge += w == u ? 0 : common[w] - 1;
                }
                edges[i] = ofEdge;
                doubled += ofEdge;
                vertices[g.leftCount + (u64)v] += ofEdge;
            }
            vertices[u] = doubled / 2;
            total += doubled / 2;
            for (u64 i = g.leftOffsets[u]; i < g.leftOffsets[u + 1]; i++) {
                u32 v = g.leftNeighbors[i];
                for (u64 j = g.rightOffsets[v]; j < g.rightOffsets[v + 1]; j++) {
                    common[g.rightNeighbors[j]] = 0;
                }
            }
        }
        total /= 2;
        for (u32 r = 0; r < g.rightCount; r++) {
            vertices[g.leftCount + (u64)r] /= 2;
        }
    }
};

/** RankedGraph.java, slowly. */
struct RankedReference {
    std::vector<u32> rankOf, neighbors;
    std::vector<u64> offsets, wedges;

    explicit RankedReference(const HostGraph& g) {
        u32 count = g.leftCount + g.rightCount;
        auto begin = [&](u32 x) { return x < g.leftCount ? g.leftOffsets[x] : g.rightOffsets[x - g.leftCount]; };
        auto end = [&](u32 x) { return x < g.leftCount ? g.leftOffsets[x + 1] : g.rightOffsets[x - g.leftCount + 1]; };
        std::vector<u32> order(count);
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [&](u32 x, u32 y) {
                return end(x) - begin(x) > end(y) - begin(y); });
        rankOf.resize(count);
        for (u32 k = 0; k < count; k++) {
            rankOf[order[k]] = k;
        }
        offsets.push_back(0);
        for (u32 x : order) {
            for (u64 i = begin(x); i < end(x); i++) {
                neighbors.push_back(rankOf[x < g.leftCount ? g.leftCount + g.leftNeighbors[i] : g.rightNeighbors[i]]);
            }
            std::sort(neighbors.begin() + offsets.back(), neighbors.end());
            offsets.push_back(neighbors.size());
        }
        for (u32 u = 0; u < count; u++) {
            u64 sum = 0;
            for (u64 i = offsets[u]; i < offsets[u + 1]; i++) {
                u32 v = neighbors[i];
                auto from = neighbors.begin() + offsets[v];
                sum += std::lower_bound(from, neighbors.begin() + offsets[v + 1], std::min(u, v)) - from;
            }
            wedges.push_back(sum);
        }
    }
};
