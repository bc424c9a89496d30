package dev.motif.spark.parts;

import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.Consumer;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Makes the rows of a data frame for a range of a plan, in pieces as they are read.
 *
 * @param what which rows
 */
public record PartRows(FileArrays arrays, Plan plan, What what) implements FlatMapFunction<WorkRange, Row> {
    /** The rows of a graph: of the left side, of the right side, or of its only side. */
    public enum What {
        /** Side, id and butterflies of each vertex. */
        BUTTERFLIES_OF_NODES,
        /** Ids of the left and the right end and butterflies of each edge. */
        BUTTERFLIES_OF_EDGES,
        /** Ids of both ends and common neighbors of each edge, with its smaller end. */
        COMMON_NEIGHBORS
    }

    /** Makes one piece of the rows after the other. */
    @FunctionalInterface
    public interface Pieces {
        /** Gives the rows of the next piece; false when there is none. */
        boolean next(Consumer<Row> to);
    }

    /** One thread, which ends with its task. */
    public static Workers workers() {
        TaskContext task = TaskContext.get();
        return new Workers(1, task::isInterrupted, Progress.NONE);
    }

    @Override
    public Iterator<Row> call(WorkRange range) {
        if (what == What.COMMON_NEIGHBORS) {
            CommonNeighborParts parts =
                    new CommonNeighborParts(arrays, plan, range, workers().cancellation());
            Rows rows = new Rows(parts::close);
            Iterator<WorkRange> blocks = plan.blocks().iterator();
            return rows.of(to -> {
                if (!blocks.hasNext()) {
                    return false;
                }
                parts.count(
                        blocks.next(),
                        (source, target, common) -> to.accept(RowFactory.create(source, target, common)));
                return true;
            });
        }
        ButterflyParts parts = new ButterflyParts(arrays, plan, range, workers());
        Rows rows = new Rows(parts::close);
        return rows.of(what == What.BUTTERFLIES_OF_NODES ? nodes(parts) : edges(parts));
    }

    private Pieces nodes(ButterflyParts parts) {
        ButterflyParts.Nodes nodes = parts.ofNodes(plan.blocks());
        long[] next = {0};
        return to -> {
            if (next[0] == nodes.counts().length()) {
                return false;
            }
            long u = next[0]++;
            to.accept(RowFactory.create(
                    plan.part(), nodes.ids().get(u), nodes.counts().get(u)));
            return true;
        };
    }

    private Pieces edges(ButterflyParts parts) {
        ButterflyParts.Edges edges = parts.ofEdges(plan.blocks());
        boolean fromLeft = plan.part().equals("left");
        int[] next = {0};
        return to -> {
            Csr rows = edges.rows();
            if (next[0] == rows.vertexCount()) {
                return false;
            }
            int u = next[0]++;
            long id = edges.ids().get(u);
            for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                long other = edges.neighborIds().get(rows.neighbor(slot));
                to.accept(RowFactory.create(
                        fromLeft ? id : other,
                        fromLeft ? other : id,
                        edges.counts().get(slot)));
            }
            return true;
        };
    }

    /**
     * Rows in pieces, each of which is made when the one before has been read, until the task ends: other threads, such as one
     * that writes to Python, may read longer.
     */
    public static final class Rows implements Iterator<Row> {
        private final Queue<Row> ready = new ArrayDeque<>();
        private Pieces pieces;
        private boolean more = true;
        private boolean ended;

        /** @param free frees what rows are made of, as the task ends */
        public Rows(Runnable free) {
            TaskContext.get().addTaskCompletionListener(context -> {
                end(free);
            });
        }

        /** The rows made of some pieces. */
        public Rows of(Pieces made) {
            pieces = made;
            return this;
        }

        private synchronized void end(Runnable free) {
            ended = true;
            free.run();
        }

        @Override
        public synchronized boolean hasNext() {
            while (ready.isEmpty() && more) {
                if (ended) {
                    throw new IllegalStateException("rows cannot be read after their task");
                }
                more = pieces.next(ready::add);
            }
            return !ready.isEmpty();
        }

        @Override
        public synchronized Row next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return ready.remove();
        }
    }
}
