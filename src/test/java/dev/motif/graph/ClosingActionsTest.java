package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingActionsTest {
    private final List<String> log = new ArrayList<>();
    private final ClosingActions actions = new ClosingActions();

    private record Named(List<String> log, String name) implements Runnable {
        @Override
        public void run() {
            log.add(name);
        }
    }

    @Test
    void everyActionRunsOnceAndEqualOnesAreOne() {
        for (int i = 0; i < 1000; i++) {
            actions.add(new Named(log, "a"));
            actions.add(new Named(log, "b"));
        }
        actions.run();
        actions.run();
        assertThat(log).containsExactly("a", "b");
    }

    @Test
    void actionThatComesTooLateRunsAtOnce() {
        actions.run();
        actions.add(new Named(log, "a"));
        assertThat(log).containsExactly("a");
    }
}
