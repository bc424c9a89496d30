package dev.motif.oracle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Finds cycles in the order of time by looking at all sets of relationships, of which there are up to about 16. */
public final class TemporalCycleOracle {
    private final long window;
    private final double tolerance;

    /** A relationship in one direction; {@code index} is its place among the relationships of all edges. */
    public record Timed(int from, int to, long time, double amount, int index) {}

    /** @param tolerance the most by which amounts shrink from step to step, negative for any amounts */
    public TemporalCycleOracle(long window, double tolerance) {
        this.window = window;
        this.tolerance = tolerance;
    }

    /** The cycles of {@code min} to {@code max} relationships, each from its first relationship on. */
    public List<List<Timed>> cycles(List<Timed> all, int min, int max) {
        List<List<Timed>> cycles = new ArrayList<>();
        for (int set = 0; set < 1 << all.size(); set++) {
            if (Integer.bitCount(set) >= min && Integer.bitCount(set) <= max) {
                int chosen = set;
                List<Timed> inOrder = IntStream.range(0, all.size())
                        .filter(i -> (chosen >> i & 1) == 1)
                        .mapToObj(all::get)
                        .sorted(Comparator.comparingLong(Timed::time))
                        .toList();
                if (isCycle(inOrder)) {
                    cycles.add(inOrder);
                }
            }
        }
        return cycles;
    }

    private boolean isCycle(List<Timed> steps) {
        Timed last = steps.get(steps.size() - 1);
        Set<Integer> starts = new HashSet<>();
        boolean is =
                last.to() == steps.get(0).from() && last.time() - steps.get(0).time() <= window;
        for (int i = 0; i < steps.size(); i++) {
            is &= starts.add(steps.get(i).from());
            is &= i == 0 || follows(steps.get(i - 1), steps.get(i));
        }
        return is;
    }

    private boolean follows(Timed before, Timed after) {
        return before.to() == after.from()
                && before.time() < after.time()
                && (tolerance < 0
                        || after.amount() <= before.amount() && after.amount() >= (1 - tolerance) * before.amount());
    }
}
