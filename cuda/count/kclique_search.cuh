// The search of local graphs for cliques, a warp each; kclique_complement.cu tells how.
#pragma once
#include "count/branch_queue.cuh"
#include "count/independence.cuh"
#include "count/kclique_local.cuh"
#include "count/leaf_histogram.cuh"

static constexpr u32 NO_VERTEX_LEFT = 0xffffffffu;
/** Nodes between two looks at the clock and at warps that are idle. */
static constexpr u32 CLIQUE_NODES_A_LOOK = 8;
static constexpr u32 CLIQUE_IDLE_NANOS = 500;

/** Arguments of a launch. Stacks: `frames` frames of `frameWords` words a warp; far: `farWords` words a warp; saved: two. */
struct CliqueJob {
    OrientedRows graph;
    const u64* __restrict__ tasks;
    u64 taskCount;
    u32 least, most;  // vertices of cliques that are wanted
    u32 denseFactor;
    u64 nanos;
    u64* result;
    u32* stacks;
    u32 frameWords, frames;
    u32* saved;
    u32* far;
    u64 farWords;
    u32 nearWords, setWords;
    BranchQueue queue;
};

/** The header of a frame; then its sets: candidates, branches, and, for sinks that ask for them, fixed and free vertices. */
enum CliqueFrameWord { CLIQUE_TASK, CLIQUE_FIXED, CLIQUE_FREE, CLIQUE_PIVOT };

/** A node of the search; its sets, in shared memory or in a frame. */
struct CliqueNode {
    u32 fixed, free;
    u32* set;
    u32 *fixedSet, *freeSet;  // of sinks that ask for them
};

/** Properties of a node's candidates. */
struct Candidates {
    u32 count;
    u32 missing;              // pairs that are not adjacent, each counted twice
    u32 worst, worstMissing;  // the one of most non-neighbors
    u32 best;                 // the one of fewest
};

/** Where the components of large leaves are handed out, one after the other; zero before. */
struct LargeLeaves {
    u32* words;
    u32 capacity;
    u64* result;

    /** Room for one, or null; the search stops then. All lanes. */
    __device__ __forceinline__ u32* reserve(u32 length) const {
        u64 at = 0;
        if ((threadIdx.x & 31) == 0) {
            at = atomicAdd(result + MOTIF_KCLIQUE_LARGE_USED, (u64)length);
            if (at + length > capacity) {
                atomicExch(result + MOTIF_KCLIQUE_LARGE_FULL, 1ull);
            }
        }
        at = __shfl_sync(FULL_WARP, at, 0);
        return at + length > capacity ? nullptr : words + at;
    }
};

/** Counts leaves of all kinds. */
struct HistogramSink {
    static constexpr bool SETS = false;
    static constexpr bool POSITIONS = false;
    LeafHistogram histogram;
    LargeLeaves large;

    /** At most one of the candidates can be in a clique beside the free vertices. All lanes. */
    __device__ __forceinline__ void leaf(const LocalCliqueGraph&, const CliqueNode& node, u32 count, u32) const {
        if ((threadIdx.x & 31) == 0) {
            histogram.add(node.fixed, node.free + count, (u64)1);
        }
    }

    /** At most two of the candidates can be in a clique beside the free vertices; `edges` pairs are adjacent. All lanes. */
    __device__ __forceinline__ void pairs(const CliqueNode& node, u32 count, u64 edges) const {
        const u32 lane = threadIdx.x & 31;
        if (lane < 3) {
            histogram.add(node.fixed + lane, lane < 2 ? node.free : 0, lane == 0 ? (u64)1 : lane == 1 ? count : edges);
        }
    }

    /** `polynomial` says in how many ways i of the candidates can be in a clique. */
    template <class Polynomial>
    __device__ __forceinline__ void ways(const CliqueNode& node, const Polynomial& polynomial, u32 most) const {
        polynomial.forEach([&](u32 i, auto times) {
            if (node.fixed + i <= most) {
                histogram.add(node.fixed + i, node.free, times);
            }
        });
    }
};

/** One warp's search. */
template <class Sink>
class CliqueSearch {
public:
    /** `shared`: LIST_WORDS words, the sets of a node, nearWords words. */
    __device__ CliqueSearch(const CliqueJob& job, const Sink& sink, u32* shared)
        : job(job),
          sink(sink),
          lane(threadIdx.x & 31),
          warp((blockIdx.x * blockDim.x + threadIdx.x) >> 5),
          stack(job.stacks + (u64)warp * job.frames * job.frameWords),
          deadline(deviceNanos() + job.nanos),
          list(shared),
          gone(list + MOTIF_KCLIQUE_LIST_WORDS) {
        node.set = gone + job.setWords;
        node.fixedSet = node.set + job.setWords;
        node.freeSet = node.fixedSet + (Sink::SETS ? job.setWords : 0);
        near = node.freeSet + (Sink::SETS ? job.setWords : 0);
    }

    __device__ void run() {
        bottom = job.saved[2 * warp];
        depth = job.saved[2 * warp + 1];
        local.index = NO_VERTEX_LEFT;
        local.whole = false;
        if (depth > bottom) {
            goOn();
        }
        u32 nodes = 0;
        while (true) {
            if (depth > bottom) {
                depth -= takeBranch(frame(depth - 1), node) ? 1 : 0;
            } else if (!takeRoot() && !awaitBranch()) {
                break;
            }
            look();
            // The next node takes the place of this one only when all lanes are done with it.
            __syncwarp();
            if (depth == bottom) {
                endTask();
            }
            if (++nodes % CLIQUE_NODES_A_LOOK == 0) {
                if (mustStop()) {
                    break;
                }
                shareBranch();
            }
        }
        if (lane == 0) {
            job.saved[2 * warp] = bottom;
            job.saved[2 * warp + 1] = depth;
            atomicAdd(job.result + MOTIF_KCLIQUE_NODES, (u64)nodes);
        }
    }

private:
    const CliqueJob& job;
    const Sink& sink;
    const u32 lane, warp;
    u32* const stack;
    const u64 deadline;
    u32 *const list, *const gone;
    u32* near;
    CliqueNode node;
    LocalCliqueGraph local;
    u32 bottom = 0, depth = 0;  // frames [bottom, depth) have branches left

    __device__ u32* frame(u32 i) const { return stack + (u64)i * job.frameWords; }
    __device__ u32* candidates(u32* f) const { return f + MOTIF_KCLIQUE_FRAME_HEADER; }
    __device__ u32* branches(u32* f) const { return candidates(f) + local.words; }
    __device__ u32* fixedSet(u32* f) const { return branches(f) + local.words; }
    __device__ u32* freeSet(u32* f) const { return fixedSet(f) + local.words; }

    __device__ void open(u32 task) {
        u32* far = job.far + (u64)warp * job.farWords;
        local.open(job.graph, job.tasks[task], task, near, job.nearWords, far, Sink::POSITIONS);
    }

    /** Links the candidates that the node has, and, where these are of interest, those that are fixed or free. */
    __device__ void link() {
        for (u32 k = lane; k < local.words; k += 32) {
            gone[k] = node.set[k] | (Sink::SETS ? node.fixedSet[k] | node.freeSet[k] : 0);
        }
        __syncwarp();
        local.linkAmong(job.graph, gone, list);
    }

    /** Opens the task of the frames that the last launch has left. The node gets what any of them has. */
    __device__ void goOn() {
        open(frame(bottom)[CLIQUE_TASK]);
        // Branches of a frame that were given away have left vertices to the frames above it that it has no more.
        for (u32 k = lane; k < local.words; k += 32) {
            u32 set = 0, fixedVertices = 0, freeVertices = 0;
            for (u32 i = bottom; i < depth; i++) {
                set |= candidates(frame(i))[k];
                fixedVertices |= Sink::SETS ? fixedSet(frame(i))[k] : 0;
                freeVertices |= Sink::SETS ? freeSet(frame(i))[k] : 0;
            }
            node.set[k] = set;
            if (Sink::SETS) {
                node.fixedSet[k] = fixedVertices;
                node.freeSet[k] = freeVertices;
            }
        }
        __syncwarp();
        link();
    }

    // ---- nodes ----

    /** The next branch of a frame: a node. True when it was the last one. */
    __device__ bool takeBranch(u32* f, CliqueNode& to) {
        u32 *from = candidates(f), *todo = branches(f);
        const u32 v = firstOf(todo);
        const bool last = v == NO_VERTEX_LEFT;
        const u32 pivot = f[CLIQUE_PIVOT], out = last ? pivot : v;
        to.fixed = f[CLIQUE_FIXED] + (last ? 0 : 1);
        to.free = f[CLIQUE_FREE] + (last && pivot != NO_VERTEX_LEFT ? 1 : 0);
        for (u32 k = lane; k < local.words; k += 32) {
            const u32 rest = from[k] & ~bitOf(out, k);
            to.set[k] = last ? rest : rest & local.rows[k * local.stride + v];
            if (!last) {
                from[k] = rest;
                todo[k] &= ~bitOf(v, k);
            }
            if (Sink::SETS) {
                to.fixedSet[k] = fixedSet(f)[k] | (last ? 0 : bitOf(v, k));
                to.freeSet[k] = freeSet(f)[k] | (last ? bitOf(pivot, k) : 0);
            }
        }
        __syncwarp();
        return last;
    }

    /** The bit of x in word k of a set. */
    __device__ static u32 bitOf(u32 x, u32 k) { return x >> 5 == k ? 1u << (x & 31) : 0; }

    __device__ u32 firstOf(const u32* set) const {
        return firstWhere([&](u32 k) { return set[k]; });
    }

    /** The first x whose bit is set in word(k). All lanes. */
    template <class Word>
    __device__ u32 firstWhere(Word word) const {
        for (u32 base = 0; base < local.words; base += 32) {
            const u32 mine = base + lane < local.words ? word(base + lane) : 0;
            const u32 some = __ballot_sync(FULL_WARP, mine != 0);
            if (some != 0) {
                const u32 k = __ffs(some) - 1;
                return (base + k) * 32 + __ffs(__shfl_sync(FULL_WARP, mine, k)) - 1;
            }
        }
        return NO_VERTEX_LEFT;
    }

    /** Counts what the node leads to, or makes a frame of it. */
    __device__ void look() {
        Candidates found;
        found.count = sizeOf(node.set, local.words);
        do {
            if (node.fixed + node.free + found.count < job.least) {
                return;
            }
            if (found.count == 0 || node.fixed + 1 >= job.most) {
                sink.leaf(local, node, found.count, 0);
                return;
            }
        } while (shrink(found));
        if (found.count == 0) {
            sink.leaf(local, node, 0, 0);
            return;
        }
        if constexpr (Sink::SETS) {
            if (found.worstMissing == 1) {
                sink.leaf(local, node, found.count, found.count / 2);
                return;
            }
        } else {
            if (node.fixed + 2 >= job.most) {
                sink.pairs(node, found.count, ((u64)found.count * (found.count - 1) - found.missing) / 2);
                return;
            }
            if (found.worstMissing <= 2) {
                countSparseComplement(found.count);
                return;
            }
        }
        branch(found);
    }

    /** Candidates adjacent to all others become free, those in no wanted clique go. True if any of these went. */
    __device__ bool shrink(Candidates& found) {
        for (u32 k = lane; k < local.words; k += 32) {
            gone[k] = 0;
        }
        __syncwarp();
        u32 worst = 0, best = ~0u, missing = 0, freed = 0, dropped = 0;
        forEachMember(node.set, local.words, list, [&](u32 x, bool active) {
            const u32 others = active ? degree(x) : 0;
            const u32 without = found.count - 1 - others;
            const bool drop = active && node.fixed + node.free + 1 + others < job.least;
            const bool full = active && !drop && without == 0;
            const u32 dropLanes = __ballot_sync(FULL_WARP, drop), fullLanes = __ballot_sync(FULL_WARP, full);
            if ((dropLanes | fullLanes) != 0) {
                setMembers<true>(gone, x, dropLanes | fullLanes);
                freed += __popc(fullLanes);
                dropped += __popc(dropLanes);
                if (Sink::SETS) {
                    setMembers<true>(node.freeSet, x, fullLanes);
                }
            }
            if (active && !drop && !full) {
                worst = max(worst, without << 16 | x);
                best = min(best, without << 16 | x);
                missing += without;
            }
        });
        for (u32 k = lane; k < local.words; k += 32) {
            node.set[k] &= ~gone[k];
        }
        __syncwarp();
        node.free += freed;
        worst = warpMax32(worst);
        found = {
                found.count - freed - dropped, warpSum32(missing), worst & 0xffff, worst >> 16,
                ~warpMax32(~best) & 0xffff};
        return dropped > 0;
    }

    /** The neighbors of x among the candidates. Each lane its own x. */
    __device__ u32 degree(u32 x) const {
        u32 sum = 0;
        for (u32 k = 0; k < local.words; k++) {
            const u32 word = node.set[k];
            if (word != 0) {
                sum += __popc(local.rows[k * local.stride + x] & word);
            }
        }
        return sum;
    }

    /** Branches on the worst candidate, or, when many are missing, on the best one's non-neighbors. */
    __device__ void branch(const Candidates& found) {
        if (found.missing <= (u64)job.denseFactor * found.count) {
            push([&](u32 k) { return bitOf(found.worst, k); }, NO_VERTEX_LEFT);
        } else {
            push(
                    [&](u32 k) {
                        return node.set[k] & ~local.rows[k * local.stride + found.best] & ~bitOf(found.best, k);
                    },
                    found.best);
        }
    }

    /** Makes a frame of the node; word(k) are its branches. */
    template <class Word>
    __device__ __forceinline__ void push(Word word, u32 pivot) {
        u32* f = frame(depth);
        u32 *set = candidates(f), *todo = branches(f);
        for (u32 k = lane; k < local.words; k += 32) {
            set[k] = node.set[k];
            todo[k] = word(k);
            if (Sink::SETS) {
                fixedSet(f)[k] = node.fixedSet[k];
                freeSet(f)[k] = node.freeSet[k];
            }
        }
        if (lane == 0) {
            f[CLIQUE_TASK] = local.index;
            f[CLIQUE_FIXED] = node.fixed;
            f[CLIQUE_FREE] = node.free;
            f[CLIQUE_PIVOT] = pivot;
        }
        __syncwarp();
        depth++;
    }

    // ---- leaves ----

    /** No candidate has more than two non-neighbors: the cliques are independent sets of paths and cycles. */
    __device__ void countSparseComplement(u32 count) {
        if (count <= NARROW_VERTICES) {
            countPathsAndCycles<u64, 1>();
        } else if (count <= MOTIF_KCLIQUE_LARGE_LEAF) {
            countManyPathsAndCycles();
        } else {
            handOutPathsAndCycles(MOTIF_KCLIQUE_LARGE_HEADER + count / 2);
        }
    }

    __device__ __noinline__ void countManyPathsAndCycles() { countPathsAndCycles<u128, WIDE_COEFFICIENTS>(); }

    template <class T, u32 PER_LANE>
    __device__ __forceinline__ void countPathsAndCycles() {
        IndependencePolynomial<T, PER_LANE> polynomial;
        takeApart(polynomial);
        sink.ways(node, polynomial, job.most);
    }

    __device__ __noinline__ void handOutPathsAndCycles(u32 length) {
        u32* words = sink.large.reserve(length);
        if (words == nullptr) {
            // The node comes again, from a frame without branches.
            push([](u32) { return 0u; }, NO_VERTEX_LEFT);
            return;
        }
        ComponentList components(words);
        takeApart(components);
        components.finish(node.fixed, node.free, length);
    }

    /** Takes the candidates out, path by path and cycle by cycle. */
    template <class Components>
    __device__ __forceinline__ void takeApart(Components& polynomial) {
        for (u32 start = firstOf(node.set); start != NO_VERTEX_LEFT; start = firstOf(node.set)) {
            remove(start);
            const bool two = nonNeighbors(start) == 2;
            walk(start, polynomial);
            if (two && nonNeighbors(start) == 0) {
                polynomial.endCycle();
            } else {
                walk(start, polynomial);
                polynomial.extend();
                polynomial.endPath();
            }
        }
    }

    /** Takes the vertices of a path out of the candidates, from a non-neighbor of v on. */
    template <class Polynomial>
    __device__ __forceinline__ void walk(u32 v, Polynomial& polynomial) {
        for (v = nonNeighbor(v); v != NO_VERTEX_LEFT; v = nonNeighbor(v)) {
            remove(v);
            polynomial.extend();
        }
    }

    __device__ void remove(u32 v) {
        if (lane == 0) {
            node.set[v >> 5] &= ~(1u << (v & 31));
        }
        __syncwarp();
    }

    __device__ u32 nonNeighbor(u32 v) const {
        return firstWhere([&](u32 k) { return node.set[k] & ~local.rows[k * local.stride + v]; });
    }

    __device__ u32 nonNeighbors(u32 v) const {
        u32 sum = 0;
        for (u32 k = lane; k < local.words; k += 32) {
            sum += __popc(node.set[k] & ~local.rows[k * local.stride + v]);
        }
        return warpSum32(sum);
    }

    // ---- work ----

    __device__ bool mustStop() const {
        const bool stop = deviceNanos() > deadline || *(volatile u64*)(job.result + MOTIF_KCLIQUE_OVERFLOW) != 0
                || *(volatile u64*)(job.result + MOTIF_KCLIQUE_LARGE_FULL) != 0;
        return __shfl_sync(FULL_WARP, stop, 0);
    }

    /** The task whose frames the stack held is done. */
    __device__ void endTask() {
        bottom = depth = 0;
        if (lane == 0) {
            job.queue.finishTask();
        }
    }

    /** The next task becomes the node. False when all are taken. */
    __device__ bool takeRoot() {
        u64* taken = job.queue.control + MOTIF_QUEUE_TAKEN;
        u64 task = job.taskCount;
        if (lane == 0 && *(volatile u64*)taken < job.taskCount) {
            task = atomicAdd(taken, 1ull);
        }
        task = __shfl_sync(FULL_WARP, task, 0);
        if (task >= job.taskCount) {
            return false;
        }
        open((u32)task);
        local.link(job.graph);
        node.fixed = local.fixed;
        node.free = 0;
        fillSet(node.set, local.size);
        for (u32 k = lane; Sink::SETS && k < local.words; k += 32) {
            node.fixedSet[k] = node.freeSet[k] = 0;
        }
        __syncwarp();
        return true;
    }

    /** Waits for a branch from the queue. False when the launch ends. */
    __device__ bool awaitBranch() {
        if (lane == 0) {
            job.queue.addIdle(1);
        }
        bool taken = false, over = false;
        while (!taken && !over) {
            taken = takeQueued();
            if (!taken) {
                over = __shfl_sync(FULL_WARP, !job.queue.pending(), 0) || mustStop();
                __nanosleep(CLIQUE_IDLE_NANOS);
            }
        }
        if (lane == 0) {
            job.queue.addIdle(-1);
        }
        return taken;
    }

    /** The words of a node in the queue: as of a frame, but without branches. */
    __device__ CliqueNode queued(u32* slot) const {
        u32* set = slot + MOTIF_KCLIQUE_FRAME_HEADER;
        return {0, 0, set, set + job.setWords, set + 2 * job.setWords};
    }

    __device__ bool takeQueued() {
        const u64 ticket = __shfl_sync(FULL_WARP, lane == 0 ? job.queue.beginTake() : 0, 0);
        if (ticket == BranchQueue::NO_TICKET) {
            return false;
        }
        u32* slot = job.queue.slot(ticket);
        const CliqueNode from = queued(slot);
        const u32 task = __ldcg(slot + CLIQUE_TASK);
        const bool isLinked = task == local.index && local.whole;
        if (!isLinked) {
            open(task);
        }
        node.fixed = __ldcg(slot + CLIQUE_FIXED);
        node.free = __ldcg(slot + CLIQUE_FREE);
        for (u32 k = lane; k < local.words; k += 32) {
            node.set[k] = __ldcg(from.set + k);
            if (Sink::SETS) {
                node.fixedSet[k] = __ldcg(from.fixedSet + k);
                node.freeSet[k] = __ldcg(from.freeSet + k);
            }
        }
        job.queue.finishTake(ticket);
        if (!isLinked) {
            link();
        }
        return true;
    }

    /** Gives a branch of the lowest frame to the queue, if warps are idle. */
    __device__ void shareBranch() {
        const bool wanted = lane == 0 && depth > bottom && job.queue.wanted();
        if (!__shfl_sync(FULL_WARP, wanted, 0)) {
            return;
        }
        u32* f = frame(bottom);
        if (depth - bottom == 1 && firstOf(branches(f)) == NO_VERTEX_LEFT) {
            return;
        }
        const u64 ticket = __shfl_sync(FULL_WARP, lane == 0 ? job.queue.beginGive() : 0, 0);
        if (ticket == BranchQueue::NO_TICKET) {
            return;
        }
        u32* slot = job.queue.slot(ticket);
        CliqueNode to = queued(slot);
        bottom += takeBranch(f, to) ? 1 : 0;
        if (lane == 0) {
            slot[CLIQUE_TASK] = local.index;
            slot[CLIQUE_FIXED] = to.fixed;
            slot[CLIQUE_FREE] = to.free;
        }
        job.queue.finishGive(ticket);
    }
};
