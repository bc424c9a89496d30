package dev.motif.research.pivoting;

import dev.motif.algorithm.count.clique.CliquePlan;
import dev.motif.algorithm.count.clique.CliqueSearcher;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.search.BitGraph;
import dev.motif.algorithm.count.clique.search.CliqueLeafCounter;
import dev.motif.algorithm.count.clique.search.CliqueLocalGraph;
import dev.motif.algorithm.count.clique.search.Search;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchQueue;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import dev.motif.research.pivoting.PivotingConfig.Encoding;
import dev.motif.research.pivoting.PivotingConfig.Parallelization;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Searches from vertices or edges, on bitmaps or lists, and by pivots alone. */
final class PublishedSearcher extends CliqueSearcher {
    private static final long EDGES_PER_TASK = 64;

    private final boolean fromEdges;
    private final boolean binary;

    PublishedSearcher(PivotingConfig config) {
        this.fromEdges = config.parallelization() == Parallelization.EDGE;
        this.binary = config.encoding() == Encoding.BINARY;
    }

    @Override
    protected Technique branching(Technique asked) {
        if (asked != Technique.AUTO) {
            return asked;
        }
        return binary ? Technique.COMPLEMENT : Technique.PIVOT;
    }

    @Override
    protected CliqueLocalGraph local(Csr rows, boolean slots, NativeMemory memory) {
        if (!fromEdges) {
            return binary ? new BitGraph(rows, slots, memory) : new ListGraph(rows, slots, memory);
        }
        if (binary) {
            return new BitGraph(rows, slots, memory) {
                @Override
                protected long rootSlot(int root, int v) {
                    return EdgeCandidates.slot(rows, rank(root), rank(v));
                }
            };
        }
        return new ListGraph(rows, slots, memory) {
            @Override
            protected long rootSlot(int root, int v) {
                return EdgeCandidates.slot(rows, rank(root), rank(v));
            }
        };
    }

    @Override
    protected Search search(
            KCliqueConfig config,
            Technique technique,
            CliqueLocalGraph local,
            CliqueLeafCounter counter,
            Runnable check,
            SearchQueue.WorkerTasks tasks) {
        return technique == Technique.PIVOT
                ? new CliquePivotSearch(config, local, counter, check, tasks)
                : super.search(config, technique, local, counter, check, tasks);
    }

    @Override
    protected long localBytes(long size, long depths) {
        return binary ? super.localBytes(size, depths) : ListGraph.bytes(size, depths);
    }

    @Override
    protected void run(CliquePlan plan, List<WorkRange> roots, CliqueLeafCounter[] counters, Execution execution) {
        if (fromEdges) {
            runFromEdges(plan, counters, execution);
        } else {
            super.run(plan, roots, counters, execution);
        }
    }

    /** Searches from all edges; workers take 64 at a time. */
    private void runFromEdges(CliquePlan plan, CliqueLeafCounter[] counters, Execution execution) {
        Csr rows = plan.oriented().adjacency();
        long edges = rows.slotCount();
        Workers workers = execution.workers();
        workers.progress().begin("searching cliques", edges);
        AtomicLong next = new AtomicLong();
        LongAdder done = new LongAdder();
        Workers.WorkerBody body = (worker, group) -> {
            Runnable check = SearchQueue.check(group);
            try (CliqueLocalGraph local = local(rows, slots(plan.config()), execution.memory())) {
                Search search = search(plan.config(), plan.technique(), local, counters[worker], check, null);
                EdgeCandidates candidates = new EdgeCandidates(rows);
                for (long from = next.getAndAdd(EDGES_PER_TASK); from < edges; from = next.getAndAdd(EDGES_PER_TASK)) {
                    check.run();
                    long to = Math.min(edges, from + EDGES_PER_TASK);
                    run(plan, search, candidates, from, to);
                    done.add(to - from);
                    workers.progress().advance(to - from);
                }
            } catch (SearchQueue.Stopped e) {
                return; // the worker that stopped the search reports the reason
            }
        };
        Deadline deadline = execution.deadline();
        deadline.during(() -> workers.run(counters.length, body), () -> deadline.error(done.sum(), edges));
    }

    private static void run(CliquePlan plan, Search search, EdgeCandidates candidates, long from, long to) {
        Csr rows = plan.oriented().adjacency();
        boolean countsTriangles = plan.technique() == Technique.ORIENTATION && !search.counter.local();
        int root = rows.vertexOf(from);
        for (long slot = from; slot < to; slot++) {
            while (slot >= rows.end(root)) {
                root++;
            }
            int count = candidates.open(search.graph, root, slot);
            if (countsTriangles) {
                search.counter.leaves(3, 0, count); // an edge and each of its candidates
            }
            search.run(new SearchQueue.Task(root, 0, 1), 2, count);
        }
    }
}
