package dev.motif.spark;

import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.MaximalBiclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.spark.parts.GraphSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Lists the maximal bicliques of a range of roots: another thread searches, and waits while the rows that it found have not
 * been read, so that their number does not matter to the memory.
 *
 * @param weights which their rows have; null for none
 */
record ListOfRange(GraphSource source, MaximalBicliqueConfig config, GroupWeights weights, long memoryLimit)
        implements FlatMapFunction<WorkRange, Row> {
    private static final int ROWS_AHEAD = 1 << 10;
    private static final long POLL_MILLIS = 50;

    @Override
    public Iterator<Row> call(WorkRange range) {
        Search search = new Search(range);
        search.thread.start();
        return search;
    }

    /** The search and its rows. */
    private final class Search implements Iterator<Row> {
        private final WorkRange range;
        private final LoadedGraph.Use use = LoadedGraph.use(source, memoryLimit);
        private final Cancellation taskEnded = LoadedGraph.workers().cancellation();
        private final BlockingQueue<Row> found = new ArrayBlockingQueue<>(ROWS_AHEAD);
        private final Thread thread = new Thread(this::search, "motif-list");
        private final GroupWeights ofBicliques;
        private volatile boolean stopped;
        private volatile boolean done;
        private volatile Throwable failure;
        private Row next;

        Search(WorkRange range) {
            this.range = range;
            thread.setDaemon(true);
            TaskContext.get().addTaskCompletionListener(context -> {
                stop();
            });
            ofBicliques = weights == null ? null : use.weights(weights);
        }

        private void search() {
            Workers workers = new Workers(1, () -> stopped || taskEnded.requested(), Progress.NONE);
            try {
                new MaximalBicliqueAlgorithm()
                        .list(
                                (BipartiteGraph) use.graph(),
                                config,
                                List.of(range),
                                new Execution(use.memory(), workers, new StageTimes()),
                                worker -> this::add);
            } catch (Throwable e) {
                failure = e;
            }
            done = true;
        }

        private void add(MaximalBiclique biclique) {
            int[] left = new int[biclique.leftSize()];
            int[] right = new int[biclique.rightSize()];
            biclique.copyLeft(left);
            biclique.copyRight(right);
            Row row = ofBicliques == null
                    ? RowFactory.create(ids(Side.LEFT, left), ids(Side.RIGHT, right))
                    : RowFactory.create(ids(Side.LEFT, left), ids(Side.RIGHT, right), weight(left, right));
            try {
                while (!stopped && !found.offer(row, POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    // Until rows are read.
                }
            } catch (InterruptedException e) {
                stopped = true;
                Thread.currentThread().interrupt();
            }
        }

        private double weight(int[] left, int[] right) {
            Arrays.sort(left);
            Arrays.sort(right);
            return ofBicliques.value(ofBicliques.of(left, right)).doubleValue();
        }

        private Object ids(Side side, int[] vertices) {
            List<Long> ids = new ArrayList<>(vertices.length);
            for (int vertex : vertices) {
                ids.add(use.id(side, vertex));
            }
            return scala.jdk.javaapi.CollectionConverters.asScala(ids).toSeq();
        }

        @Override
        public boolean hasNext() {
            try {
                while (next == null) {
                    // Asked before the last look, since rows may come in between.
                    boolean last = done;
                    next = found.poll(last ? 0 : POLL_MILLIS, TimeUnit.MILLISECONDS);
                    if (next == null && last) {
                        break;
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
            if (next == null && failure != null) {
                throw new IllegalStateException(failure);
            }
            return next != null;
        }

        @Override
        public Row next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Row now = next;
            next = null;
            return now;
        }

        /** Waits for the end of the search, whose memory is the graph's. */
        void stop() {
            stopped = true;
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (ofBicliques != null) {
                ofBicliques.close();
            }
            use.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
