package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.FoundBicliques;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.backend.DistinctGroups;
import dev.motif.backend.DistinctStream;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.parallel.Cancellation;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Iterates over the maximal bicliques of a graph while a search finds them. */
final class MaximalBicliqueCursor extends DistinctStream<Biclique> implements FoundBicliques {
    /** The heap of what is remembered of bicliques that were returned, of at most {@code vertices} each. */
    static MemoryEstimate listedEstimate(MaximalBicliqueStreamConfig config, long vertices) {
        return MemoryEstimate.range(
                "bicliques that others may not overlap with, when all are as large as degrees allow",
                0,
                DistinctGroups.bytes(config.maxOverlap(), config.limit(), vertices));
    }

    /** A search that passes all bicliques to a consumer, which it may call on any thread. */
    @FunctionalInterface
    interface Search {
        /** @param consumers make consumers that do not wait any more for a reader once they are cancelled */
        void run(Execution execution, Function<Cancellation, MaximalBicliqueConsumer> consumers);
    }

    /** Starts a search, see {@link DistinctStream}. */
    MaximalBicliqueCursor(
            Search search,
            MaximalBicliqueStreamConfig config,
            Execution execution,
            BooleanSupplier keepsOthersWaiting) {
        super(
                SearchWorker.STAGE,
                (searching, consumer) -> searching.inTime(config.search().timeoutMillis(), timed -> {
                    search.run(
                            timed,
                            cancellation -> biclique -> consumer.accept(Biclique.copyOf(biclique), cancellation));
                    return null;
                }),
                FORM,
                config.limit(),
                config.maxOverlap(),
                0,
                FoundBicliques.heap(execution),
                execution,
                keepsOthersWaiting);
    }
}
