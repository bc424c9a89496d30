package dev.motif.parallel;

import java.util.Arrays;
import java.util.Map;

/** Waits until workers wait, in place of a time in which they should have come so far. */
public final class WaitingWorkers {
    private static final String PREFIX = "motif-worker-";
    private static final long MILLIS_BETWEEN_LOOKS = 5;

    private WaitingWorkers() {}

    /** Returns once {@code count} workers wait in a method of {@code type}. */
    public static void await(int count, Class<?> type) throws InterruptedException {
        while (waiting(type) < count) {
            Thread.sleep(MILLIS_BETWEEN_LOOKS);
        }
    }

    private static long waiting(Class<?> type) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().startsWith(PREFIX))
                .filter(thread -> isIn(type, thread))
                .count();
    }

    private static boolean isIn(Class<?> type, Map.Entry<Thread, StackTraceElement[]> thread) {
        StackTraceElement[] stack = thread.getValue();
        return stack.length > 0
                && stack[0].getMethodName().contains("wait")
                && Arrays.stream(stack).anyMatch(frame -> frame.getClassName().equals(type.getName()));
    }
}
