package dev.motif.graph;

import java.util.LinkedHashSet;
import java.util.Set;

/** The actions that run when a graph is closed. Each action runs once; equal ones are one. Thread-safe. */
final class ClosingActions {
    private Set<Runnable> actions = new LinkedHashSet<>();

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
        Set<Runnable> now;
        synchronized (this) {
            now = actions;
            actions = null;
        }
        if (now != null) {
            now.forEach(Runnable::run);
        }
    }
}
