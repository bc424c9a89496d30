// The search of graphs around roots for cliques, maximal ones or all of one size, a warp each; maximal_clique.cu tells how.
#pragma once
#include "count/branch_queue.cuh"
#include "count/leaf_histogram.cuh"
#include "group/group_output.cuh"
#include "include/bit_rows.cuh"
#include "include/kernel_abi.h"

static constexpr u32 NO_VERTEX_LEFT = 0xffffffffu;
/** Nodes between two looks at the clock and at warps that are idle. */
static constexpr u32 MAXIMAL_NODES_A_LOOK = 8;
static constexpr u32 MAXIMAL_IDLE_NANOS = 500;

/** Where the graph around a root is in the pool. */
struct RootedGraphPlace {
    u64 at;
    u32 candidates, excluded;
    u32 root;  // vertex
    u32 pad;
};
static_assert(sizeof(RootedGraphPlace) == 8 * MOTIF_MAXIMAL_CLIQUE_GRAPH_WORDS, "a place");

/** The graph around a root: its candidates, numbered from 0 on, and the excluded vertices after them. */
struct RootedGraph {
    u32 index;  // of its place
    u32 root;   // vertex
    u32 candidates, excluded, words;
    const u32* vertices;  // of the candidates
    const u32* rows;      // of candidates and excluded vertices: bits for the candidates that each is adjacent to

    /** The words in the pool. */
    __host__ __device__ static u64 wordsFor(u64 candidates, u64 excluded) {
        return candidates + (candidates + excluded) * ((candidates + 31) / 32);
    }

    __device__ __forceinline__ void open(const RootedGraphPlace* places, const u32* pool, u32 place) {
        const RootedGraphPlace& p = places[place];
        index = place;
        root = p.root;
        candidates = p.candidates;
        excluded = p.excluded;
        words = setWords(candidates);
        vertices = pool + p.at;
        rows = vertices + candidates;
    }

    __device__ __forceinline__ const u32* row(u32 x) const { return rows + (u64)x * words; }
    __device__ __forceinline__ bool adjacent(u32 x, u32 candidate) const {
        return row(x)[candidate >> 5] >> (candidate & 31) & 1;
    }
};

/** Arguments of all searches. */
struct MaximalCliqueArguments {
    const u32* __restrict__ pool;
    const u64* __restrict__ places;
    u64 graphCount;
    u32 minSize, maxSize;  // vertices of the cliques that are wanted
    u64 nanos;
    u64* state;
    u64* control;  // of the queue
    u32* stacks;   // `frames` frames of `frameWords` words a warp
    u32 frameWords, frames;
    u32* lists;  // `listWords` words a warp
    u32 listWords;
    u32* saved;  // two words a warp
    u32* queue;
    u32* queueFlags;
    u32 queueSlots, queueSlotWords;
    u32 setWords;  // of the most candidates
};

/**
 * The header of a frame; then its sets, in the order of MaximalCliqueSet. A frame whose branches are none is a node that is
 * to be looked at again. In the queue a node has a header, sets and a list of excluded vertices.
 */
enum MaximalFrameWord { MAXIMAL_GRAPH, MAXIMAL_CHOSEN_COUNT, MAXIMAL_EXCLUDED_COUNT };

/** Candidates; branches that are left; candidates that are excluded; candidates that are chosen, where this is asked for. */
enum MaximalCliqueSet { MAXIMAL_CANDIDATES, MAXIMAL_BRANCHES, MAXIMAL_EXCLUDED, MAXIMAL_CHOSEN };

/** A node of the search. */
struct MaximalCliqueNode {
    u32 size;      // of the root and the chosen candidates
    u32 count;     // candidates
    u32 outside;   // excluded vertices that are no candidates: the first ones of the list
    bool touched;  // whether an excluded vertex is adjacent to a candidate
    u32 *set, *gone, *chosen;
};

/** Counts cliques by size. */
struct MaximalSizesSink {
    static constexpr bool MAXIMAL = true, MEMBERS = false;
    static constexpr u32 MOST_PAIRS = 0xffffffffu;
    LeafHistogram histogram;

    __device__ __forceinline__ u32 leastSize() const { return 0; }

    /** 2^pairs cliques of `size` vertices. All lanes. False when the node is to come again. */
    template <class Search>
    __device__ __forceinline__ bool leaf(const Search&, u32 size, u32 pairs) const {
        if ((threadIdx.x & 31) == 0) {
            histogram.add(size, pairs, (u64)1);
        }
        return true;
    }
};

/** Counts cliques by size, and those of each vertex. */
struct MaximalVerticesSink {
    static constexpr bool MAXIMAL = true, MEMBERS = true;
    static constexpr u32 MOST_PAIRS = 40;
    MaximalSizesSink sizes;
    u64* counts;  // of each vertex
    u64* overflow;

    __device__ __forceinline__ u32 leastSize() const { return 0; }

    template <class Search>
    __device__ __forceinline__ bool leaf(const Search& search, u32 size, u32 pairs) const {
        const u64 all = 1ull << pairs;
        const MaximalCliqueNode& node = search.node;
        sizes.leaf(search, size, pairs);
        if ((threadIdx.x & 31) == 0) {
            add(search.graph.root, all);
        }
        search.forEachMember([&](u32 v, bool active, bool isCandidate) {
            const bool paired = active && isCandidate && pairs > 0 && search.degree(v) < node.count - 1;
            if (active) {
                add(search.graph.vertices[v], paired ? all / 2 : all);
            }
        });
        return true;
    }

private:
    __device__ __forceinline__ void add(u32 vertex, u64 cliques) const {
        if (atomicAdd(counts + vertex, cliques) + cliques >> 63 != 0) {
            atomicExch(overflow, 1ull);
        }
    }
};

/** Puts out maximal cliques, each as the number of its vertices and then these. */
struct MaximalListsSink {
    static constexpr bool MAXIMAL = true, MEMBERS = true;
    static constexpr u32 MOST_PAIRS = 0;
    GroupOutput output;
    bool one;  // smaller cliques than those found are of no interest

    /** The same for all lanes, which call it together. */
    __device__ __forceinline__ u32 leastSize() const {
        return __shfl_sync(FULL_WARP, (u32) * (volatile u64*)(output.state + MOTIF_MAXIMAL_CLIQUE_THRESHOLD), 0);
    }

    template <class Search>
    __device__ __forceinline__ bool leaf(const Search& search, u32 size, u32) const {
        const u64 at = output.reserve(1ull + size);
        if (at >= output.length) {
            return false;
        }
        if ((threadIdx.x & 31) == 0) {
            output.words[at] = size;
            output.words[at + 1] = search.graph.root;
            if (one) {
                atomicMax(output.state + MOTIF_MAXIMAL_CLIQUE_THRESHOLD, (u64)size);
            }
        }
        u32* members = output.words + at + 2;
        search.forEachMember([&](u32 v, bool active, bool) {
            const u32 lanes = __ballot_sync(FULL_WARP, active);
            if (active) {
                members[__popc(lanes & ((1u << (threadIdx.x & 31)) - 1))] = search.graph.vertices[v];
            }
            members += __popc(lanes);
        });
        return true;
    }
};

/** Puts out all cliques of one size in the same form. */
struct SizedListsSink {
    static constexpr bool MAXIMAL = false, MEMBERS = true;
    static constexpr u32 MOST_PAIRS = 0;
    GroupOutput output;

    __device__ __forceinline__ u32 leastSize() const { return 0; }

    /** The cliques of the vertices chosen and one candidate of the node. All lanes. False when the node is to come again. */
    template <class Search>
    __device__ __forceinline__ bool leaf(const Search& search, u32 size, u32) const {
        const u32 count = search.node.count, words = 1 + size, below = (1u << (threadIdx.x & 31)) - 1;
        const u64 at = output.reserve((u64)count * words);
        if (at >= output.length) {
            return false;
        }
        u32* const cliques = output.words + at;
        u32 member = 2, clique = 0;
        search.forEachMember([&](u32 v, bool active, bool isCandidate) {
            const u32 lanes = __ballot_sync(FULL_WARP, active), mine = __popc(lanes & below);
            const u32 vertex = active ? search.graph.vertices[v] : 0;
            if (active && isCandidate) {
                u32* own = cliques + (u64)(clique + mine) * words;
                own[0] = size;
                own[1] = search.graph.root;
                own[size] = vertex;
            }
            for (u32 i = 0; active && !isCandidate && i < count; i++) {
                cliques[(u64)i * words + member + mine] = vertex;
            }
            (isCandidate ? clique : member) += __popc(lanes);
        });
        return true;
    }
};

/** One warp's search. */
template <class Sink>
class MaximalCliqueSearch {
public:
    static constexpr u32 SETS = Sink::MEMBERS ? 4 : 3;

    RootedGraph graph;
    MaximalCliqueNode node;

    /** `shared`: KCLIQUE_LIST_WORDS words, and SETS - 1 sets. */
    __device__ MaximalCliqueSearch(const MaximalCliqueArguments& job, const Sink& sink, u32* shared)
        : job(job),
          sink(sink),
          queue{job.control, job.queue, job.queueFlags, job.queueSlots, job.queueSlotWords},
          lane(threadIdx.x & 31),
          warp((blockIdx.x * blockDim.x + threadIdx.x) >> 5),
          stack(job.stacks + (u64)warp * job.frames * job.frameWords),
          outside(job.lists + (u64)warp * job.listWords),
          deadline(deviceNanos() + job.nanos),
          list(shared) {
        node.set = list + MOTIF_KCLIQUE_LIST_WORDS;
        node.gone = node.set + job.setWords;
        node.chosen = node.gone + (Sink::MEMBERS ? job.setWords : 0);
    }

    __device__ void run() {
        bottom = job.saved[2 * warp];
        depth = job.saved[2 * warp + 1];
        if (depth > bottom) {
            open(frame(bottom)[MAXIMAL_GRAPH]);
        }
        u32 nodes = 0;
        while (true) {
            u32 v = NO_VERTEX_LEFT;
            if (depth > bottom) {
                v = nextBranch();
            } else if (!takeGraph() && !awaitBranch()) {
                break;
            }
            if (enter(v)) {
                look();
            }
            __syncwarp();
            if (depth == bottom) {
                endTask();
            }
            if (++nodes % MAXIMAL_NODES_A_LOOK == 0) {
                if (mustStop()) {
                    break;
                }
                shareBranch();
            }
        }
        if (lane == 0) {
            job.saved[2 * warp] = bottom;
            job.saved[2 * warp + 1] = depth;
            atomicAdd(job.state + MOTIF_MAXIMAL_CLIQUE_NODES, (u64)nodes);
        }
    }

    /** The candidates of the node that x is adjacent to. Each lane its own x. */
    __device__ __forceinline__ u32 degree(u32 x) const {
        const u32* row = graph.row(x);
        u32 sum = 0;
        for (u32 k = 0; k < graph.words; k++) {
            const u32 word = node.set[k];
            if (word != 0) {
                sum += __popc(row[k] & word);
            }
        }
        return sum;
    }

    /** Calls visit(v, active, isCandidate) for the candidates that are chosen and those of the node. All lanes. */
    template <class Visit>
    __device__ __forceinline__ void forEachMember(Visit visit) const {
        ::forEachMember(node.chosen, graph.words, list, [&](u32 v, bool active) { visit(v, active, false); });
        ::forEachMember(node.set, graph.words, list, [&](u32 v, bool active) { visit(v, active, true); });
    }

private:
    const MaximalCliqueArguments& job;
    const Sink& sink;
    const BranchQueue queue;
    const u32 lane, warp;
    u32* const stack;
    u32* const outside;  // excluded vertices of the root; those of a node come before the others of its parent
    const u64 deadline;
    u32* const list;
    u32 bottom = 0, depth = 0;  // frames [bottom, depth) have branches left
    u32 most, mostRow;          // of the rows this lane has seen the one of most candidates: 1 + how many, 0 at first

    __device__ u32* frame(u32 i) const { return stack + (u64)i * job.frameWords; }
    /** A set of a frame, or of a node in the queue. */
    __device__ u32* setOf(u32* f, MaximalCliqueSet set) const {
        return f + MOTIF_MAXIMAL_CLIQUE_FRAME_HEADER + set * graph.words;
    }
    /** The list of a node in the queue. */
    __device__ u32* listOf(u32* f) const { return setOf(f, (MaximalCliqueSet)SETS); }

    __device__ void open(u32 place) {
        graph.open(reinterpret_cast<const RootedGraphPlace*>(job.places), job.pool, place);
    }

    /** The bit of x in word k of a set. */
    __device__ static u32 bitOf(u32 x, u32 k) { return x >> 5 == k ? 1u << (x & 31) : 0; }

    // ---- nodes ----

    /** Makes the next branch of the last frame the node, and returns the candidate that it chooses; or the frame's own node. */
    __device__ u32 nextBranch() {
        u32* f = frame(depth - 1);
        const u32 v = firstOf(setOf(f, MAXIMAL_BRANCHES));
        depth -= takeBranch(f, v, node) ? 1 : 0;
        return v;
    }

    /** The first member of a set, or NO_VERTEX_LEFT. All lanes. */
    __device__ u32 firstOf(const u32* set) const {
        for (u32 base = 0; base < graph.words; base += 32) {
            const u32 mine = base + lane < graph.words ? set[base + lane] : 0;
            const u32 some = __ballot_sync(FULL_WARP, mine != 0);
            if (some != 0) {
                const u32 k = __ffs(some) - 1;
                return (base + k) * 32 + __ffs(__shfl_sync(FULL_WARP, mine, k)) - 1;
            }
        }
        return NO_VERTEX_LEFT;
    }

    /** Takes branch v, or the whole frame, out of a frame. True when none is left. */
    __device__ bool takeBranch(u32* f, u32 v, MaximalCliqueNode& to) const {
        const bool again = v == NO_VERTEX_LEFT;
        u32 left = 0;
        for (u32 k = lane; k < graph.words; k += 32) {
            const u32 bit = again ? 0 : bitOf(v, k), row = again ? ~0u : graph.row(v)[k];
            const u32 set = setOf(f, MAXIMAL_CANDIDATES)[k] & ~bit, todo = setOf(f, MAXIMAL_BRANCHES)[k] & ~bit;
            const u32 gone = setOf(f, MAXIMAL_EXCLUDED)[k];
            to.set[k] = set & row;
            to.gone[k] = gone & row;
            if (Sink::MEMBERS) {
                to.chosen[k] = setOf(f, MAXIMAL_CHOSEN)[k] | bit;
            }
            setOf(f, MAXIMAL_CANDIDATES)[k] = set;
            setOf(f, MAXIMAL_BRANCHES)[k] = todo;
            setOf(f, MAXIMAL_EXCLUDED)[k] = gone | bit;
            left |= todo;
        }
        to.size = f[MAXIMAL_CHOSEN_COUNT] + (again ? 0 : 1);
        to.outside = f[MAXIMAL_EXCLUDED_COUNT];
        __syncwarp();
        return !__any_sync(FULL_WARP, left != 0);
    }

    /**
     * Leaves out excluded vertices that are not adjacent to v, if there is one, or to no candidate. False when one is
     * adjacent to all candidates, or no clique of the node is wanted.
     */
    __device__ bool enter(u32 v) {
        node.count = sizeOf(node.set, graph.words);
        node.touched = false;
        most = 0;
        if (node.size > job.maxSize || node.size + node.count < max(job.minSize, sink.leastSize())) {
            return false;
        }
        return !Sink::MAXIMAL || enterExcludedCandidates() && enterOutside(v);
    }

    /** Notes how many candidates a row is adjacent to; on each lane its own. */
    __device__ __forceinline__ void note(u32 row, u32 degree) {
        if (degree + 1 > most) {
            most = degree + 1;
            mostRow = row;
        }
    }

    __device__ bool enterExcludedCandidates() {
        bool covered = false;
        ::forEachMember(node.gone, graph.words, list, [&](u32 x, bool active) {
            const u32 common = active ? degree(x) : 0;
            covered |= __any_sync(FULL_WARP, active && common == node.count);
            if (active && common > 0) {
                note(x, common);
            }
            const u32 none = __ballot_sync(FULL_WARP, active && common == 0);
            if (none != 0) {
                setMembers<false>(node.gone, x, none);
            }
            node.touched |= __any_sync(FULL_WARP, common > 0);
        });
        return !covered;
    }

    __device__ bool enterOutside(u32 v) {
        u32 kept = 0;
        for (u32 base = 0; base < node.outside; base += 32) {
            const bool valid = base + lane < node.outside;
            const u32 x = valid ? outside[base + lane] : 0;
            const bool in = valid && (v == NO_VERTEX_LEFT || graph.adjacent(x, v));
            const u32 common = in ? degree(x) : 0;
            if (__any_sync(FULL_WARP, in && common == node.count)) {
                return false;
            }
            if (common > 0) {
                note(x, common);
            }
            moveToFront(x, base, valid, common > 0, kept);
        }
        node.touched |= kept > 0;
        node.outside = kept;
        return true;
    }

    /** Moves those of the x at `base` that are kept behind the first `kept` of the list, which grow. All lanes. */
    __device__ __forceinline__ void moveToFront(u32 x, u32 base, bool valid, bool keep, u32& kept) {
        const u32 below = (1u << lane) - 1;
        const u32 keeping = __ballot_sync(FULL_WARP, keep), gap = base - kept, count = __popc(keeping);
        const u32 at = kept + __popc(keeping & below);
        const u32 leaving = __ballot_sync(FULL_WARP, valid && !keep);
        if (count == 0 || gap == 0 && leaving == 0) {
            kept += count;
            return;
        }
        if (gap >= count) {
            const u32 other = keep ? outside[at] : 0;
            __syncwarp();
            if (keep) {
                outside[at] = x;
                outside[base + lane] = other;
            }
        } else {
            const u32 other = lane < gap ? outside[kept + lane] : 0;
            __syncwarp();
            if (keep) {
                outside[at] = x;
            } else if (valid) {
                outside[kept + count + gap + __popc(leaving & below)] = x;
            }
            if (lane < gap) {
                outside[kept + count + lane] = other;
            }
        }
        __syncwarp();
        kept += count;
    }

    /** Takes the cliques of the node, or makes a frame of it. */
    __device__ void look() {
        if (!Sink::MAXIMAL) {
            if (node.size + 1 < job.maxSize || !sink.leaf(*this, job.maxSize, 0)) {
                const bool branches = node.size + 1 < job.maxSize;
                push([&](u32 k) { return branches ? node.set[k] : 0; });
            }
            return;
        }
        if (node.count <= 1) {
            leaf(node.count, 0);
            return;
        }
        u32 least = node.count, almost = 0;
        ::forEachMember(node.set, graph.words, list, [&](u32 x, bool active) {
            if (active) {
                const u32 common = degree(x);
                least = min(least, common);
                almost += common == node.count - 2 ? 1 : 0;
                note(x, common);
            }
        });
        least = ~warpMax32(~least);
        if (least == node.count - 1) {
            leaf(node.count, 0);
            return;
        }
        almost = warpSum32(almost);
        if (least == node.count - 2 && !node.touched && almost / 2 <= Sink::MOST_PAIRS) {
            leaf(node.count - almost, almost / 2);
            return;
        }
        const u32 lanes = __ballot_sync(FULL_WARP, most == warpMax32(most));
        const u32* pivot = graph.row(__shfl_sync(FULL_WARP, mostRow, __ffs(lanes) - 1));
        push([&](u32 k) { return node.set[k] & ~pivot[k]; });
    }

    /** 2^pairs cliques, of the vertices chosen, `whole` candidates, and one of each pair. */
    __device__ __forceinline__ void leaf(u32 whole, u32 pairs) {
        const u32 size = node.size + whole + pairs;
        if (job.minSize <= size && size <= job.maxSize && !sink.leaf(*this, size, pairs)) {
            push([](u32) { return 0u; });
        }
    }

    /** Makes a frame of the node; word(k) are its branches. */
    template <class Word>
    __device__ __forceinline__ void push(Word word) {
        u32* f = frame(depth);
        for (u32 k = lane; k < graph.words; k += 32) {
            setOf(f, MAXIMAL_CANDIDATES)[k] = node.set[k];
            setOf(f, MAXIMAL_BRANCHES)[k] = word(k);
            setOf(f, MAXIMAL_EXCLUDED)[k] = node.gone[k];
            if (Sink::MEMBERS) {
                setOf(f, MAXIMAL_CHOSEN)[k] = node.chosen[k];
            }
        }
        writeHeader(f, node);
        __syncwarp();
        depth++;
    }

    __device__ __forceinline__ void writeHeader(u32* f, const MaximalCliqueNode& of) const {
        if (lane == 0) {
            f[MAXIMAL_GRAPH] = graph.index;
            f[MAXIMAL_CHOSEN_COUNT] = of.size;
            f[MAXIMAL_EXCLUDED_COUNT] = of.outside;
        }
    }

    // ---- work ----

    __device__ bool mustStop() const {
        const volatile u64* state = job.state;
        const bool stop = deviceNanos() > deadline || state[MOTIF_MAXIMAL_CLIQUE_OVERFLOW] != 0
                || state[MOTIF_MAXIMAL_CLIQUE_OUTPUT_USED] > state[MOTIF_MAXIMAL_CLIQUE_OUTPUT_END];
        return __shfl_sync(FULL_WARP, stop, 0);
    }

    /** The task whose frames the stack held is done. */
    __device__ void endTask() {
        bottom = depth = 0;
        if (lane == 0) {
            queue.finishTask();
        }
    }

    /** The root of the next graph becomes the node. False when all are taken. */
    __device__ bool takeGraph() {
        u64* taken = queue.control + MOTIF_QUEUE_TAKEN;
        u64 place = job.graphCount;
        if (lane == 0 && *(volatile u64*)taken < job.graphCount) {
            place = atomicAdd(taken, 1ull);
        }
        place = __shfl_sync(FULL_WARP, place, 0);
        if (place >= job.graphCount) {
            return false;
        }
        open((u32)place);
        node.size = 1;
        node.outside = graph.excluded;
        fillSet(node.set, graph.candidates);
        for (u32 k = lane; k < graph.words; k += 32) {
            node.gone[k] = 0;
            if (Sink::MEMBERS) {
                node.chosen[k] = 0;
            }
        }
        for (u32 i = lane; i < graph.excluded; i += 32) {
            outside[i] = graph.candidates + i;
        }
        __syncwarp();
        return true;
    }

    /** Waits for a node from the queue. False when the launch ends. */
    __device__ bool awaitBranch() {
        if (lane == 0) {
            queue.addIdle(1);
        }
        bool taken = false, over = false;
        while (!taken && !over) {
            taken = takeQueued();
            if (!taken) {
                over = __shfl_sync(FULL_WARP, !queue.pending(), 0) || mustStop();
                __nanosleep(MAXIMAL_IDLE_NANOS);
            }
        }
        if (lane == 0) {
            queue.addIdle(-1);
        }
        return taken;
    }

    __device__ bool takeQueued() {
        const u64 ticket = __shfl_sync(FULL_WARP, lane == 0 ? queue.beginTake() : 0, 0);
        if (ticket == BranchQueue::NO_TICKET) {
            return false;
        }
        u32* slot = queue.slot(ticket);
        open(__ldcg(slot + MAXIMAL_GRAPH));
        node.size = __ldcg(slot + MAXIMAL_CHOSEN_COUNT);
        node.outside = __ldcg(slot + MAXIMAL_EXCLUDED_COUNT);
        for (u32 k = lane; k < graph.words; k += 32) {
            node.set[k] = __ldcg(setOf(slot, MAXIMAL_CANDIDATES) + k);
            node.gone[k] = __ldcg(setOf(slot, MAXIMAL_EXCLUDED) + k);
            if (Sink::MEMBERS) {
                node.chosen[k] = __ldcg(setOf(slot, MAXIMAL_CHOSEN) + k);
            }
        }
        for (u32 i = lane; i < node.outside; i += 32) {
            outside[i] = __ldcg(listOf(slot) + i);
        }
        queue.finishTake(ticket);
        return true;
    }

    /** Gives a branch of the lowest frame to the queue, if warps are idle. */
    __device__ void shareBranch() {
        const bool wanted = lane == 0 && depth > bottom && queue.wanted();
        if (!__shfl_sync(FULL_WARP, wanted, 0)) {
            return;
        }
        u32* f = frame(bottom);
        const u32 branches = sizeOf(setOf(f, MAXIMAL_BRANCHES), graph.words);
        if (branches == 0 || branches == 1 && depth - bottom == 1) {
            return;
        }
        const u64 ticket = __shfl_sync(FULL_WARP, lane == 0 ? queue.beginGive() : 0, 0);
        if (ticket == BranchQueue::NO_TICKET) {
            return;
        }
        u32* slot = queue.slot(ticket);
        const u32 v = firstOf(setOf(f, MAXIMAL_BRANCHES));
        MaximalCliqueNode to;
        to.set = setOf(slot, MAXIMAL_CANDIDATES);
        to.gone = setOf(slot, MAXIMAL_EXCLUDED);
        to.chosen = setOf(slot, MAXIMAL_CHOSEN);
        bottom += takeBranch(f, v, to) ? 1 : 0;
        // Frames above have put the list into another order, but not across its end here.
        u32 kept = 0;
        for (u32 base = 0; base < to.outside; base += 32) {
            const u32 x = base + lane < to.outside ? outside[base + lane] : 0;
            const bool keep = base + lane < to.outside && graph.adjacent(x, v);
            const u32 keeping = __ballot_sync(FULL_WARP, keep);
            if (keep) {
                listOf(slot)[kept + __popc(keeping & ((1u << lane) - 1))] = x;
            }
            kept += __popc(keeping);
        }
        to.outside = kept;
        writeHeader(slot, to);
        queue.finishGive(ticket);
    }
};
