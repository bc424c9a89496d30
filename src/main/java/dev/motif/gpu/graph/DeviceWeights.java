package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.WeightUnit;
import dev.motif.parallel.Workers;

/** The weights of the edges of a graph on a device, whose copy it has, as whole numbers of a unit (edge_weights.cu). */
public final class DeviceWeights {
    private static final String MODULE = "edge_weights";
    private static final KernelSignature UNITS = KernelSignature.of(MODULE, "weights_units_per_slot");
    private static final KernelSignature TOTALS = KernelSignature.of(MODULE, "weights_totals_per_vertex");

    private final GpuSession session;
    private final DeviceWedges.Rows first;
    private final boolean symmetric;
    private final boolean floats;
    private final WeightUnit unit;
    private final boolean narrow;
    private final DeviceArray values;

    /** The number of the first edge of each row of {@link #first}, and last the number of all edges. */
    private final DeviceArray edgeStarts;

    private DeviceWeights(
            GpuSession session,
            DeviceWedges.Rows first,
            DeviceArray edgeStarts,
            boolean symmetric,
            EdgeWeights weights,
            WeightUnit unit,
            boolean narrow) {
        this.session = session;
        this.first = first;
        this.symmetric = symmetric;
        this.floats = weights.areFloats();
        this.unit = unit;
        this.narrow = narrow;
        this.edgeStarts = edgeStarts;
        long edges = symmetric ? first.slots() / 2 : first.slots();
        this.values = session.longs(edges);
        session.upload(weights.values().address(), edges * Long.BYTES, values);
    }

    /**
     * Uploads the weights of a bipartite graph.
     *
     * @param unit all weights are multiples of it
     * @param narrow whether all have fewer than 2^32 units
     */
    public static DeviceWeights of(
            GpuSession session, DeviceBipartiteGraph graph, EdgeWeights weights, WeightUnit unit, boolean narrow) {
        return new DeviceWeights(session, graph.left(), graph.left().offsets(), false, weights, unit, narrow);
    }

    /**
     * Uploads the weights of a unipartite graph.
     *
     * @param unit all weights are multiples of it
     * @param narrow whether all have fewer than 2^32 units
     * @param memory for 8 bytes a vertex meanwhile
     */
    public static DeviceWeights of(
            GpuSession session,
            UnipartiteGraph graph,
            EdgeWeights weights,
            WeightUnit unit,
            boolean narrow,
            NativeMemory memory,
            Workers workers) {
        DeviceWedges.Rows rows = DeviceUnipartiteGraph.of(session, graph).rows();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs firstEdges = graph.firstEdges(scope, workers);
            return new DeviceWeights(session, rows, session.uploaded(firstEdges), true, weights, unit, narrow);
        }
    }

    /** The device bytes until {@link #free}. */
    public static long bytes(long vertices, long edges) {
        return (edges + vertices + 1) * Long.BYTES;
    }

    /** The units of the weight of each slot of rows of the graph: 32 bits each where they are narrow, otherwise 64. */
    public DeviceArray bySlot(DeviceWedges.Rows rows) {
        DeviceArray units = narrow ? session.ints(rows.slots()) : session.longs(rows.slots());
        session.launchSlots(
                UNITS,
                rows.slots(),
                new KernelArguments()
                        .with("firstOffsets", first.offsets())
                        .with("firstNeighbors", first.neighbors())
                        .with("edgeStarts", edgeStarts)
                        .with("offsets", rows.offsets())
                        .with("neighbors", rows.neighbors())
                        .with("rowCount", rows.count())
                        .with("slotCount", rows.slots())
                        .with("symmetric", symmetric ? 1 : 0)
                        .with("values", values)
                        .with("floats", floats ? 1 : 0)
                        .with("exponent", unit.exponent())
                        .with("narrow", narrow ? 1 : 0)
                        .with("units", units));
        return units;
    }

    /**
     * For each row the sum of the units of its slots, as a double.
     *
     * @param bySlot the units of the slots of these rows
     * @param squared whether the squares of the units are added up, in place of them
     */
    public DeviceArray totals(DeviceWedges.Rows rows, DeviceArray bySlot, boolean squared) {
        DeviceArray totals = session.longs(rows.count());
        session.launchWarps(
                TOTALS, rows.count(), rows.offsets(), rows.count(), bySlot, narrow ? 1 : 0, squared ? 1 : 0, totals);
        return totals;
    }

    /** Frees the weights of edges, once they are read; the weights of slots and of rows stay. */
    public void free() {
        session.await();
        session.free(values);
        if (symmetric) {
            session.free(edgeStarts);
        }
    }
}
