package dev.motif.neo4j;

import java.util.stream.Stream;

/** Shows who waits for locks of the database. */
public final class LockWaits {
    private LockWaits() {}

    /** Waits until a thread of this JVM waits for a lock that another transaction holds. */
    public static void awaitOne() throws InterruptedException {
        while (Thread.getAllStackTraces().values().stream().noneMatch(LockWaits::waits)) {
            Thread.sleep(1);
        }
    }

    private static boolean waits(StackTraceElement[] frames) {
        return Stream.of(frames)
                .anyMatch(frame -> frame.getClassName().endsWith(".ForsetiClient")
                        && frame.getMethodName().equals("waitFor"));
    }
}
