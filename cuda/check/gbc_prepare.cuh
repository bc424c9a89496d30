// What GbcGraph.java makes of a graph, slowly and on one thread: two-hop neighbors, priority, rows of words.
#pragma once
#include "reference.cuh"

/** Rows of a set each, as sorted elements. */
typedef std::vector<std::vector<u32>> Lists;

struct Anchored {
    u32 size, least;          // vertices to choose in the anchor layer, common neighbors they need
    Lists neighbors, twoHops; // by anchor vertex; twoHops are later in the order of priority
    u32 otherCount;

    Anchored(const HostGraph& g, bool left, u32 p, u32 q, bool byDegree)
        : size(left ? p : q), least(left ? q : p), otherCount(left ? g.rightCount : g.leftCount) {
        const Lists mine = lists(left ? g.leftOffsets : g.rightOffsets, left ? g.leftNeighbors : g.rightNeighbors);
        const Lists other = lists(left ? g.rightOffsets : g.leftOffsets, left ? g.rightNeighbors : g.leftNeighbors);
        const std::vector<u32> label = labels(mine, byDegree), otherLabel = labels(other, byDegree);
        neighbors.resize(mine.size());
        twoHops.resize(mine.size());
        Lists hops(mine.size());
        std::vector<u32> shared(mine.size());
        for (u32 u = 0; u < mine.size(); u++) {
            std::vector<u32> touched;
            for (u32 v : mine[u]) {
                neighbors[label[u]].push_back(otherLabel[v]);
                for (u32 w : other[v]) {
                    if (shared[w]++ == 0) {
                        touched.push_back(w);
                    }
                }
            }
            for (u32 w : touched) {
                if (w != u && shared[w] >= least) {
                    hops[label[u]].push_back(label[w]);
                }
                shared[w] = 0;
            }
            std::sort(neighbors[label[u]].begin(), neighbors[label[u]].end());
        }
        for (u32 u = 0; u < hops.size(); u++) {
            for (u32 w : hops[u]) {
                if (std::make_pair(hops[u].size(), u) < std::make_pair(hops[w].size(), w)) {
                    twoHops[u].push_back(w);
                }
            }
            std::sort(twoHops[u].begin(), twoHops[u].end());
        }
    }

    static Lists lists(const std::vector<u64>& offsets, const std::vector<u32>& neighbors) {
        Lists rows(offsets.size() - 1);
        for (u32 u = 0; u < rows.size(); u++) {
            rows[u].assign(neighbors.begin() + offsets[u], neighbors.begin() + offsets[u + 1]);
        }
        return rows;
    }

    /** New ids: the same, or by descending degree. */
    static std::vector<u32> labels(const Lists& rows, bool byDegree) {
        std::vector<u32> order(rows.size()), label(rows.size());
        std::iota(order.begin(), order.end(), 0u);
        if (byDegree) {
            std::stable_sort(order.begin(), order.end(), [&](u32 x, u32 y) { return rows[x].size() > rows[y].size(); });
        }
        for (u32 i = 0; i < order.size(); i++) {
            label[order[i]] = i;
        }
        return label;
    }
};

/** Rows on the device, as elements or as nonzero words. */
struct DeviceSets {
    Array<u64> offsets;
    Array<u32> index, bits;
    u64 words = 0;
    u32 longest = 1;

    DeviceSets(const Lists& rows, bool bitmaps) {
        std::vector<u64> starts = {0};
        std::vector<u32> indexes, values;
        for (const auto& row : rows) {
            for (u32 x : row) {
                if (!bitmaps) {
                    indexes.push_back(x);
                } else if (indexes.size() > starts.back() && indexes.back() == x / 32) {
                    values.back() |= 1u << x % 32;
                } else {
                    indexes.push_back(x / 32);
                    values.push_back(1u << x % 32);
                }
            }
            longest = std::max<u32>(longest, indexes.size() - starts.back());
            starts.push_back(indexes.size());
        }
        words = indexes.size();
        offsets = Array<u64>(starts);
        index = Array<u32>(indexes);
        bits = Array<u32>(values);
    }
};
