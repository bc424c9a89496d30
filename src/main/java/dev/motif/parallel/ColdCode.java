package dev.motif.parallel;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Knows which code the JVM has hardly run, and so has not compiled. Such code counts its calls and branches in words that
 * all threads write, so that many threads together are slower than one: with 16 of them, a first SCAN of a graph of
 * 184,000 edges took 640 ms and 8 s of processors; where one begins, and the others join it after 50 ms, 330 ms and 1.3 s.
 */
final class ColdCode {
    /** A system property: how many milliseconds code runs on one thread before others join. */
    private static final String MILLIS = "motif.cold.millis";

    /** The same in nanoseconds; tests set it. */
    static volatile long nanos = Long.getLong(MILLIS, 50) * 1_000_000;

    private static final ClassValue<AtomicLong> RUN = new ClassValue<>() {
        @Override
        protected AtomicLong computeValue(Class<?> code) {
            return new AtomicLong();
        }
    };

    private ColdCode() {}

    /** How much longer the code of a class, such as the body of a loop, runs on one thread; 0 for ever once it is warm. */
    static long nanosLeft(Class<?> code) {
        return Math.max(0, nanos - RUN.get(code).get());
    }

    /** Notes that one thread has run the code of a class. */
    static void add(Class<?> code, long nanos) {
        RUN.get(code).addAndGet(nanos);
    }
}
