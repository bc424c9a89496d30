package dev.motif.plugin;

import org.neo4j.procedure.Description;

/**
 * The figures of Motif for JMX, as {@code dev.motif:type=Motif}. They cover all servers of this JVM that share the
 * classes of one jar, since they share one budget.
 */
public interface MotifMXBean {
    @Description("The version of Motif")
    String getVersion();

    @Description("The most off-heap bytes of all graphs and calls")
    long getOffHeapLimitBytes();

    @Description("The off-heap bytes of graphs, columns and calls, and of what is prepared")
    long getOffHeapLiveBytes();

    @Description("The most off-heap bytes at once since the start")
    long getOffHeapPeakBytes();

    @Description(
            "The off-heap bytes that calls have prepared of graphs and that nobody uses: freed when memory is short")
    long getOffHeapUnusedPreparedBytes();

    @Description("The most bytes on the heap of all graphs and calls")
    long getHeapLimitBytes();

    @Description("The bytes on the heap that graphs and calls keep or have reserved")
    long getHeapLiveBytes();

    @Description("The most of these bytes at once since the start")
    long getHeapPeakBytes();

    @Description("The named graphs of all users")
    int getGraphs();

    @Description("The calls that run now")
    int getRunningCalls();

    @Description("The calls that have ended without an error since the start")
    long getFinishedCalls();

    @Description("The calls that have ended with an error since the start")
    long getFailedCalls();

    @Description("The calls that were ended by a user, a client or a timeout since the start")
    long getCanceledCalls();

    @Description("The running calls that wait for memory of a GPU")
    int getWaitingCalls();

    @Description("How long all calls together have waited for memory of GPUs since the start")
    long getWaitMillis();

    @Description("How many GPUs there are")
    int getDevices();

    @Description("The bytes of all GPUs that calls and copies of graphs may use")
    long getDeviceLimitBytes();

    @Description("The bytes of all GPUs that calls and copies of graphs have reserved")
    long getDeviceReservedBytes();

    @Description("The bytes of all GPUs that copies of graphs take")
    long getDeviceGraphBytes();
}
