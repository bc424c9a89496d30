package dev.motif.process;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import java.io.Serializable;

/** Messages between the server and its worker process about a call or a graph, which a number names. */
sealed interface Message extends Serializable {
    /**
     * Asks for a task to be run.
     *
     * @param graph the number of its graph, 0 for none
     * @param concurrency the number of its threads
     */
    record Call(Task<?> task, long graph, int concurrency) implements Message {}

    /**
     * Asks for a graph to be kept.
     *
     * @param right null for a unipartite graph, whose rows are {@code left}
     */
    record Keep(Csr left, Csr right) implements Message {
        static Keep of(Graph graph) {
            return new Keep(Rows.LEFT.of(graph), graph instanceof BipartiteGraph ? Rows.RIGHT.of(graph) : null);
        }

        Graph graph() {
            return right == null ? new UnipartiteGraph(left) : new BipartiteGraph(left, right);
        }
    }

    /** Asks to forget a graph that was kept. */
    record Forget() implements Message {}

    /** Says that the result of a call is not wanted any more. */
    record Cancel() implements Message {}

    /** Answers that a stage of a call has begun. */
    record Stage(String name, long volume) implements Message {}

    /** Answers how much further a stage has come. */
    record Advance(long amount) implements Message {}

    /** Answers the result of a call; the last message about it. */
    record Result(Object value) implements Message {}

    /** Answers why a call has failed; the last message about it. */
    record Failure(Throwable reason) implements Message {}

    /** Stands for rows of a call's graph, which both processes have. */
    enum Rows {
        /** The rows of the left vertices, or of all vertices of a unipartite graph. */
        LEFT,
        RIGHT;

        Csr of(Graph graph) {
            if (graph instanceof BipartiteGraph bipartite) {
                return this == LEFT ? bipartite.left() : bipartite.right();
            }
            return graph instanceof UnipartiteGraph unipartite && this == LEFT ? unipartite.adjacency() : null;
        }
    }
}
