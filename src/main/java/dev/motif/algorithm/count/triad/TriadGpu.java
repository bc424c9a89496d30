package dev.motif.algorithm.count.triad;

import dev.motif.algorithm.count.triad.Triad.Dyad;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.AllReduce;
import dev.motif.backend.work.AllReduce.Counts;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.SlicedLaunches;
import dev.motif.gpu.graph.DeviceRanking;
import dev.motif.gpu.graph.DeviceTriangleGraph;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Counts closed triads and wedges on GPUs that hold the graph (triad.cu); what follows from these is computed on the CPU.
 *
 * <p>Counters are 64-bit: fewer than 2^32 edges, at vertices of degrees below 2^31, make fewer than 2^63 wedges.
 *
 * @param directions two bits an edge, on the host
 * @param share which part of the triads to count
 * @param places receives the places of the vertices, of which other devices write some; null for totals alone
 */
record TriadGpu(
        UnipartiteGraph graph,
        OffHeapLongs directions,
        Execution execution,
        GpuDevice device,
        Participant share,
        OffHeapLongs places) {
    private static final String MODULE = "triad";
    private static final KernelSignature DIRECTIONS = KernelSignature.of(MODULE, "triad_directions_per_edge");
    private static final KernelSignature DYADS = KernelSignature.of(MODULE, "triad_dyads_per_slot");
    private static final KernelSignature CLOSED = KernelSignature.of(MODULE, "triad_closed_per_slot");
    private static final KernelSignature WEDGES = KernelSignature.of(MODULE, "triad_wedges_per_vertex");
    private static final KernelSignature ENDS = KernelSignature.of(MODULE, "triad_ends_per_slot");

    private static final int THREADS = 256;

    /** Into how many ranges the slots, and the vertices, are cut where devices share them. */
    private static final int CUTS = 4096;

    /** The kinds of dyads of edges. */
    private static final int KINDS = 3;

    private static final int EDGES_PER_WORD = Long.SIZE / 2;
    private static final long WORDS_PER_TASK = 1 << 10;

    /** Counts what its configuration asks for. */
    record Version(TriadConfig config) implements GpuVersion.Undivided<UnipartiteGraph, TriadResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return DeviceTriangleGraph.canHold(size.edges())
                    ? device.obstacle(workBytes(size, false) + copyBytes(device, size))
                    : "triads need fewer than 2^32 relationships on a GPU";
        }

        @Override
        public boolean canShare(GpuDevice device, GraphSize size) {
            return workBytes(size, true) + copyBytes(device, size) <= device.limitBytes();
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            return estimate(device, size, false);
        }

        @Override
        public GpuEstimate estimate(List<GpuDevice> devices, GraphSize size) {
            boolean shared = devices.size() > 1;
            return estimate(devices.get(0), size, shared).sharedBy(devices.size());
        }

        private GpuEstimate estimate(GpuDevice device, GraphSize size, boolean shared) {
            return GpuEstimate.of(
                    device,
                    MemoryEstimate.sum(
                            "triad",
                            MemoryEstimate.of("places", TriadTable.PLACES * vertices(size) * Long.BYTES),
                            MemoryEstimate.of("directions", words(size.edges()) * Long.BYTES)),
                    copyBytes(device, size),
                    MemoryEstimate.of("counting", workBytes(size, shared)));
        }

        /** The vertices whose places are counted. */
        private long vertices(GraphSize size) {
            return config.perVertex() ? size.vertices() : 0;
        }

        private long workBytes(GraphSize size, boolean shared) {
            return TriadGpu.workBytes(size, vertices(size), shared);
        }

        @Override
        public TriadResult run(UnipartiteGraph graph, Execution execution, List<GpuDevice> devices) {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                OffHeapLongs places = config.perVertex() ? scope.longs(TriadTable.PLACES * graph.vertexCount()) : null;
                OffHeapLongs directions = scope.longs(words(graph.edgeCount()));
                execution.time(Stage.PREPARE, () -> pack(graph, config.directions(), directions, execution.workers()));
                long[] byCode = devices.size() == 1
                        ? new TriadGpu(graph, directions, execution, devices.get(0), Participant.whole(), places)
                                .count()
                        : shared(graph, directions, execution, devices, places);
                return execution.time(Stage.COMPUTE, () -> {
                    if (places != null) {
                        TriadEquations.takeClosed(places, execution.workers());
                    }
                    BigInteger[] found =
                            Arrays.stream(byCode).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
                    long mutual = byCode[TriadTable.code(Dyad.MUTUAL, Dyad.NULL, Dyad.NULL)] / 2;
                    return new TriadResult(TriadEquations.counts(graph, found, mutual), scope.keep(places));
                });
            }
        }
    }

    /** The counts of one device by code. */
    private record Part(long[] byCode) implements AutoCloseable {
        @Override
        public void close() {}
    }

    private static long[] shared(
            UnipartiteGraph graph,
            OffHeapLongs directions,
            Execution execution,
            List<GpuDevice> devices,
            OffHeapLongs places) {
        execution.workers().progress().begin(ClosedTriads.STAGE, 0);
        List<Part> parts = DeviceGroup.run(
                devices,
                WorkPart.WHOLE,
                execution,
                (own, device, share) -> new Part(new TriadGpu(graph, directions, own, device, share, places).count()));
        long[] byCode = new long[TriadTable.CODES];
        for (Part part : parts) {
            Arrays.setAll(byCode, code -> byCode[code] + part.byCode[code]);
        }
        return byCode;
    }

    /** The number of 64-bit words for the directions of edges. */
    private static long words(long edges) {
        return (edges + EDGES_PER_WORD - 1) / EDGES_PER_WORD;
    }

    /** Gets the directions of all edges into two bits each. */
    private static void pack(UnipartiteGraph graph, EdgeDirections directions, OffHeapLongs packed, Workers workers) {
        workers.forRanges(packed.length(), WORDS_PER_TASK, (worker, from, to) -> {
            for (long word = from; word < to; word++) {
                long first = word * EDGES_PER_WORD;
                long bits = 0;
                for (long edge = Math.min(first + EDGES_PER_WORD, graph.edgeCount()) - 1; edge >= first; edge--) {
                    bits = bits << 2 | directions.of(edge);
                }
                packed.set(word, bits);
            }
        });
    }

    private static long copyBytes(GpuDevice device, GraphSize size) {
        return DeviceTriangleGraph.peakBytes(device.info(), size.vertices(), size.edges());
    }

    /** @param places the vertices whose places are counted */
    private static long workBytes(GraphSize size, long places, boolean shared) {
        return words(size.edges()) * Long.BYTES
                + size.edges() // dyads
                + (1 + KINDS) * size.vertices() * Integer.BYTES // vertices, degrees
                + 2 * TriadTable.CODES * Long.BYTES // counts, places of codes
                + Long.BYTES // claimed
                + SlicedLaunches.bytes(1)
                + TriadTable.PLACES * places * Long.BYTES
                + (shared ? scratchBytes(places) : 0)
                + DeviceArray.SLACK_BYTES;
    }

    /** The device memory for adding up the places of several devices, each of which adds up at most half of them. */
    private static long scratchBytes(long places) {
        return TriadTable.PLACES / 2 * places * Long.BYTES;
    }

    /** Counts what the share has; returns the counts by code as triad.cu has them. */
    private long[] count() {
        Workers workers = execution.workers();
        GraphSize size = GraphSize.of(graph);
        long perVertex = places == null ? 0 : size.vertices();
        workers.progress().begin("waiting for the GPU", 0);
        try (GpuSession session = device.open(
                        DeviceTriangleGraph.key(graph),
                        workBytes(size, perVertex, !share.isWhole()),
                        copyBytes(device, size),
                        workers);
                AllReduce exchange = new AllReduce(session, device, share, workers.cancellation())) {
            DeviceTriangleGraph ranked = execution.rank(() -> DeviceTriangleGraph.of(session, graph));
            workers.cancellation().check();
            workers.progress().begin(ClosedTriads.STAGE, 0);
            Counting counting = new Counting(session, ranked);
            double millis = session.time(() -> {
                counting.lookUpDyads();
                counting.count();
                if (places != null) {
                    counting.addUp(exchange);
                }
            });
            execution.times().add(Stage.COMPUTE, millis);
            workers.cancellation().check();
            if (places != null) {
                execution.time(Stage.TRANSFER, () -> exchange.download(counting.byVertex(), 0, places));
            }
            return session.readLongs(counting.counts, TriadTable.CODES);
        }
    }

    /** The arrays of a session, and the launches. */
    private final class Counting {
        private final GpuSession session;
        private final DeviceTriangleGraph ranked;
        private final int vertexCount = (int) graph.vertexCount();
        private final DeviceArray vertices;
        private final DeviceArray dyads;
        private final DeviceArray degrees;
        private final DeviceArray claimed;
        private final DeviceArray counts;
        private final DeviceArray perVertex;
        private final KernelArguments places;
        private final SlicedLaunches launches;

        Counting(GpuSession session, DeviceTriangleGraph ranked) {
            this.session = session;
            this.ranked = ranked;
            vertices = session.ints(vertexCount);
            dyads = session.bytes(graph.edgeCount());
            degrees = session.zeroedInts((long) KINDS * vertexCount);
            claimed = session.longs(1);
            counts = session.zeroedLongs(TriadTable.CODES);
            boolean wanted = TriadGpu.this.places != null;
            perVertex = wanted ? session.zeroedLongs((long) TriadTable.PLACES * vertexCount) : DeviceArray.NULL;
            DeviceArray placesOf = session.longs(TriadTable.CODES);
            session.writeLongs(placesOf, TriadTable.packedPlaces());
            places = new KernelArguments()
                    .with("placesOf", placesOf)
                    .with("vertices", vertices)
                    .with("placeCount", wanted ? TriadTable.PLACES : 0)
                    .with("perVertex", perVertex);
            launches = new SlicedLaunches(session, 1, execution.workers().cancellation());
        }

        /** Finds the dyads of the slots, and the degrees by dyad. */
        void lookUpDyads() {
            if (graph.edgeCount() == 0) {
                return;
            }
            DeviceRanking.verticesOfRanks(session, ranked.ranks(), vertexCount, vertices);
            session.launchThreads(
                    DIRECTIONS,
                    graph.edgeCount(),
                    session.uploaded(directions),
                    ranked.slots(),
                    graph.edgeCount(),
                    dyads);
            session.launchSlots(
                    DYADS,
                    graph.edgeCount(),
                    rows().with("slotCount", graph.edgeCount())
                            .with("vertices", vertices)
                            .with("dyads", dyads)
                            .with("degrees", degrees));
        }

        private KernelArguments rows() {
            return new KernelArguments()
                    .with("offsets", ranked.offsets())
                    .with("neighbors", ranked.neighbors())
                    .with("count", vertexCount);
        }

        /** Counts the closed triads and wedges of the ranges that this device claims. */
        void count() {
            List<Range> ranges = new ArrayList<>();
            Supplier<Range> claims = share.ranges(CUTS, 0);
            for (Range range = claims.get(); range != null; range = claims.get()) {
                ranges.add(range);
                countClosed(part(range, graph.edgeCount()));
            }
            execution.workers().progress().begin(OpenTriads.STAGE, 0);
            for (Range range : ranges) {
                countWedges(part(range, vertexCount));
                if (TriadGpu.this.places != null) {
                    addEnds(part(range, graph.edgeCount()));
                }
            }
        }

        /** The range of items that belongs to a range of cuts. */
        private static Range part(Range cuts, long items) {
            return new Range(items * cuts.from() / CUTS, items * cuts.to() / CUTS);
        }

        private void countClosed(Range slots) {
            if (slots.from() == slots.to()) {
                return;
            }
            session.clear(claimed);
            launches.add(
                    CLOSED,
                    session.residentBlocks(CLOSED, THREADS, 0),
                    THREADS,
                    0,
                    rows().with("first", slots.from())
                            .with("last", slots.to())
                            .with("dyads", dyads)
                            .with("claimed", claimed)
                            .with("counts", counts)
                            .with(places));
            launches.run();
        }

        private void countWedges(Range ranks) {
            if (ranks.from() < ranks.to() && graph.edgeCount() > 0) {
                session.launchThreads(
                        WEDGES,
                        ranks.to() - ranks.from(),
                        new KernelArguments()
                                .with("degrees", degrees)
                                .with("from", (int) ranks.from())
                                .with("to", (int) ranks.to())
                                .with("counts", counts)
                                .with(places));
            }
        }

        private void addEnds(Range slots) {
            if (slots.from() < slots.to()) {
                session.launchSlots(
                        ENDS,
                        slots.to() - slots.from(),
                        rows().with("first", slots.from())
                                .with("slotCount", slots.to() - slots.from())
                                .with("dyads", dyads)
                                .with("degrees", degrees)
                                .with(places));
            }
        }

        Counts byVertex() {
            return Counts.longs(perVertex, (long) TriadTable.PLACES * vertexCount);
        }

        /** Adds up the places that all devices counted. */
        void addUp(AllReduce exchange) {
            DeviceArray scratch = share.isWhole() ? DeviceArray.NULL : session.bytes(scratchBytes(vertexCount));
            Counts counts = byVertex();
            exchange.begin(counts);
            exchange.sum(counts, scratch);
        }
    }
}
