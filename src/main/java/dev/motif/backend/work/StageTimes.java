package dev.motif.backend.work;

import java.io.Serializable;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Wall-clock milliseconds of the stages of one run, and how GPUs did it: which it took and lost, by their numbers for the
 * driver, and in which order they shared the work. Not thread-safe, but
 * for {@link #running}.
 */
public final class StageTimes implements Serializable {
    /** The stages in the order in which they happen. */
    public enum Stage {
        /** Reading the graph from Neo4j; 0 for a graph of the catalog. */
        PROJECT("projectMillis"),
        /** Relabelling, sorting and the like, on the graph in memory. */
        PREPARE("preProcessingMillis"),
        /** Copies to and from a device. */
        TRANSFER("transferMillis"),
        /** The algorithm itself. */
        COMPUTE("computeMillis"),
        /** Writing to Neo4j. */
        WRITE("writeMillis");

        private final String column;

        Stage(String column) {
            this.column = column;
        }

        /** The column of a row, and the key of a line of the log, that has its milliseconds. */
        public String column() {
            return column;
        }
    }

    private final Map<Stage, Long> nanos = new EnumMap<>(Stage.class);

    private final Set<Integer> taken = new LinkedHashSet<>();
    private final Set<Integer> lost = new LinkedHashSet<>();

    private WorkPart.Order order;

    private transient volatile Stage running;

    /** The stage that {@link #time} runs at this moment, or null; any thread may ask. */
    public Stage running() {
        return running;
    }

    /** Adds GPUs that another process took for the run. */
    public void take(List<Integer> ordinals) {
        taken.addAll(ordinals);
    }

    /** The GPUs that another process took for the run; none where it ran on the devices that were chosen here. */
    public List<Integer> taken() {
        return List.copyOf(taken);
    }

    /** Says in which order GPUs shared the work. */
    public void order(WorkPart.Order ofWork) {
        order = ofWork;
    }

    /** The order in which GPUs shared the work; null when they did not share any. */
    public WorkPart.Order order() {
        return order;
    }

    /** Adds GPUs whose part others did, by their numbers for the driver. */
    public void lose(List<Integer> ordinals) {
        lost.addAll(ordinals);
    }

    /** The GPUs whose part others did. */
    public List<Integer> lost() {
        return List.copyOf(lost);
    }

    /** Runs {@code work} and adds the time that it took to {@code stage}. */
    public <T> T time(Stage stage, Supplier<T> work) {
        Stage outer = running;
        running = stage;
        long start = System.nanoTime();
        try {
            return work.get();
        } finally {
            nanos.merge(stage, System.nanoTime() - start, Long::sum);
            running = outer;
        }
    }

    /** Runs {@code work} and adds the time that it took to {@code stage}. */
    public void time(Stage stage, Runnable work) {
        time(stage, () -> {
            work.run();
            return null;
        });
    }

    /** Adds time that was measured elsewhere, such as on a device. */
    public void add(Stage stage, double millis) {
        nanos.merge(stage, Math.round(millis * 1e6), Long::sum);
    }

    /** The time of {@code stage} in milliseconds, rounded to the nearest integer. */
    public long millis(Stage stage) {
        return Math.round(exactMillis(stage));
    }

    /** The time of {@code stage} in milliseconds; 0 when it did not run. */
    public double exactMillis(Stage stage) {
        return nanos.getOrDefault(stage, 0L) / 1e6;
    }
}
