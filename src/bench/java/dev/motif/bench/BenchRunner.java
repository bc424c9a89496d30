package dev.motif.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs a job several times on one graph; every run must give the same result and free what it allocated. */
public final class BenchRunner {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final BenchJob job;
    private final Backend.Choice choice;
    private final NativeMemory memory;
    private final Workers workers;

    /**
     * The runs of a job.
     *
     * @param result the same for all of them
     * @param times of each run that counts, warm-up runs are left out
     * @param processorMillis what all threads of the process took on processors during each of these runs
     */
    public record Runs(Map<String, Object> result, List<StageTimes> times, List<Double> processorMillis) {}

    BenchRunner(BenchJob job, Backend.Choice choice, NativeMemory memory) {
        this(job, choice, memory, Workers.of(job.concurrency()));
    }

    /** @param workers the threads of the runs, which may be cancelled */
    public BenchRunner(BenchJob job, Backend.Choice choice, NativeMemory memory, Workers workers) {
        this.job = job;
        this.choice = choice;
        this.memory = memory;
        this.workers = workers;
    }

    /** @throws IllegalStateException when a run gives another result than the first, or leaves memory allocated */
    Runs run(Graph graph, int warmup, int repeat) throws Exception {
        Map<String, Object> first = null;
        List<StageTimes> times = new ArrayList<>();
        List<Double> processorMillis = new ArrayList<>();
        for (int run = 0; run < warmup + repeat; run++) {
            StageTimes ofRun = new StageTimes();
            long start = PROCESS.getProcessCpuTime();
            Map<String, Object> result = runOnce(graph, ofRun);
            long end = PROCESS.getProcessCpuTime();
            if (first != null && !comparable(first).equals(comparable(result))) {
                throw new IllegalStateException(
                        "run " + (run + 1) + " gave " + result + " where the first run gave " + first);
            }
            first = result;
            if (run >= warmup) {
                times.add(ofRun);
                processorMillis.add((end - start) / 1e6);
            }
        }
        return new Runs(first, times, processorMillis);
    }

    private Map<String, Object> comparable(Map<String, Object> result) {
        Map<String, Object> comparable = new LinkedHashMap<>(result);
        comparable.keySet().removeAll(job.mayDiffer());
        return comparable;
    }

    /**
     * Runs the job once.
     *
     * @param times receives the times of its stages
     * @return its row, and the checksum of its values as {@code per}
     * @throws IllegalStateException when the run leaves memory allocated
     */
    public Map<String, Object> runOnce(Graph graph, StageTimes times) throws Exception {
        long before = memory.liveBytes();
        Map<String, Object> result;
        try (BenchResult raw = job.run(graph, choice, new Execution(memory, workers, times))) {
            result = resultMap(raw);
        }
        if (memory.liveBytes() != before) {
            throw new IllegalStateException("a run left " + (memory.liveBytes() - before) + " bytes allocated");
        }
        return result;
    }

    private static Map<String, Object> resultMap(BenchResult raw) {
        Map<String, Object> map = Json.toMap(raw.row());
        if (raw.per() != null) {
            map.put("per", perMap(raw.per()));
        }
        return map;
    }

    /** The checksum over all parts; when there are several, each part's too, under its name. */
    private static Map<String, Object> perMap(BenchResult.Per per) {
        Map<String, Object> parts = new LinkedHashMap<>();
        ValueChecksum all = null;
        for (var part : per.parts().entrySet()) {
            ValueChecksum checksum = part.getValue();
            parts.put(part.getKey(), checksum.toMap());
            all = all == null ? checksum : all.plus(checksum);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("of", per.of());
        if (all != null) {
            map.putAll(all.toMap());
        }
        if (parts.size() > 1) {
            map.putAll(parts);
        }
        return map;
    }
}
