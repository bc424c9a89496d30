package dev.motif.algorithm.similar.pairs;

import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.CommonNeighborCounts;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.TwoPathCounter;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The pairs of all sources, found while they are read, source by source: in batches of sources that are searched in
 * parallel. A batch is not larger than there is room for its pairs; a source has no more pairs than paths. Must be closed.
 */
public final class SourceBatches<T> implements Iterator<T>, AutoCloseable {
    private static final int SOURCES_PER_BATCH = 1 << 16;

    private final PairEnds ends;
    private final int count;
    private final Batches batches;
    private final Workers workers;
    private final StageTimes times;
    private final Search<T> search;
    private final HeapBudget.Share heap;

    private int nextSource;
    private Iterator<List<T>> batch = Collections.emptyIterator();
    private Iterator<T> ofSource = Collections.emptyIterator();

    /** Finds the pairs of a source. Called by several workers at once, each of which works on one source at a time. */
    @FunctionalInterface
    public interface Search<T> {
        /** @param heap the worker's share, which gets the bytes of the pairs */
        List<T> of(int source, int worker, HeapBudget.Share heap);
    }

    /**
     * The batches of sources that are searched together. Sources are numbered from 0 on, in the order of their
     * vertices.
     */
    @FunctionalInterface
    public interface Batches {
        /**
         * Makes the pairs of the sources from {@code first} on ready to be searched; returns the end of these sources.
         */
        int next(int first);
    }

    /**
     * Batches of sources with not too many paths.
     *
     * @param ends which vertices are sources
     * @param rows the neighbors of each source
     * @param back the neighbors of those neighbors, by which paths lead back to the side of the sources
     * @param pathsPerBatch the most paths of the sources of a batch, unless it is a single source
     */
    private static Batches byPaths(PairEnds ends, Csr rows, Csr back, long pathsPerBatch) {
        int count = ends.sourceCount(rows.vertexCount());
        return first -> {
            int next = first;
            long paths = 0;
            do {
                paths += rows.pathsFrom(ends.source(next++), back);
            } while (next < count
                    && next - first < SOURCES_PER_BATCH
                    && paths + rows.pathsFrom(ends.source(next), back) <= pathsPerBatch);
            return next;
        };
    }

    /**
     * The counters of common neighbors, and the batches of sources that are counted together.
     *
     * @param counters one for each worker, for the sources of the last batch
     */
    public record Counted(CommonNeighborCounts[] counters, Batches batches) {}

    /**
     * Has common neighbors counted on the CPU, or by a device.
     *
     * @param ends which vertices are sources; all where a device counts
     * @param wanted which pairs a device is to find; the CPU counts all
     * @param weights the weights of edges, for the CPU; null where these have none, or a device counts
     * @param pathsPerBatch on the CPU, about the paths of the sources of a batch; on a device, the most pairs of the
     *     sources of a batch
     * @param scope owns the memory that this takes
     */
    public static Counted counted(
            Graph graph,
            PairEnds ends,
            Csr rows,
            Csr back,
            DeviceBatches.Wanted wanted,
            TwoPathCounter.EdgePairs weights,
            long pathsPerBatch,
            Execution execution,
            Backend.Choice choice,
            OffHeapScope scope) {
        CommonNeighborCounts[] counters =
                new CommonNeighborCounts[execution.workers().concurrency()];
        if (choice.device() == null) {
            SimilarityMetric metric = wanted.metric();
            Arrays.setAll(
                    counters,
                    worker -> weights != null
                            ? new TwoPathCounter(
                                    rows, back, weights, execution.workers().cancellation(), scope)
                            : new TwoPathCounter(
                                    rows,
                                    back,
                                    metric.hasWeights() ? metric::weight : null,
                                    execution.workers().cancellation(),
                                    scope));
            return new Counted(counters, byPaths(ends, rows, back, pathsPerBatch));
        }
        DeviceBatches batches = scope.own(new DeviceBatches(graph, wanted, pathsPerBatch, execution, choice));
        Arrays.setAll(counters, worker -> batches.counts());
        return new Counted(counters, batches);
    }

    /**
     * @param ends which vertices are sources
     * @param vertices the number of vertices of their side
     * @param batches is asked for one batch after the other
     * @param execution the progress advances by the number of sources; the time of the search counts as computing
     */
    public SourceBatches(PairEnds ends, int vertices, Batches batches, Execution execution, Search<T> search) {
        this.ends = ends;
        this.count = ends.sourceCount(vertices);
        this.batches = batches;
        this.workers = execution.workers();
        this.times = execution.times();
        this.search = search;
        this.heap = execution.memory().heap().share("pairs that are found");
    }

    @Override
    public boolean hasNext() {
        while (!ofSource.hasNext()) {
            if (batch.hasNext()) {
                ofSource = batch.next().iterator();
            } else if (nextSource < count) {
                batch = nextBatch().iterator();
            } else {
                return false;
            }
        }
        return true;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ofSource.next();
    }

    /** Finds the pairs of the next sources, one or more of them: a list for each source. */
    private List<List<T>> nextBatch() {
        batch = Collections.emptyIterator();
        ofSource = Collections.emptyIterator();
        heap.become(0);
        int first = nextSource;
        nextSource = batches.next(first);
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<T>[] found = new List[nextSource - first];
        times.time(Stage.COMPUTE, () -> find(first, found));
        return Arrays.asList(found);
    }

    private void find(int first, List<T>[] found) {
        // All that they take goes back with the share of all workers, when the next batch begins.
        HeapBudget.Share[] ofWorkers = new HeapBudget.Share[workers.concurrency()];
        Arrays.setAll(ofWorkers, worker -> heap.ofThread());
        workers.forEach(
                found.length,
                1 + found.length / (8L * workers.concurrency()),
                (worker, i) -> found[(int) i] = search.of(ends.source(first + (int) i), worker, ofWorkers[worker]));
    }

    /** Gives back the heap of the pairs that were found last. */
    @Override
    public void close() {
        heap.close();
    }
}
