// The launch sequence of README.md, section 5: maximal bicliques.
#pragma once
#include <map>
#include "pipeline.cuh"

struct MaximalLimits {
    u32 minLeft = 1, maxLeft = NONE, minRight = 1, maxRight = NONE;
};

struct MaximalOptions {
    bool cumbe = false;
    int side = -1;  // 1: roots are left, 0: right, -1: by the estimate
    u32 wanted = 0;
    u32 techniques = 63;
    MaximalLimits limits;
    u64 threshold = 0;
    u64 poolWords = 1ull << 29;
    u64 hubWords = 1ull << 26;
    u32 arenaWords = 1 << 16;
    u32 ringCount = 1 << 13;
    u32 ringWords = 1 << 10;
    u32 leastShared = 1 << 6;
    u64 sparseRatio = 2;
    u64 branchCount = 1 << 20;
    u64 listWords = 1 << 24;
    u64 outputWords = 1 << 22;
    u64 sizeCapacity = 1 << 20;
    u64 arrayBytes = 8ull << 30;  // of all blocks together
    u64 nanos = 100000000;
    int mostBlocks = 0;  // 0: as many as fit
};

typedef std::vector<u32> Biclique;  // left size, right size, left, right: ascending

struct MaximalResult {
    u64 total = 0, nodes = 0, failed = 0, hubs = 0;
    std::map<std::pair<u32, u32>, u64> sizes;
    std::vector<u64> perVertex;
    bool rootsAreLeft = false;
    double busyRatio = 0;
    int launches = 0, rounds = 0, workers = 0;
    double millis = 0;  // from the ranked graph to the end of the search
    u64 frames = 0, poolUsed = 0, branches = 0, listed = 0;
    double frameMillis = 0, treeMillis = 0, hubMillis = 0;
};

/** What a search needs on the device. */
class MaximalSearch {
public:
    MaximalSearch(const Graph& g, const Ranked& r, const MaximalOptions& options)
        : g(g), r(r), o(options), n(r.count), control(MOTIF_MAXIMAL_CONTROL_WORDS), limits(4), vertexOf(n),
          sizes(2 * o.sizeCapacity), perVertex(o.wanted & 6 ? n : 0),
          output(o.wanted & MOTIF_MAXIMAL_WANT_MEMBERS ? o.outputWords : 0) {
        CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
        frameGrid = grid(maximal_frames_per_block, o.cumbe ? 0 : 8ull * n);
        treeGrid = grid(maximal_subtrees_per_warp, 0);
        wordsPerBlock = (u64)MOTIF_CUMBE_ARRAYS * n + (r.maxDegree + 4ull) * MOTIF_CUMBE_LEVEL_WORDS;
        cumbeGrid = grid(maximal_cumbe_subtrees_per_block, 4 * wordsPerBlock);
        if (!o.cumbe) {
            counts.resize((u64)frameGrid * n);
            counts.zero();  // searches leave it so
            touched.resize((u64)frameGrid * n);
            waiting.resize(frameGrid);
            pool.resize(o.poolWords);
            frames.resize((n + o.branchCount) * MOTIF_MAXIMAL_FRAME_WORDS);
            branches.resize(o.branchCount * MOTIF_MAXIMAL_BRANCH_WORDS);
            lists.resize(o.listWords);
            hubs.resize((n + o.branchCount) * MOTIF_MAXIMAL_BRANCH_WORDS);
            warpStates.resize((u64)treeGrid * warps * MOTIF_MAXIMAL_WARP_WORDS);
            arenas.resize((u64)treeGrid * warps * o.arenaWords);
            ring.resize((u64)o.ringCount * o.ringWords);
        }
        allocateCumbe();
    }

    /** @param take gets each record of the output: root side or not as in the graph */
    MaximalResult run(const std::function<void(const u32*)>& take = nullptr) {
        result = MaximalResult();
        taker = take;
        control.zero();
        sizes.zero();
        perVertex.zero();
        cudaEvent_t begin, end;
        CUDA(cudaEventCreate(&begin));
        CUDA(cudaEventCreate(&end));
        CUDA(cudaEventRecord(begin));
        search();
        CUDA(cudaEventRecord(end));
        CUDA(cudaEventSynchronize(end));
        float ms;
        CUDA(cudaEventElapsedTime(&ms, begin, end));
        result.millis = ms;
        readResult();
        return result;
    }

private:
    static constexpr int warps = MOTIF_MAXIMAL_THREADS / 32;

    template <class Kernel>
    int grid(Kernel kernel, u64 bytesPerBlock) {
        int blocks = residentBlocks(kernel, MOTIF_MAXIMAL_THREADS, 0);
        if (o.mostBlocks > 0) {
            blocks = std::min(blocks, o.mostBlocks);
        }
        return bytesPerBlock == 0 ? blocks : (int)std::max<u64>(1, std::min<u64>(blocks, o.arrayBytes / bytesPerBlock));
    }

    void allocateCumbe() {
        arrays.resize((u64)cumbeGrid * wordsPerBlock);
        arrays.zero();  // searches leave zero what must be zero
        blockStates.resize((u64)cumbeGrid * MOTIF_MAXIMAL_BLOCK_WORDS);
    }

    void search() {
        maximal_costs_per_vertex<<<processors * 8, 256>>>(r.offsets.get(), r.neighbors.get(), r.rankOf.get(), n,
                g.leftCount, vertexOf.get(), control.get());
        readControl();
        result.rootsAreLeft = o.side >= 0 ? o.side == 1 : host[MOTIF_MAXIMAL_COST_LEFT] < host[MOTIF_MAXIMAL_COST_RIGHT];
        std::vector<u32> l = {o.limits.minRight, o.limits.maxRight, o.limits.minLeft, o.limits.maxLeft};
        if (!result.rootsAreLeft) {
            std::swap(l[0], l[2]);
            std::swap(l[1], l[3]);
        }
        CUDA(cudaMemcpy(limits.get(), l.data(), 16, cudaMemcpyHostToDevice));
        set(MOTIF_MAXIMAL_THRESHOLD, o.threshold);
        if (o.cumbe) {
            searchCumbe(nullptr, n);
        } else {
            searchBitmap();
        }
    }

    void searchBitmap() {
        waiting.zero();
        warpStates.zero();
        set(MOTIF_MAXIMAL_CLAIM_END, n);
        bool allFramed = false;
        while (!allFramed && host[MOTIF_MAXIMAL_FAILED] == 0) {
            result.rounds++;
            set(MOTIF_MAXIMAL_POOL_USED, 0);
            set(MOTIF_MAXIMAL_FRAMES, 0);
            set(MOTIF_MAXIMAL_FRAMES_CLAIMED, 0);
            set(MOTIF_MAXIMAL_HEAD, 0);
            set(MOTIF_MAXIMAL_TAIL, 0);
            set(MOTIF_MAXIMAL_DONE, 0);
            ring.zero();
            do {
                timed(result.frameMillis, [&] {
                    maximal_frames_per_block<<<frameGrid, MOTIF_MAXIMAL_THREADS>>>(r.offsets.get(), r.neighbors.get(),
                            vertexOf.get(), n, g.leftCount, result.rootsAreLeft, limits.get(), control.get(), sizes.get(),
                            o.sizeCapacity, o.wanted, perVertex.get(), output.get(), o.outputWords, o.nanos,
                            counts.get(), touched.get(), waiting.get(), pool.get(), o.poolWords, frames.get(),
                            branches.get(), o.branchCount, lists.get(), o.listWords, hubs.get(), o.hubWords, o.arenaWords,
                            o.sparseRatio);
                });
                allFramed = host[MOTIF_MAXIMAL_STOP] == 0 && !claimListed();
            } while (!allFramed && host[MOTIF_MAXIMAL_POOL_USED] <= o.poolWords && host[MOTIF_MAXIMAL_FAILED] == 0);
            result.frames += host[MOTIF_MAXIMAL_FRAMES];
            result.poolUsed += host[MOTIF_MAXIMAL_POOL_USED];
            do {
                timed(result.treeMillis, [&] {
                    maximal_subtrees_per_warp<<<treeGrid, MOTIF_MAXIMAL_THREADS>>>(r.offsets.get(), r.neighbors.get(),
                            vertexOf.get(), n, g.leftCount, result.rootsAreLeft, limits.get(), control.get(), sizes.get(),
                            o.sizeCapacity, o.wanted, perVertex.get(), output.get(), o.outputWords, o.nanos, pool.get(),
                            o.poolWords, frames.get(), warpStates.get(), arenas.get(), o.arenaWords, ring.get(),
                            o.ringCount, o.ringWords, o.leastShared);
                });
            } while (host[MOTIF_MAXIMAL_DONE] == 0 && host[MOTIF_MAXIMAL_FAILED] == 0);
        }
        busyRatio(warpStates, MOTIF_MAXIMAL_WARP_WORDS, 2);
        result.hubs = host[MOTIF_MAXIMAL_HUBS];
        result.branches = host[MOTIF_MAXIMAL_BRANCHES];
        result.listed = host[MOTIF_MAXIMAL_LISTED];
        if (result.hubs > 0) {
            searchCumbe(hubs.get(), result.hubs);
        }
    }

    /** Leaves the branches listed by the last launch to the next one. False when there are none. */
    bool claimListed() {
        u64 end = n + host[MOTIF_MAXIMAL_BRANCHES], before = host[MOTIF_MAXIMAL_CLAIM_END];
        set(MOTIF_MAXIMAL_CLAIMED, before);
        set(MOTIF_MAXIMAL_CLAIM_END, end);
        return end > before;
    }

    void searchCumbe(const u64* branches, u64 branchCount) {
        blockStates.zero();
        set(MOTIF_MAXIMAL_CLAIMED, 0);
        do {
            timed(o.cumbe ? result.treeMillis : result.hubMillis, [&] {
                maximal_cumbe_subtrees_per_block<<<cumbeGrid, MOTIF_MAXIMAL_THREADS>>>(r.offsets.get(),
                        r.neighbors.get(), vertexOf.get(), n, g.leftCount, result.rootsAreLeft, limits.get(),
                        control.get(), sizes.get(), o.sizeCapacity, o.wanted, perVertex.get(), output.get(),
                        o.outputWords, o.nanos, branches, branchCount, arrays.get(), wordsPerBlock, blockStates.get(),
                        o.techniques);
            });
        } while (host[MOTIF_MAXIMAL_STOP] != 0 && host[MOTIF_MAXIMAL_FAILED] == 0);
        if (o.cumbe) {
            busyRatio(blockStates, MOTIF_MAXIMAL_BLOCK_WORDS, 5);
        }
    }

    /** One launch, and what it has put out. */
    template <class Launches>
    void timed(double& millis, Launches launch) {
        set(MOTIF_MAXIMAL_STOP, 0);
        set(MOTIF_MAXIMAL_OUTPUT_USED, 0);
        set(MOTIF_MAXIMAL_OUTPUT_END, o.outputWords);
        timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        launch();
        CUDA(cudaGetLastError());
        result.launches++;
        readControl();
        clock_gettime(CLOCK_MONOTONIC, &b);
        millis += (b.tv_sec - a.tv_sec) * 1e3 + (b.tv_nsec - a.tv_nsec) * 1e-6;
        if (o.wanted & MOTIF_MAXIMAL_WANT_MEMBERS) {
            u64 end = std::min(host[MOTIF_MAXIMAL_OUTPUT_USED], host[MOTIF_MAXIMAL_OUTPUT_END]);
            std::vector<u32> words = output.host(end);
            for (u64 at = 0; at < end; at += 2ull + words[at] + words[at + 1]) {
                if (taker) {
                    taker(&words[at]);
                }
            }
        }
    }

    void busyRatio(Array<u64>& states, u32 words, u32 at) {
        u64 sum = 0, most = 1;
        std::vector<u64> all = states.host();
        for (u64 i = at; i < all.size(); i += words) {
            sum += all[i];
            most = std::max(most, all[i]);
        }
        result.workers = (int)(all.size() / words);
        result.busyRatio = (double)sum / ((double)most * result.workers);
    }

    void set(u32 word, u64 value) { CUDA(cudaMemcpyAsync(control.get() + word, &value, 8, cudaMemcpyHostToDevice)); }
    void readControl() { host = control.host(); }

    void readResult() {
        readControl();
        result.nodes = host[MOTIF_MAXIMAL_NODES];
        result.failed = host[MOTIF_MAXIMAL_FAILED];
        std::vector<u64> table = sizes.host();
        for (u64 i = 0; i < o.sizeCapacity; i++) {
            if (table[i] != 0) {
                result.sizes[{(u32)(table[i] >> 32), (u32)table[i]}] = table[o.sizeCapacity + i];
                result.total += table[o.sizeCapacity + i];
            }
        }
        result.perVertex = perVertex.host();
    }

    const Graph& g;
    const Ranked& r;
    MaximalOptions o;
    u32 n;
    int processors = 0, frameGrid = 0, treeGrid = 0, cumbeGrid = 0;
    u64 wordsPerBlock = 0;
    Array<u64> control;
    Array<u32> limits, vertexOf;
    Array<u64> sizes, perVertex;
    Array<u32> output, counts, touched, lists, arrays;
    Array<u64> waiting, pool, frames, branches, hubs, warpStates, arenas, ring, blockStates;
    std::vector<u64> host;
    MaximalResult result;
    std::function<void(const u32*)> taker;
};
