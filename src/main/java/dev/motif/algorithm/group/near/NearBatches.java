package dev.motif.algorithm.group.near;

import dev.motif.backend.work.CyclicPartition;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchQueue;
import dev.motif.backend.work.WorkRange;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;

/** Fills a batch with the parts around all roots of a range, on all workers, as often as it takes. */
final class NearBatches {
    private static final int NONE = -1;

    private final NearRoots roots;
    private final NearBatch batch;
    private final Execution execution;

    /** Roots whose parts fit the next batch. */
    private final Queue<Integer> later = new ConcurrentLinkedQueue<>();

    /** Roots whose parts fit none. */
    private final Queue<Integer> tooLarge = new ConcurrentLinkedQueue<>();

    NearBatches(NearRoots roots, NearBatch batch, Execution execution) {
        this.roots = roots;
        this.batch = batch;
        this.execution = execution;
    }

    /** The roots in chunks, which devices claim: the last ones, whose parts are the densest, are dealt out first. */
    CyclicPartition chunks() {
        WorkRange all = roots.ranges().get(0);
        return CyclicPartition.of(all.to() - all.from());
    }

    /**
     * Fills the batch with the parts around the next roots of some chunks, again and again. A batch ends early once a
     * part for each worker fits none, so that a search that needs few groups takes few parts.
     *
     * @param search takes the batch, and the number of these roots
     */
    void forEach(Range chunks, LongConsumer search) {
        long last = roots.ranges().get(0).to() - 1;
        long count = chunks().tasksOf(chunks);
        long held = chunks.to() - chunks.from();
        AtomicLong next = new AtomicLong();
        IntSupplier nextRoot = () -> {
            Integer again = later.poll();
            if (again != null) {
                return again;
            }
            long task = next.getAndIncrement();
            return task < count ? (int) (last - task / held * chunks().count() - chunks.from() - task % held) : NONE;
        };
        for (long from = 0; from < count || !later.isEmpty(); ) {
            batch.clear();
            fill(nextRoot);
            long to = Math.min(count, next.get());
            search.accept(to - from);
            from = to;
        }
    }

    private void fill(IntSupplier nextRoot) {
        execution.workers().run(execution.workers().concurrency(), NearBatches.class, (worker, group) -> {
            try (NearSearch search = new NearSearch(
                    roots.graphs().get(), roots.start(), null, SearchQueue.check(group), null, execution.memory())) {
                int root = nextRoot.getAsInt();
                while (root != NONE) {
                    NearBatch.Answer answer = search.addTo(batch, root);
                    if (answer == NearBatch.Answer.LATER) {
                        later.add(root);
                    } else if (answer == NearBatch.Answer.NEVER) {
                        tooLarge.add(root);
                    }
                    boolean ends = batch.isFull()
                            || tooLarge.size() >= execution.workers().concurrency();
                    root = ends ? NONE : nextRoot.getAsInt();
                }
            } catch (SearchQueue.Stopped e) {
                return; // whoever stopped the search says why
            }
        });
    }

    /** Hands out, ascending, the roots whose parts fit no batch and which it has not handed out. */
    List<WorkRange> takeTooLarge() {
        List<WorkRange> taken = tooLarge.stream()
                .sorted()
                .map(root -> new WorkRange(root, root + 1L, 0))
                .toList();
        tooLarge.clear();
        return taken;
    }
}
