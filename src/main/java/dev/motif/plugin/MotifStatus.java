package dev.motif.plugin;

import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.cypher.job.Job;
import dev.motif.cypher.job.Jobs;
import dev.motif.cypher.procedure.MotifVersion;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import java.lang.management.ManagementFactory;
import java.util.function.ToLongFunction;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.neo4j.procedure.Description;

/** The figures of {@link MotifMXBean}. They are registered while at least one server runs. */
final class MotifStatus implements MotifMXBean {
    static final String NAME = "dev.motif:type=Motif";

    private static int servers;
    private static ObjectName name;

    /** Shows clients what is written at the methods of {@link MotifMXBean}. */
    private static final class Described extends StandardMBean {
        Described(MotifMXBean figures) {
            super(figures, MotifMXBean.class, true);
        }

        @Override
        protected String getDescription(MBeanInfo info) {
            return "Motif: memory, graphs, calls and GPUs of all servers of this JVM";
        }

        @Override
        protected String getDescription(MBeanAttributeInfo attribute) {
            try {
                return MotifMXBean.class
                        .getMethod("get" + attribute.getName())
                        .getAnnotation(Description.class)
                        .value();
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Registers the figures when a server starts. */
    static synchronized void register() {
        if (servers++ == 0) {
            try {
                name = registered();
            } catch (JMException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Registers the figures, under a name with a number where other classes of Motif in this JVM have the plain one. */
    private static ObjectName registered() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (int instance = 1; ; instance++) {
            ObjectName free = new ObjectName(instance == 1 ? NAME : NAME + ",instance=" + instance);
            try {
                server.registerMBean(new Described(new MotifStatus()), free);
                return free;
            } catch (InstanceAlreadyExistsException e) {
                // The next number may be free.
            }
        }
    }

    /** Unregisters the figures when a server stops. */
    static synchronized void unregister() {
        if (--servers == 0 && name != null) {
            try {
                ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
            } catch (JMException e) {
                throw new IllegalStateException(e);
            } finally {
                name = null;
            }
        }
    }

    @Override
    public String getVersion() {
        return MotifVersion.get();
    }

    @Override
    public long getOffHeapLimitBytes() {
        return OffHeapBudget.memory().limitBytes();
    }

    @Override
    public long getOffHeapLiveBytes() {
        return OffHeapBudget.memory().liveBytes();
    }

    @Override
    public long getOffHeapPeakBytes() {
        return OffHeapBudget.memory().peakBytes();
    }

    @Override
    public long getOffHeapUnusedPreparedBytes() {
        return OffHeapBudget.memory().forms().unusedBytes();
    }

    @Override
    public long getHeapLimitBytes() {
        return OffHeapBudget.heap().limitBytes();
    }

    @Override
    public long getHeapLiveBytes() {
        return OffHeapBudget.heap().liveBytes();
    }

    @Override
    public long getHeapPeakBytes() {
        return OffHeapBudget.heap().peakBytes();
    }

    @Override
    public int getGraphs() {
        return GraphCatalog.server().list(any -> true).size();
    }

    @Override
    public int getRunningCalls() {
        return Jobs.server().running().size();
    }

    @Override
    public long getFinishedCalls() {
        return Jobs.server().ended(Job.Status.FINISHED);
    }

    @Override
    public long getFailedCalls() {
        return Jobs.server().ended(Job.Status.FAILED);
    }

    @Override
    public long getCanceledCalls() {
        return Jobs.server().ended(Job.Status.CANCELED);
    }

    @Override
    public int getWaitingCalls() {
        return (int) sum(GpuDevice.Usage::waitingCalls);
    }

    @Override
    public long getWaitMillis() {
        return Jobs.server().waited().toMillis();
    }

    @Override
    public int getDevices() {
        return Gpus.ofThisHost().devices().size();
    }

    @Override
    public long getDeviceLimitBytes() {
        return sum(GpuDevice.Usage::limitBytes);
    }

    @Override
    public long getDeviceReservedBytes() {
        return sum(GpuDevice.Usage::reservedBytes);
    }

    @Override
    public long getDeviceGraphBytes() {
        return sum(GpuDevice.Usage::graphBytes);
    }

    private static long sum(ToLongFunction<GpuDevice.Usage> what) {
        return Gpus.ofThisHost().usage().stream().mapToLong(what).sum();
    }
}
