package dev.motif.algorithm.maximal;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.algorithm.maximal.model.FoundBicliques;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.maximal.search.SearchWorker;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import dev.motif.parallel.Cancellation;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Iterates over the maximal bicliques of a graph while a search finds them. */
final class MaximalBicliqueCursor extends SearchStream<Biclique> implements FoundBicliques {
    /** The off-heap memory of the bicliques that nobody has fetched yet, while no other call waits for the search. */
    static MemoryEstimate bufferEstimate() {
        return MemoryEstimate.range("bicliques that nobody has fetched yet", 0, FoundBuffer.CAPACITY_BYTES);
    }

    /** A search that passes all bicliques to a consumer, which it may call on any thread. */
    @FunctionalInterface
    interface Search {
        /** @param consumers make consumers that do not wait any more for a reader once they are cancelled */
        void run(Execution execution, Function<Cancellation, MaximalBicliqueConsumer> consumers);
    }

    /** Starts a search, see {@link SearchStream}. */
    MaximalBicliqueCursor(Search search, long limit, Execution execution, BooleanSupplier keepsOthersWaiting) {
        super(
                SearchWorker.STAGE,
                0,
                (searching, consumer) -> search.run(
                        searching,
                        cancellation -> biclique -> consumer.accept(Biclique.copyOf(biclique), cancellation)),
                FORM,
                limit,
                execution,
                keepsOthersWaiting);
    }
}
