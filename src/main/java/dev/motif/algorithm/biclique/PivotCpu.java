package dev.motif.algorithm.biclique;

import dev.motif.backend.Execution;
import dev.motif.graph.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;

/** The search with pivots on the CPU: workers take roots, and share the large ones. */
final class PivotCpu {
    private final RootedCore core;
    private final SearchSizes sizes;
    private final BicliqueConfig config;
    private final Deadline deadline;
    private final Execution execution;
    private final Workers workers;

    PivotCpu(RootedCore core, BicliqueConfig config, Deadline deadline, Execution execution) {
        this.core = core;
        this.sizes = SearchSizes.of(config, core.side());
        this.config = config;
        this.deadline = deadline;
        this.execution = execution;
        this.workers = execution.workers();
    }

    /** @param scope owns the arrays of the result */
    CoreCounts count(OffHeapScope scope) {
        try (OffHeapScope searching = new OffHeapScope(execution.memory())) {
            SearchQueue queue = new SearchQueue(core, workers.concurrency(), deadline, workers, searching);
            Tally[] tallies = tallies(scope);
            workers.run(workers.concurrency(), (worker, group) -> {
                SearchQueue.Seat seat = queue.new Seat(group);
                try (PivotSearch search = new PivotSearch(core, sizes, tallies[worker], seat, execution.memory())) {
                    for (SearchQueue.Task task = seat.take(); task != null; task = seat.take()) {
                        search.run(task);
                        seat.done(task);
                    }
                } catch (SearchQueue.Stopped e) {
                    // The one who stopped the group says why.
                    return;
                }
            });
            BigInteger[][] table = tallies[0].bicliques();
            for (int worker = 1; worker < tallies.length; worker++) {
                add(table, tallies[worker].bicliques());
            }
            return new CoreCounts(
                    core.side() == BicliqueConfig.Side.LEFT ? table : transposed(table), null, null, null);
        }
    }

    private Tally[] tallies(OffHeapScope scope) {
        Binomials binomials = new Binomials(largestDegree(), Math.max(config.p(), config.q()));
        Tally[] tallies = new Tally[workers.concurrency()];
        for (int worker = 0; worker < tallies.length; worker++) {
            tallies[worker] = switch (config.result()) {
                case TOTAL -> new TotalTally(sizes, binomials);
                default -> new TableTally(sizes);
            };
        }
        return tallies;
    }

    private long largestDegree() {
        long largest = 0;
        for (int root = 0; root < core.rootCount(); root++) {
            largest = Math.max(largest, core.roots().degree(root));
        }
        for (int mate = 0; mate < core.mateCount(); mate++) {
            largest = Math.max(largest, core.mates().degree(mate));
        }
        return largest;
    }

    private static void add(BigInteger[][] table, BigInteger[][] other) {
        for (int i = 0; i < table.length; i++) {
            for (int j = 0; j < table[i].length; j++) {
                table[i][j] = table[i][j].add(other[i][j]);
            }
        }
    }

    private static BigInteger[][] transposed(BigInteger[][] table) {
        BigInteger[][] transposed = new BigInteger[table[0].length][table.length];
        for (int i = 0; i < table.length; i++) {
            for (int j = 0; j < table[i].length; j++) {
                transposed[j][i] = table[i][j];
            }
        }
        return transposed;
    }
}
