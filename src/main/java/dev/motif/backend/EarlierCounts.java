package dev.motif.backend;

import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.graph.change.ChangedEdges;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;

/**
 * Counts stored before a refresh. With the edges that changed since, current counts are updated instead of recounted.
 * Before the graph is there only the column's name is known. The values stay in this process.
 */
public final class EarlierCounts implements Serializable {
    /** The reason why a GPU does not change them. */
    public static final String ON_CPU = "counts of an earlier state are changed on the CPU alone";

    private static final long serialVersionUID = 1;

    /** The most bytes of heap that a change takes: some numbers for each direction and state. */
    private static final long HEAP_BYTES = 160;

    private final String property;
    private final boolean required;
    private final String counted;
    private final boolean ofNodes;
    private final transient OffHeapLongs first;
    private final transient OffHeapLongs second;
    private final transient ChangedEdges changes;

    private EarlierCounts(
            String property,
            boolean required,
            String counted,
            boolean ofNodes,
            OffHeapLongs first,
            OffHeapLongs second,
            ChangedEdges changes) {
        this.property = property;
        this.required = required;
        this.counted = counted;
        this.ofNodes = ofNodes;
        this.first = first;
        this.second = second;
        this.changes = changes;
    }

    /**
     * Counts that are not there yet.
     *
     * @param property the column
     * @param required whether nothing is counted anew
     * @param ofNodes whether nodes have them, or else relationships
     */
    public static EarlierCounts named(String property, boolean required, String counted, boolean ofNodes) {
        return new EarlierCounts(property, required, counted, ofNodes, null, null, null);
    }

    /**
     * The same counts with their values.
     *
     * @param one of the left vertices, or of the edges; negative where one was not there all the time since
     * @param other of the right vertices, else null
     */
    public EarlierCounts with(OffHeapLongs one, OffHeapLongs other, ChangedEdges since) {
        return new EarlierCounts(property, required, counted, ofNodes, one, other, since);
    }

    public String property() {
        return property;
    }

    /** Whether nothing is to be counted anew. */
    public boolean required() {
        return required;
    }

    /** The motif that the column has to count. */
    public String counted() {
        return counted;
    }

    public boolean ofNodes() {
        return ofNodes;
    }

    /** The counts of the left vertices; null where they are not of nodes. */
    public OffHeapLongs left() {
        return ofNodes ? first : null;
    }

    /** The counts of the right vertices; null where they are not of nodes. */
    public OffHeapLongs right() {
        return second;
    }

    /** The counts of the edges; null where they are of nodes. */
    public OffHeapLongs edges() {
        return ofNodes ? null : first;
    }

    /** The edges that changed since; null while the values are not there. */
    public ChangedEdges changes() {
        return changes;
    }

    /** The memory of updating the counts. */
    public CpuEstimate estimate(MemoryEstimate offHeap) {
        return CpuEstimate.of(offHeap, MemoryEstimate.range("changed relationships", 0, HEAP_BYTES * changes.count()));
    }

    /** Whether a run updates earlier counts. That is always done on the CPU; false for null. */
    public static boolean isIncremental(EarlierCounts earlier) {
        return earlier != null && (earlier.required || earlier.changes != null);
    }

    /** A configuration of an algorithm that may change earlier counts. */
    public interface Following<C> {
        /** The earlier counts; null where everything is counted anew. */
        EarlierCounts earlier();

        /** This configuration with other earlier counts, or null for none. */
        C since(EarlierCounts other);
    }

    /** An algorithm that may change earlier counts. */
    public interface Changing<G, C> {
        /**
         * About the nanoseconds that one thread takes to count anew.
         *
         * @param memory where prepared forms of the graph are
         */
        double anewNanos(G graph, C config, NativeMemory memory);

        /** About the nanoseconds that one thread takes to change the counts of a configuration by what has changed. */
        double changingNanos(G graph, C config);
    }
}
