package dev.motif.plugin;

/**
 * The figures of Motif for JMX, as {@code dev.motif:type=Motif}. They are those of all servers of this JVM that share the
 * classes of one jar, since they share one budget.
 */
public interface MotifMXBean {
    String getVersion();

    /** The most off-heap bytes of all graphs and calls. */
    long getOffHeapLimitBytes();

    /** The off-heap bytes of graphs, columns and calls, and of what is prepared. */
    long getOffHeapLiveBytes();

    /** The most off-heap bytes at once since the start. */
    long getOffHeapPeakBytes();

    /** The off-heap bytes that calls have prepared of graphs and that nobody uses: freed when memory is short. */
    long getOffHeapUnusedPreparedBytes();

    /** The named graphs of all users. */
    int getGraphs();

    int getRunningCalls();

    /** The calls that have ended without an error since the start. */
    long getFinishedCalls();

    /** The calls that have ended with an error since the start. */
    long getFailedCalls();

    /** The calls that were ended by a user, a client or a timeout since the start. */
    long getCanceledCalls();

    /** The running calls that wait for memory of a GPU. */
    int getWaitingCalls();

    /** How long all calls together have waited for memory of GPUs since the start. */
    long getWaitMillis();

    /** How many GPUs there are. */
    int getDevices();

    /** The bytes of all GPUs that calls and copies of graphs may use. */
    long getDeviceLimitBytes();

    /** The bytes of all GPUs that calls and copies of graphs have reserved. */
    long getDeviceReservedBytes();

    /** The bytes of all GPUs that copies of graphs take. */
    long getDeviceGraphBytes();
}
