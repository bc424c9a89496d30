package dev.motif.graph;

import java.util.ArrayList;
import java.util.List;

/** What is to happen when a graph is closed. Each action runs once. Thread-safe. */
final class ClosingActions {
    private List<Runnable> actions = new ArrayList<>();

    void add(Runnable action) {
        synchronized (this) {
            if (actions != null) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    void run() {
        List<Runnable> now;
        synchronized (this) {
            now = actions;
            actions = null;
        }
        if (now != null) {
            now.forEach(Runnable::run);
        }
    }
}
