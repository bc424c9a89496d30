package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.complement.CliqueSearchGpu;
import dev.motif.algorithm.count.clique.complement.LargeLeavesGpu;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.algorithm.count.clique.orientation.CliqueBlocksGpu;
import dev.motif.algorithm.count.clique.search.CliqueLeafHistogramGpu;
import dev.motif.algorithm.count.clique.search.CliqueRootsGpu;
import dev.motif.algorithm.order.CoreOrderGpu;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.SearchMemoryGpu;
import dev.motif.backend.work.AllReduce;
import dev.motif.backend.work.AllReduce.Counts;
import dev.motif.backend.work.ClaimedPositions;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceGraphCache;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceOrientedGraph;
import dev.motif.gpu.graph.DeviceUnipartiteGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/** Counts k-cliques on a GPU: orders and orients the graph there, chooses the technique and runs its search. */
final class KCliqueGpu {
    private static final String MODULE = "kclique_complement";
    private static final KernelSignature BY_VERTEX = KernelSignature.of(MODULE, "kclique_values_per_vertex");
    private static final KernelSignature BY_EDGE = KernelSignature.of(MODULE, "kclique_values_per_edge");

    /** Room for the words of results and control, on the device and, while they are copied, on the host. */
    private static final long TABLE_BYTES = 4096;

    /** Edges are no tasks of their own where there are more, since the search numbers its tasks with 32 bits. */
    private static final long MOST_SPLIT_EDGES = (1L << Integer.SIZE) - 1 - Integer.MAX_VALUE;

    /** Cliques of more vertices are counted by orientation only when that is asked for. */
    private static final int MOST_BY_ORIENTATION = 6;

    /** The same for counts by vertex or edge. */
    private static final int MOST_MEMBERS_BY_ORIENTATION = 5;

    /** The largest size of cliques for which orientation is always faster. */
    private static final int ALWAYS_BY_ORIENTATION = 4;

    /**
     * Orientation takes a step for each clique of one vertex less; up to this many steps for each edge it is faster.
     */
    private static final long STEPS_PER_EDGE = 2048;

    /** The same for counts by vertex or edge, which are as fast by complements for facebook-combined, k 5: 340 steps. */
    private static final long MEMBER_STEPS_PER_EDGE = 384;

    private final UnipartiteGraph graph;
    private final KCliqueConfig config;
    private final CliqueFormGpu form;
    private final Orientation orientation;
    private final Execution execution;
    private final GpuDevice device;
    private final Participant share;
    private final Workers workers;
    private final Deadline deadline;

    /** @param share which part of the cliques to count */
    private KCliqueGpu(
            UnipartiteGraph graph,
            KCliqueConfig config,
            CliqueFormGpu form,
            Execution execution,
            GpuDevice device,
            Participant share) {
        this.share = share;
        this.graph = graph;
        this.config = config;
        this.form = form;
        this.orientation = CliquePlan.orientation(config);
        this.execution = execution;
        this.device = device;
        this.workers = execution.workers();
        this.deadline = execution.deadline();
    }

    /** Counts what its configuration asks for. */
    record Version(KCliqueConfig config, CliqueFormGpu form) implements GpuVersion<UnipartiteGraph, KCliqueResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return memory(device, size, null, config, form).obstacle();
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            return memory(device, size, null, config, form)
                    .estimate(
                            MemoryEstimate.sum(
                                    "result",
                                    MemoryEstimate.of("counts", KCliqueAlgorithm.resultBytes(size, config)),
                                    MemoryEstimate.range("tables", 0, TABLE_BYTES + binomialBytes(size, config))),
                            MemoryEstimate.range("leaves by kind", 0, CliqueLeafHistogramGpu.MOST_HEAP_BYTES),
                            "tasks and counts",
                            "neighborhoods and stacks");
        }

        @Override
        public KCliqueResult run(UnipartiteGraph graph, Execution execution, GpuDevice device) {
            return inTime(
                    graph,
                    execution,
                    (sizes, own) -> counts(graph, sizes, own, into -> new KCliqueGpu(
                                    graph, sizes, form, own, device, Participant.whole())
                            .count(into)));
        }

        @Override
        public boolean canShare(GpuDevice device, GraphSize size) {
            return true;
        }

        @Override
        public boolean canDivide(GpuDevice device, GraphSize size) {
            return !isSeveralInTime() && !isSizeBySize(config);
        }

        @Override
        public KCliqueResult share(UnipartiteGraph graph, Execution execution, List<GpuDevice> devices, WorkPart part) {
            return inTime(
                    graph,
                    execution,
                    (sizes, own) -> isSizeBySize(sizes)
                            ? sizeBySize(sizes, size -> sharing(graph, size, own, devices, part))
                            : sharing(graph, sizes, own, devices, part));
        }

        private KCliqueResult sharing(
                UnipartiteGraph graph,
                KCliqueConfig sizes,
                Execution execution,
                List<GpuDevice> devices,
                WorkPart part) {
            execution.workers().progress().begin("searching cliques", 0);
            return counts(
                    graph,
                    sizes,
                    execution,
                    into -> DeviceGroup.sum(devices, part, execution, (own, device, share) -> new KCliqueGpu(
                                    graph, sizes, form, own, device, share)
                            .count(into)));
        }

        /** Whether sizes for which there is no time are left out. */
        private boolean isSeveralInTime() {
            return config.result() == Result.TOTAL && config.minK() < config.maxK() && config.timeoutMillis() > 0;
        }

        /** Whether one size is counted after the other until one has no cliques, which devices can tell only together. */
        private static boolean isSizeBySize(KCliqueConfig config) {
            return config.technique() == Technique.ORIENTATION && config.minK() < config.maxK();
        }

        /** @param search counts cliques within the deadline of its execution */
        private KCliqueResult inTime(
                UnipartiteGraph graph,
                Execution execution,
                BiFunction<KCliqueConfig, Execution, KCliqueResult> search) {
            return isSeveralInTime()
                    ? new KCliqueSizesGpu(graph, config, execution.deadline(config.timeoutMillis()), execution, search)
                            .count()
                    : execution.inTime(config.timeoutMillis(), timed -> search.apply(config, timed));
        }

        private static KCliqueResult sizeBySize(KCliqueConfig config, Function<KCliqueConfig, KCliqueResult> search) {
            BigInteger[] bySize = new BigInteger[config.minK()];
            KCliqueResult last;
            do {
                int k = bySize.length;
                last = search.apply(config.withSizes(k, k).with(CliquePlan.orientation(config)));
                bySize = Arrays.copyOf(bySize, k + 1);
                bySize[k] = last.count(k);
            } while (last.largest() > 0 && bySize.length <= config.maxK());
            return new KCliqueResult(
                    config, last.technique(), last.orientation(), last.degeneracy(), bySize, null, null);
        }
    }

    /**
     * Runs {@code counting}, which puts the counts by vertex or by edge into the array that it gets, null for totals,
     * and returns the totals alone.
     */
    private static KCliqueResult counts(
            UnipartiteGraph graph,
            KCliqueConfig config,
            Execution execution,
            Function<OffHeapSums, KCliqueResult> counting) {
        if (!config.local()) {
            return counting.apply(null);
        }
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            long length = config.result() == Result.VERTEX ? graph.vertexCount() : graph.edgeCount();
            OffHeapSums counts = scope.own(OffHeapSums.zeroed(execution.memory(), length));
            KCliqueResult totals = counting.apply(counts);
            // No count is larger than their total.
            if (totals.count(config.maxK()).bitLength() >= 2 * Long.SIZE && !counts.allFit()) {
                throw KCliqueResult.tooManyOfOne(config.maxK());
            }
            return totals.with(scope.keep(counts));
        }
    }

    private static long binomialBytes(GraphSize size, KCliqueConfig config) {
        double candidates = Math.min(size.vertices(), Math.sqrt(2.0 * size.edges())) + 2;
        return config.local() ? (long) (OffHeapSums.BYTES * candidates * (config.maxK() + 1)) : 0;
    }

    /**
     * The device memory of a search.
     *
     * @param graph null when only the bytes are wanted
     */
    private static SearchMemoryGpu memory(
            GpuDevice device, GraphSize size, UnipartiteGraph graph, KCliqueConfig config, CliqueFormGpu form) {
        Orientation orientation = CliquePlan.orientation(config);
        long vertices = size.vertices();
        List<DeviceGraphCache.Need> needs = new ArrayList<>();
        needs.add(new DeviceGraphCache.Need(
                DeviceUnipartiteGraph.key(graph), DeviceUnipartiteGraph.bytes(vertices, size.edges())));
        if (orientation == Orientation.DEGENERACY) {
            needs.add(new DeviceGraphCache.Need(
                    CoreOrderGpu.key(graph), CoreOrderGpu.peakBytes(device.info(), vertices)));
        }
        needs.add(new DeviceGraphCache.Need(
                DeviceOrientedGraph.key(graph, orientation),
                DeviceOrientedGraph.peakBytes(device.info(), vertices, size.edges())));
        needs.add(new DeviceGraphCache.Need(
                CliqueRootsGpu.key(graph, orientation, config.minK(), splitFrom(size, form)),
                CliqueRootsGpu.peakBytes(device.info(), Math.max(1, vertices))));
        return new SearchMemoryGpu(device, needs, fixedBytes(size, config), size.edges());
    }

    /** The least number of candidates of a root that is split into edges. */
    private static int splitFrom(GraphSize size, CliqueFormGpu form) {
        return size.edges() > MOST_SPLIT_EDGES ? CliqueRootsGpu.SPLIT_NONE : form.splitFrom();
    }

    /** The device memory that is needed beside the copies of the graph and what the search may use. */
    private static long fixedBytes(GraphSize size, KCliqueConfig config) {
        long vertices = size.vertices();
        long edges = size.edges();
        long counts = 2
                * OffHeapSums.BYTES
                * (config.result() == Result.VERTEX ? vertices : config.result() == Result.EDGE ? edges : 0);
        return (vertices + edges) * Long.BYTES // tasks
                + (config.result() == Result.EDGE ? DeviceOrientedGraph.edgeStartBytes(vertices) : 0)
                + LargeLeavesGpu.bytes()
                + TABLE_BYTES
                + counts;
    }

    /** @param into see {@link Run#count} */
    private KCliqueResult count(OffHeapSums into) {
        SearchMemoryGpu memory = memory(device, GraphSize.of(graph), graph, config, form);
        try (GpuSession session = memory.open(workers)) {
            DeviceUnipartiteGraph onDevice =
                    execution.time(Stage.TRANSFER, () -> DeviceUnipartiteGraph.of(session, graph));
            return new Run(session, onDevice, memory.searchBytes()).count(into);
        }
    }

    /** Counts the cliques of the roots that one device claims: orders the graph there, then runs the kernels. */
    private final class Run {
        private final GpuSession session;
        private final DeviceUnipartiteGraph onDevice;
        private final long searchBytes;
        private CliqueRootsGpu roots;
        private DeviceOrientedGraph oriented;
        private Integer degeneracy;

        /** The chunks of roots, or the tasks of blocks, that this device has claimed. */
        private ClaimedPositions claimed;

        Run(GpuSession session, DeviceUnipartiteGraph onDevice, long searchBytes) {
            this.session = session;
            this.onDevice = onDevice;
            this.searchBytes = searchBytes;
        }

        /**
         * Returns the numbers of the cliques of this device.
         *
         * @param into receives the counts of some vertices or edges, which this device adds up for all; null for totals
         */
        KCliqueResult count(OffHeapSums into) {
            workers.progress().begin("ordering the graph", 0);
            execution.times().add(Stage.PREPARE, session.time(this::prepare));
            Technique technique = technique();
            BigInteger[] found = into == null ? totals(technique, false) : only(members(technique, into));
            return new KCliqueResult(config, technique, orientation, degeneracy, found, null, null);
        }

        /** Orients the graph and finds the roots, unless the session holds these copies already. */
        private void prepare() {
            DerivedGraphCache.Key key = DeviceOrientedGraph.key(graph, orientation);
            DeviceOrientedGraph whole = DeviceOrientedGraph.held(session, key);
            IntSupplier kept = onDevice::vertices;
            if (orientation == Orientation.DEGENERACY) {
                CoreOrderGpu cores = CoreOrderGpu.of(session, graph, onDevice, execution.memory(), workers);
                degeneracy = cores.degeneracy();
                // A clique of k vertices is in the (k-1)-core.
                kept = () -> cores.kept(session, config.minK() - 1);
                if (whole == null) {
                    whole = DeviceOrientedGraph.byReverseOrder(session, key, onDevice, cores.order());
                }
            } else if (whole == null) {
                whole = DeviceOrientedGraph.byDegree(session, key, onDevice);
            }
            DerivedGraphCache.Key ofRoots =
                    CliqueRootsGpu.key(graph, orientation, config.minK(), splitFrom(GraphSize.of(graph), form));
            roots = CliqueRootsGpu.of(session, ofRoots, whole, kept);
            oriented = roots.graph();
        }

        /**
         * The number of cliques of each size from some roots.
         *
         * @param again whether to take the positions that this device has claimed before, and not new ones
         */
        private BigInteger[] totals(Technique technique, boolean again) {
            if (technique == Technique.COMPLEMENT) {
                CliqueSearchGpu search = search(CliqueSearchGpu.Counted.LEAVES, again ? claimed.again() : chunks());
                return search.leaves().cliques(config.maxK());
            }
            CliqueBlocksGpu blocks = blocks(again ? count -> ranges(claimed.again(), count) : this::claimTasks);
            return technique == Technique.ORIENTATION ? blocks.byOrientation() : blocks.byPivots();
        }

        /** Gives {@code positions}: all at once, or the positions that this device claims. */
        private ClaimedPositions claim(long positions, LongUnaryOperator positionsOf) {
            claimed = ClaimedPositions.of(share, positions, roots.checksum(), positionsOf);
            return claimed;
        }

        /** Gives chunks of roots, for branches on missing edges. */
        private ClaimedPositions chunks() {
            return claim(roots.chunks().count(), roots::chunksOf);
        }

        private Supplier<Range> claimTasks(long count) {
            return ranges(claim(count, wanted -> wanted), count);
        }

        private static Supplier<Range> ranges(ClaimedPositions claims, long most) {
            return () -> claims.next(most);
        }

        /** The technique that is asked for, or the one that is expected to take less time. */
        private Technique technique() {
            if (config.technique() != Technique.AUTO) {
                return config.technique();
            }
            Technique branching =
                    form.complements() && CliqueSearchGpu.takes(session.info(), roots.mostCandidates(), counted())
                            ? Technique.COMPLEMENT
                            : Technique.PIVOT;
            int mostByOrientation = config.local() ? MOST_MEMBERS_BY_ORIENTATION : MOST_BY_ORIENTATION;
            if (config.minK() != config.maxK() || config.maxK() > mostByOrientation) {
                return branching;
            }
            long stepsPerEdge = config.local() ? MEMBER_STEPS_PER_EDGE : STEPS_PER_EDGE;
            for (int k = ALWAYS_BY_ORIENTATION; k < config.maxK(); k++) {
                BigInteger steps =
                        blocks(count -> Participant.whole().ranges(count, 0)).byOrientation(k);
                if (steps.compareTo(BigInteger.valueOf(stepsPerEdge * graph.edgeCount())) > 0) {
                    return branching;
                }
            }
            return Technique.ORIENTATION;
        }

        private CliqueBlocksGpu blocks(CliqueBlocksGpu.Tasks tasks) {
            return form.blocks().of(session, roots, tasks, config, searchBytes, execution);
        }

        private CliqueSearchGpu.Counted counted() {
            return switch (config.result()) {
                case TOTAL -> CliqueSearchGpu.Counted.LEAVES;
                case VERTEX -> CliqueSearchGpu.Counted.VERTICES;
                case EDGE -> CliqueSearchGpu.Counted.EDGES;
            };
        }

        private CliqueSearchGpu search(CliqueSearchGpu.Counted counted, ClaimedPositions claims) {
            return new CliqueSearchGpu(session, roots, claims, config, counted, searchBytes, deadline, execution);
        }

        /** Counts the cliques of each vertex or edge; returns how many cliques this device has found. */
        private BigInteger members(Technique technique, OffHeapSums into) {
            boolean byVertex = config.result() == Result.VERTEX;
            long ranked = byVertex ? oriented.kept() : oriented.edges();
            DeviceArray counts = session.zeroedLongs(2 * ranked);
            BigInteger total = total(technique, counts);
            try (AllReduce exchange = new AllReduce(session, device, share, workers.cancellation())) {
                BiConsumer<DeviceArray, DeviceArray> putting = (low, high) -> {
                    if (onDevice.slots() > 0 && byVertex) {
                        putByVertex(counts, low, high);
                    } else if (onDevice.slots() > 0) {
                        putByEdge(counts, low, high);
                    }
                };
                exchange.all(Counts.wide(counts, ranked), putting, List.of(into), execution.times());
            }
            return total;
        }

        private void putByVertex(DeviceArray counts, DeviceArray low, DeviceArray high) {
            int vertices = onDevice.vertices();
            session.launchThreads(BY_VERTEX, vertices, counts, oriented.ranks(), vertices, oriented.kept(), low, high);
        }

        private void putByEdge(DeviceArray counts, DeviceArray low, DeviceArray high) {
            session.launchWarps(
                    BY_EDGE,
                    onDevice.vertices(),
                    new KernelArguments()
                            .with("counts", counts)
                            .with("orientedOffsets", oriented.offsets())
                            .with("orientedNeighbors", oriented.neighbors())
                            .with("offsets", onDevice.offsets())
                            .with("neighbors", onDevice.neighbors())
                            .with("edgeStarts", DeviceOrientedGraph.edgeStarts(session, onDevice))
                            .with("rankOf", oriented.ranks())
                            .with("count", onDevice.vertices())
                            .with("kept", oriented.kept())
                            .with("low", low)
                            .with("high", high));
        }

        /** An array with {@code total} at the index of the one size that is asked for, else 0. */
        private BigInteger[] only(BigInteger total) {
            BigInteger[] bySize = new BigInteger[config.maxK() + 1];
            Arrays.fill(bySize, BigInteger.ZERO);
            bySize[config.maxK()] = total;
            return bySize;
        }

        /** Fills {@code counts} and returns the number of all cliques, by a second search when it is 2^128 or more. */
        private BigInteger total(Technique technique, DeviceArray counts) {
            BigInteger total = technique == Technique.COMPLEMENT
                    ? search(counted(), chunks()).members(counts)
                    : blocks(this::claimTasks).members(technique, counts);
            return total != null ? total : totals(technique, true)[config.maxK()];
        }
    }
}
