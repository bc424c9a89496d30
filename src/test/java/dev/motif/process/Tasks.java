package dev.motif.process;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.parallel.Workers;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Tasks for tests of worker processes. */
final class Tasks {
    private Tasks() {}

    /** A thing that runs where it is sent to. */
    interface Sent<T> extends Supplier<T>, Serializable {}

    /** Returns what {@code body} does. */
    record Doing<T>(Sent<T> body) implements Task<T> {
        @Override
        public T run(Graph graph, NativeMemory memory, Workers workers) {
            return body.get();
        }
    }

    /** Returns the sum of numbers, or fails where it is 0. */
    record Summing(OffHeapLongs numbers) implements Task<Long> {
        @Override
        public Long run(Graph graph, NativeMemory memory, Workers workers) {
            long sum = LongStream.range(0, numbers.length()).map(numbers::get).sum();
            if (sum == 0) {
                throw new IllegalArgumentException("nothing to add up");
            }
            return sum;
        }
    }

    /** Returns the off-heap bytes of the process that are in use. */
    record LiveBytes() implements Task<Long> {
        @Override
        public Long run(Graph graph, NativeMemory memory, Workers workers) {
            return memory.liveBytes();
        }
    }

    /**
     * Facts about a graph.
     *
     * @param rows those of the graph
     * @param degrees of the left vertices
     * @param neighbors those of the left vertices, one after the other
     * @param sums 2^64 times the degree of each left vertex, and its number
     */
    record Facts(Csr rows, OffHeapLongs degrees, OffHeapInts neighbors, OffHeapSums sums, OffHeapInts none)
            implements Serializable, AutoCloseable {
        @Override
        public void close() {
            degrees.close();
            neighbors.close();
            sums.close();
            none.close();
        }
    }

    /** Finds {@link Facts} about a bipartite graph. */
    record Reading() implements Task<Facts> {
        @Override
        public Facts run(Graph graph, NativeMemory memory, Workers workers) {
            Csr rows = ((BipartiteGraph) graph).left();
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                OffHeapLongs degrees = scope.longs(rows.vertexCount());
                OffHeapInts neighbors = scope.ints(rows.slotCount());
                OffHeapSums sums = scope.own(OffHeapSums.zeroed(memory, rows.vertexCount()));
                for (int v = 0; v < rows.vertexCount(); v++) {
                    degrees.set(v, rows.degree(v));
                    sums.add(v, rows.degree(v), v);
                }
                neighbors.copyFrom(rows.neighbors(), 0, 0, rows.slotCount());
                OffHeapInts none = scope.ints(0);
                return new Facts(rows, scope.keep(degrees), scope.keep(neighbors), scope.keep(sums), scope.keep(none));
            }
        }
    }

    /** Says that it has begun, then waits for ever; {@code obeys} whether it ends when it is cancelled. */
    record Waiting(boolean obeys) implements Task<String> {
        static final String STAGE = "waiting";

        @Override
        public String run(Graph graph, NativeMemory memory, Workers workers) {
            workers.progress().begin(STAGE, 1000);
            while (true) {
                workers.progress().advance(1);
                workers.progress().publish();
                LockSupport.parkNanos(1_000_000);
                if (obeys) {
                    workers.cancellation().check();
                }
            }
        }
    }

    /** Returns a large result once it has been cancelled, as one that was about to end. */
    record Late() implements Task<Late.Block> {
        private static final long WORDS = 1 << 22;

        /** A result. */
        record Block(OffHeapLongs words) implements Serializable, AutoCloseable {
            @Override
            public void close() {
                words.close();
            }
        }

        @Override
        public Block run(Graph graph, NativeMemory memory, Workers workers) {
            workers.progress().begin("ending", 0);
            while (!workers.cancellation().requested()) {
                LockSupport.parkNanos(1_000_000);
            }
            return new Block(memory.longs(WORDS));
        }
    }

    /** Takes heap until there is no more. */
    record Greedy() implements Task<Integer> {
        @Override
        public Integer run(Graph graph, NativeMemory memory, Workers workers) {
            List<byte[]> taken = new ArrayList<>();
            while (taken.size() < 1 << 20) {
                taken.add(new byte[1 << 20]);
            }
            return taken.size();
        }
    }
}
