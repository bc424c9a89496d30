package dev.motif.spark;

import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.algorithm.count.cycle.CycleConfig;
import dev.motif.algorithm.count.cycle.CycleResult;
import dev.motif.algorithm.count.triad.Triad;
import dev.motif.algorithm.count.triad.TriadResult;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.backend.Backend;
import dev.motif.backend.TimeWindow;
import java.io.PrintStream;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The command line {@code motif-spark}, for spark-submit; algorithms and their keys are spelled as in Motif's bench. */
public final class Main {
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    private static final String HELP = """
            Usage: spark-submit --class dev.motif.spark.Main --jars MOTIF.jar MOTIF-SPARK.jar COMMAND --graph=PATH [--KEY=VALUE]...

              write             edges=PATH of Parquet, whose first two columns are the ids; kind=bipartite|unipartite|directed;
                                relationshipProperties=NAME,... of columns that the graph keeps
              butterfly         per=node|relationship, with out=PATH; timeProperty, with window=NUMBER|ISO DURATION
              biclique.count    p and q, or maxP and maxQ for all sizes
              biclique.maximal  minLeft, minRight
              kclique           k, or none for every size
              commonNeighbors   out=PATH
              triad             per=node, with out=PATH
              cycle             minLength, maxLength; per=node, with out=PATH

            Each also takes parts, memoryLimit (bytes), sliceMillis, timeoutMillis and backend=AUTO|CPU|GPU. Counts of nodes and
            relationships are written to out, a folder, as Parquet. The last line printed is a JSON object: algorithm, graph, result, millis.
            Exit codes: 0 done, 1 failure, 2 wrong usage.
            """;

    /** The keys that were given, of which each is asked for once. */
    private static final class Keys {
        private final Map<String, String> values = new LinkedHashMap<>();

        Keys(List<String> arguments) {
            for (String argument : arguments) {
                int end = argument.indexOf('=');
                if (!argument.startsWith("--") || end < 0) {
                    throw new IllegalArgumentException("an argument must be --KEY=VALUE, got '" + argument + "'");
                }
                values.put(argument.substring(2, end), argument.substring(end + 1));
            }
        }

        boolean has(String key) {
            return values.containsKey(key);
        }

        String text(String key) {
            if (!has(key)) {
                throw new IllegalArgumentException("--" + key + "=... is missing");
            }
            return values.remove(key);
        }

        long number(String key, long least, long most) {
            String text = text(key);
            try {
                long number = Long.parseLong(text);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Told below.
            }
            throw new IllegalArgumentException(
                    "`" + key + "` must be in [" + least + ", " + most + "], got '" + text + "'");
        }

        long number(String key, long least, long most, long otherwise) {
            return has(key) ? number(key, least, most) : otherwise;
        }

        int integer(String key, int least) {
            return (int) number(key, least, Integer.MAX_VALUE);
        }

        void checkAllUsed() {
            if (!values.isEmpty()) {
                throw new IllegalArgumentException("unknown here: " + new TreeSet<>(values.keySet()));
            }
        }
    }

    /** The work of a command whose keys are all right. */
    @FunctionalInterface
    private interface Command {
        /** Gives the result as JSON. */
        String run(MotifSpark motif, SparkSession session);
    }

    private Main() {}

    /** @param arguments see {@link #HELP} */
    public static void main(String[] arguments) {
        int code = run(List.of(arguments), System.out, System.err);
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Runs a command on the session there is, or a new one, and gives the exit code. */
    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        if (arguments.isEmpty() || arguments.contains("--help")) {
            out.print(HELP);
            return arguments.isEmpty() ? WRONG_USAGE : 0;
        }
        String name = arguments.get(0);
        String graph;
        Options options;
        Command command;
        try {
            Keys keys = new Keys(arguments.subList(1, arguments.size()));
            graph = keys.text("graph");
            options = options(keys);
            command = command(name, graph, keys);
            keys.checkAllUsed();
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return WRONG_USAGE;
        }
        SparkSession session = SparkSession.builder().appName("Motif").getOrCreate();
        try (MotifSpark motif = MotifSpark.on(session).with(options)) {
            long start = System.nanoTime();
            String result = command.run(motif, session);
            out.printf(
                    Locale.ROOT,
                    "{\"algorithm\": %s, \"graph\": %s, \"result\": %s, \"millis\": %d}%n",
                    quoted(name),
                    quoted(graph),
                    result,
                    Duration.ofNanos(System.nanoTime() - start).toMillis());
            return 0;
        } catch (IllegalArgumentException | IllegalStateException e) {
            err.println(e.getMessage());
            return FAILED;
        }
    }

    private static Options options(Keys keys) {
        int parts = (int) keys.number("parts", 1, Options.MOST_PARTS, 0);
        long memoryLimit = keys.number("memoryLimit", 1, Long.MAX_VALUE, 0);
        Duration slice = keys.has("sliceMillis") ? Duration.ofMillis(keys.integer("sliceMillis", 1)) : null;
        Duration timeout = keys.has("timeoutMillis") ? Duration.ofMillis(keys.integer("timeoutMillis", 1)) : null;
        String backend = keys.has("backend") ? keys.text("backend") : Backend.AUTO.name();
        return Stream.of(Backend.values())
                .filter(each -> each.name().equalsIgnoreCase(backend))
                .findFirst()
                .map(each -> new Options(parts, memoryLimit, slice, timeout, each))
                .orElseThrow(() ->
                        new IllegalArgumentException("`backend` must be AUTO, CPU or GPU, got '" + backend + "'"));
    }

    private static Command command(String name, String graph, Keys keys) {
        return switch (name) {
            case "write" -> write(graph, keys);
            case "butterfly" -> butterfly(graph, keys);
            case "biclique.count" -> bicliques(graph, keys);
            case "biclique.maximal" -> {
                int minLeft = (int) keys.number("minLeft", 1, Integer.MAX_VALUE, 1);
                int minRight = (int) keys.number("minRight", 1, Integer.MAX_VALUE, 1);
                yield (motif, session) -> sizes(motif.open(graph).maximalBicliques(minLeft, minRight));
            }
            case "kclique" -> {
                int k = (int) keys.number("k", 3, 512, 0);
                yield (motif, session) -> cliques(k, motif.open(graph));
            }
            case "commonNeighbors" -> {
                String to = keys.text("out");
                yield (motif, session) -> written(motif.open(graph).commonNeighbors(), to);
            }
            case "triad" -> triads(graph, keys);
            case "cycle" -> cycles(graph, keys);
            default ->
                throw new IllegalArgumentException(
                        "the command must be write, butterfly, biclique.count, biclique.maximal, kclique, commonNeighbors, triad"
                                + " or cycle, got '" + name + "'");
        };
    }

    private static Command write(String graph, Keys keys) {
        String edges = keys.text("edges");
        String given = oneOf("kind", keys.text("kind"), "bipartite", "unipartite", "directed");
        boolean directed = given.equals("directed");
        GraphKind kind = given.equals("bipartite") ? GraphKind.BIPARTITE : GraphKind.UNIPARTITE;
        String[] properties = directed
                ? new String[] {MotifSpark.DIRECTION}
                : keys.has("relationshipProperties")
                        ? keys.text("relationshipProperties").split(",", -1)
                        : new String[0];
        return (motif, session) -> {
            Dataset<Row> rows = session.read().parquet(edges);
            GraphRef written = motif.write(directed ? MotifSpark.directed(rows) : rows, graph, kind, properties);
            return "{\"left\": " + written.leftCount() + ", \"right\": " + written.rightCount() + ", \"edges\": "
                    + written.edgeCount() + "}";
        };
    }

    private static Command butterfly(String graph, Keys keys) {
        TimeWindow window = keys.has("timeProperty") ? window(keys) : null;
        if (!keys.has("per")) {
            return (motif, session) -> {
                GraphRef ref = motif.open(graph);
                try (ButterflyResult found = window == null ? ref.butterflies() : ref.butterflies(window)) {
                    return quoted(found.total());
                }
            };
        }
        boolean ofNodes = oneOf("per", keys.text("per"), "node", "relationship").equals("node");
        String to = keys.text("out");
        return (motif, session) -> {
            GraphRef ref = motif.open(graph);
            if (window == null) {
                return written(ofNodes ? ref.butterfliesPerNode() : ref.butterfliesPerEdge(), to);
            }
            return written(ofNodes ? ref.butterfliesPerNode(window) : ref.butterfliesPerEdge(window), to);
        };
    }

    private static TimeWindow window(Keys keys) {
        String property = keys.text("timeProperty");
        String length = keys.text("window");
        try {
            return length.startsWith("P")
                    ? TimeWindow.of(property, Duration.parse(length))
                    : TimeWindow.of(property, Long.parseLong(length));
        } catch (DateTimeParseException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "`window` must be an integer of 0 or more, or a duration such as PT1H, got '" + length + "'");
        }
    }

    private static Command bicliques(String graph, Keys keys) {
        boolean all = keys.has("maxP");
        int p = keys.integer(all ? "maxP" : "p", 1);
        int q = keys.integer(all ? "maxQ" : "q", 1);
        return (motif, session) -> {
            try (BicliqueResult found = all
                    ? motif.open(graph).bicliquesUpTo(p, q)
                    : motif.open(graph).bicliques(p, q)) {
                if (!all) {
                    return quoted(found.total());
                }
                List<String> rows = new ArrayList<>();
                for (int i = 1; i <= p; i++) {
                    List<String> row = new ArrayList<>();
                    for (int j = 1; j <= q; j++) {
                        row.add(quoted(found.count(i, j)));
                    }
                    rows.add(row.toString());
                }
                return rows.toString();
            }
        };
    }

    private static Command triads(String graph, Keys keys) {
        String to = outOfNodes(keys);
        return (motif, session) -> {
            if (to != null) {
                return written(motif.open(graph).triadPlaces(), to);
            }
            try (TriadResult found = motif.open(graph).triads()) {
                return Stream.of(Triad.values())
                        .map(triad -> quoted(triad.label()) + ": " + quoted(found.count(triad)))
                        .collect(Collectors.joining(", ", "{", "}"));
            }
        };
    }

    private static Command cycles(String graph, Keys keys) {
        int min =
                (int) keys.number("minLength", CycleConfig.MIN_LENGTH, CycleConfig.MAX_LENGTH, CycleConfig.MIN_LENGTH);
        int max = (int) keys.number("maxLength", min, CycleConfig.MAX_LENGTH);
        String to = outOfNodes(keys);
        return (motif, session) -> {
            if (to != null) {
                return written(motif.open(graph).cyclesPerNode(min, max), to);
            }
            try (CycleResult found = motif.open(graph).cycles(min, max)) {
                return IntStream.rangeClosed(min, max)
                        .mapToObj(length -> quoted(length) + ": " + quoted(found.count(length)))
                        .collect(Collectors.joining(", ", "{", "}"));
            }
        };
    }

    /** Where counts of nodes go; null where totals are asked for. */
    private static String outOfNodes(Keys keys) {
        if (!keys.has("per")) {
            return null;
        }
        oneOf("per", keys.text("per"), "node");
        return keys.text("out");
    }

    private static String cliques(int k, GraphRef graph) {
        try (KCliqueResult found = k == 0 ? graph.allCliques() : graph.cliques(k)) {
            if (k > 0) {
                return quoted(found.count(k));
            }
            List<String> sizes = new ArrayList<>();
            for (int size = 3; size <= found.largest(); size++) {
                sizes.add(quoted(size) + ": " + quoted(found.count(size)));
            }
            return "{" + String.join(", ", sizes) + "}";
        }
    }

    private static String sizes(MaximalBicliqueResult found) {
        try (found) {
            List<String> sizes = found.sizes().stream()
                    .map(size -> "{\"left\": " + size.left() + ", \"right\": " + size.right() + ", \"count\": "
                            + size.count() + "}")
                    .toList();
            return "{\"total\": " + quoted(found.total()) + ", \"sizes\": " + sizes + "}";
        }
    }

    private static String written(Dataset<Row> rows, String to) {
        rows.write().parquet(to);
        return quoted(to);
    }

    private static String oneOf(String key, String given, String... allowed) {
        if (!List.of(allowed).contains(given)) {
            throw new IllegalArgumentException(
                    "`" + key + "` must be " + String.join(" or ", allowed) + ", got '" + given + "'");
        }
        return given;
    }

    /** Counts may be larger than numbers of JSON's readers. */
    private static String quoted(Object value) {
        return '"' + value.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
