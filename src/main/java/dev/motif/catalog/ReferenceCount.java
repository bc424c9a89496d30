package dev.motif.catalog;

/** Counts the users of something whose memory is freed when the last one leaves. There is one at first. Thread-safe. */
final class ReferenceCount {
    private final String what;
    private final Runnable free;
    private int count = 1;

    /**
     * @param what what is used, for errors
     * @param free frees it
     */
    ReferenceCount(String what, Runnable free) {
        this.what = what;
        this.free = free;
    }

    /** Adds a user; returns false when the memory is already freed. */
    synchronized boolean acquire() {
        if (count == 0) {
            return false;
        }
        count++;
        return true;
    }

    /**
     * Takes a user away, and frees the memory if no other is left.
     *
     * @throws IllegalStateException when no user is left already
     */
    synchronized void release() {
        if (count == 0) {
            throw new IllegalStateException(what + " was released more often than acquired");
        }
        if (--count == 0) {
            free.run();
        }
    }
}
