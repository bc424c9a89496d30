package dev.motif.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Runs several algorithms once each on one graph that takes long to make: {@code LargeGraphs GRAPH ALGORITHM/BACKEND/SECONDS[/JSON]...}.
 * A step that takes longer than its seconds is cancelled, and a step that fails does not end the others. Every count is
 * compared with what the generator knows ({@link LoadedGraph#known}), and with the same count of the other backend; the exit
 * code is 1 if any differs.
 */
public final class LargeGraphs {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final LoadedGraph loaded;
    private final NativeMemory memory;

    /** Counts of earlier steps, by algorithm, configuration and field. */
    private final Map<String, BigInteger> found = new HashMap<>();

    private boolean differs;

    private final PrintStream out;

    LargeGraphs(LoadedGraph loaded, NativeMemory memory, PrintStream out) {
        this.loaded = loaded;
        this.memory = memory;
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        if (!run(new NativeMemory(BenchMemory.limitBytes()), System.out, args)) {
            System.exit(1);
        }
    }

    /** Runs the steps of a command line; returns whether all counts are as they must be. */
    static boolean run(NativeMemory memory, PrintStream out, String... args) throws Exception {
        Workers workers = Workers.of(BenchJob.defaultConcurrency());
        long start = System.nanoTime();
        try (LoadedGraph loaded = GraphSource.parse(args[0]).load(memory, workers)) {
            out.printf(Locale.ROOT, "graph;%s;%s;%.1f s%n", args[0], BenchReport.sizes(loaded), seconds(start));
            out.println("step;seconds;prepare;transfer;compute;hostMiB;deviceMiB;checked;result");
            LargeGraphs graphs = new LargeGraphs(loaded, memory, out);
            for (String step : List.of(args).subList(1, args.length)) {
                graphs.step(step);
            }
            return !graphs.differs;
        }
    }

    boolean differs() {
        return differs;
    }

    void step(String text) throws IOException, InterruptedException {
        String[] step = text.split("/", 4);
        String json = step.length > 3 ? step[3] : "{}";
        PeakMemory peak = PeakMemory.watch(ProcessHandle.current().pid());
        StageTimes times = new StageTimes();
        long start = System.nanoTime();
        String result;
        String checked = "";
        try {
            Map<String, Object> row = run(step[0], step[1], Integer.parseInt(step[2]), json, times);
            checked = check(step[0], json, row);
            result = Json.write(row);
        } catch (Exception | OutOfMemoryError e) {
            result = e.toString();
        }
        double seconds = seconds(start);
        PeakMemory.Peaks peaks = peak.end();
        out.printf(
                Locale.ROOT,
                "%s;%.2f;%.2f;%.2f;%.2f;%d;%d;%s;%s%n",
                text,
                seconds,
                times.exactMillis(Stage.PREPARE) / 1e3,
                times.exactMillis(Stage.TRANSFER) / 1e3,
                times.exactMillis(Stage.COMPUTE) / 1e3,
                peaks.host(),
                peaks.device(),
                checked,
                result.length() > 1000 ? result.substring(0, 1000) : result);
    }

    private Map<String, Object> run(String algorithm, String where, int seconds, String json, StageTimes times)
            throws Exception {
        BenchJob job = BenchAlgorithms.named(algorithm).configure(Json.parseObject("configuration", json));
        Backend backend = Backend.valueOf(where.toUpperCase(Locale.ROOT));
        backend.checkPossible();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Workers workers = new Workers(job.concurrency(), () -> System.nanoTime() - end > 0, Progress.NONE);
        Backend.Choice choice = job.choose(backend, GraphSize.of(loaded.graph()));
        return new BenchRunner(job, choice, memory, workers).runOnce(loaded.graph(), times);
    }

    /** How many of the fields are known or were found before, and the fields that differ. */
    private String check(String algorithm, String json, Map<String, Object> row) {
        Map<String, BigInteger> fields = new TreeMap<>();
        collect(algorithm, JSON.valueToTree(row), fields);
        int known = 0;
        int again = 0;
        StringBuilder wrong = new StringBuilder();
        for (Map.Entry<String, BigInteger> field : fields.entrySet()) {
            BigInteger expected = loaded.known().get(field.getKey());
            BigInteger before = found.putIfAbsent(json.strip() + field.getKey(), field.getValue());
            known += expected != null ? 1 : 0;
            again += before != null ? 1 : 0;
            for (BigInteger other : new BigInteger[] {expected, before}) {
                if (other != null && !other.equals(field.getValue())) {
                    wrong.append(" DIFFERS: ")
                            .append(field.getKey())
                            .append(" is not ")
                            .append(other);
                    differs = true;
                }
            }
        }
        return known + " known, " + again + " as before" + wrong;
    }

    /** The integers of a row, by names such as {@code kclique.4}, {@code butterfly.countText} or {@code wing.relationship.sum}. */
    private static void collect(String prefix, JsonNode node, Map<String, BigInteger> fields) {
        if (node.has("k") || node.has("p")) {
            String size = node.has("k")
                    ? node.get("k").asText()
                    : node.get("p").asText() + "." + node.get("q").asText();
            number(prefix + "." + size, node.get("countText"), fields);
            return;
        }
        node.fields().forEachRemaining(field -> {
            JsonNode value = field.getValue();
            if (value.isArray()) {
                value.forEach(each -> collect(prefix, each, fields));
            } else if (value.isObject()) {
                collect(prefix + "." + (value.has("of") ? value.get("of").asText() : field.getKey()), value, fields);
            } else {
                number(prefix + "." + field.getKey(), value, fields);
            }
        });
    }

    private static void number(String name, JsonNode value, Map<String, BigInteger> fields) {
        if (value != null && value.asText().matches("\\d+")) {
            fields.put(name, new BigInteger(value.asText()));
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
