package dev.motif.graph;

import java.util.ArrayList;
import java.util.List;

/** The actions that run when a graph is closed. Each action runs once. Thread-safe. */
final class ClosingActions {
    private List<Runnable> actions = new ArrayList<>();

    /** Adds an action; runs it at once if {@link #run} was called before. */
    void add(Runnable action) {
        synchronized (this) {
            if (actions != null) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    /** Runs all actions; does nothing when it is called again. */
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
