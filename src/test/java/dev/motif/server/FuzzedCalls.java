package dev.motif.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes calls of all procedures and functions of a server, each valid but for one argument, or one key of its
 * configuration. So most calls pass the checks in front of the one that is meant.
 */
final class FuzzedCalls {
    /** Graphs of these names are there: a bipartite and a unipartite one. */
    static final String RATINGS = "ratings";

    static final String FRIENDS = "friends";

    /** The beginning of the names of graphs that calls make. */
    static final String OWN = "own";

    private static final String BEFORE =
            "MATCH aPath = (aNode:User)-[aRelationship:RATED]->() WITH * LIMIT 1 WITH *, $configuration AS given";

    private static final Map<String, Object> SIDES = Map.of("left", "User", "right", "Item");

    private static final List<Object> FLAGS = List.of(true, false);
    private static final List<Object> COLUMNS = List.of("column", "other");
    private static final List<Object> PROPERTIES = List.of(
            "column",
            "i",
            List.of("stars", Map.of("other", "i")),
            Map.of("column", Map.of("property", "stars", "default", 1L, "aggregation", "MAX")));
    private static final List<Object> FILTERS = List.of(
            "r.column > 0",
            "r.column > date('2026-11-01')",
            "n.other IS NULL",
            "NOT (l.column < 1.5 OR n.other = 2)",
            "1 = 1");
    private static final List<Object> SIZES = List.of(1L, 2L, 3L);

    /** Values that are valid in some call for each key that any procedure knows. */
    private static final Map<String, List<Object>> VALID = new TreeMap<>(Map.ofEntries(
            Map.entry("additionalNodeProperties", List.of("i", List.of("i", "absent"))),
            Map.entry("additionalRelationshipProperties", List.of("stars", List.of("stars", "absent"))),
            Map.entry("algorithm", List.of("AUTO")),
            Map.entry("alpha", List.of(2L, List.of(1L, 3L))),
            Map.entry("backend", List.of("AUTO", "cpu", "GPU")),
            Map.entry("gpus", List.of("AUTO", "all", 1L, List.of(0L))),
            Map.entry("balance", List.of("JOINT", "RUNTIME", "PRE_RUNTIME")),
            Map.entry("beta", SIZES),
            Map.entry("bottomK", List.of(0L, 2L)),
            Map.entry("bottomN", List.of(0L, 3L)),
            Map.entry("blockDegree", List.of(16L, 1024L)),
            Map.entry("coProcessing", FLAGS),
            Map.entry("coefficientProperty", List.of("coefficient")),
            Map.entry("communityId", List.of(0L, 1L)),
            Map.entry("concurrency", SIZES),
            Map.entry("confidence", List.of(0.5, 0.95)),
            Map.entry("connected", List.of("TRIANGLES", "EDGES")),
            Map.entry("contains", List.of(0L, 2L)),
            Map.entry("degreeCutoff", SIZES),
            Map.entry("edgeDirection", FLAGS),
            Map.entry("encoding", List.of("BINARY", "CSR")),
            Map.entry("epsilon", List.of(0.5, List.of(0.2, 0.7))),
            Map.entry("exploration", List.of("HYBRID", "DFS")),
            Map.entry("file", List.of("report.html")),
            Map.entry("groupSize", List.of(1L, 32L)),
            Map.entry("discountHubs", List.of("LEFT", "RIGHT")),
            Map.entry("include", List.of("butterfly", List.of("kclique", "kcore"))),
            Map.entry("follow", FLAGS),
            Map.entry("falseDiscoveryRate", List.of(0L, 0.01)),
            Map.entry("graphName", List.of(OWN + "_file")),
            Map.entry("counting", List.of("REARRANGED", "LOCK_VECTOR", "THREAD_MAP", "intersection")),
            Map.entry("holdIds", FLAGS),
            Map.entry("jobId", List.of("job")),
            Map.entry("k", List.of(3L, 4L)),
            Map.entry("leftCount", List.of(100L)),
            Map.entry("level", List.of(2L, 3L)),
            Map.entry("r", List.of(1L, 2L, 3L)),
            Map.entry("kind", List.of("BIPARTITE", "UNIPARTITE")),
            Map.entry("label", List.of("Biclique")),
            Map.entry("limit", SIZES),
            Map.entry("loadBalancing", FLAGS),
            Map.entry("logProgress", FLAGS),
            Map.entry("memory", List.of("PASSES", "UNIFIED")),
            Map.entry("maxComponentSize", List.of(1L, 500L)),
            Map.entry("maxItems", List.of(2L, 64L)),
            Map.entry("maxK", List.of(4L, 512L)),
            Map.entry("maxLeft", SIZES),
            Map.entry("maxOverlap", List.of(0.5, 1L)),
            Map.entry("maxP", List.of(2L, 256L)),
            Map.entry("maxQ", List.of(2L, 256L)),
            Map.entry("maxRight", SIZES),
            Map.entry("minCommon", SIZES),
            Map.entry("minConfidence", List.of(0L, 0.8)),
            Map.entry("minK", List.of(3L)),
            Map.entry("minLeft", List.of(5L)),
            Map.entry("minSize", List.of(5L)),
            Map.entry("maxSize", List.of(3L, 100L)),
            Map.entry("minRight", List.of(5L)),
            Map.entry("minCount", List.of(1L, 3L)),
            Map.entry("minSupport", List.of(0L, 0.5)),
            Map.entry("similarityCutoff", List.of(0L, 0.5)),
            Map.entry("missing", List.of(1L, 2L)),
            Map.entry("mode", List.of("DOT", "min", "SQUARE")),
            Map.entry("moreThan", List.of(0L, 0.5)),
            Map.entry("mu", List.of(2L, List.of(2L, 5L))),
            Map.entry("mutateGraphName", List.of(OWN + "_similar", OWN + "_alike")),
            Map.entry("mutateProperty", COLUMNS),
            Map.entry("nameProperty", List.of("i")),
            Map.entry("nodeCount", List.of(100L)),
            Map.entry("nodeFilter", List.of(Map.of("property", "i", "min", 1L, "max", 5L), "n.i >= 1 AND n.i <= 5")),
            Map.entry("nodeProperties", PROPERTIES),
            Map.entry("nodes", FLAGS),
            Map.entry("of", List.of(1L, 3L)),
            Map.entry("onlyChanged", FLAGS),
            Map.entry("orientation", List.of("AUTO", "DEGREE", "DEGENERACY")),
            Map.entry("overwrite", FLAGS),
            Map.entry("p", SIZES),
            Map.entry("pairs", List.of(List.of(List.of(0L, 1L)), List.of())),
            Map.entry("part", List.of(0L, 2L)),
            Map.entry("parallel", List.of("AGGREGATE", "KEEP")),
            Map.entry("parallelization", List.of("AUTO", "VERTEX", "EDGE")),
            Map.entry("partitionBytes", List.of(0L, 1L << 20)),
            Map.entry("partitioning", List.of("BCPAR", "RANGES")),
            Map.entry("per", List.of("NODE", "RELATIONSHIP")),
            Map.entry("priority", List.of("TWO_HOP", "DEGREE", "ID")),
            Map.entry("q", SIZES),
            Map.entry("rangeFiltering", FLAGS),
            Map.entry("rangeSize", List.of(64L, 4096L)),
            Map.entry("readConcurrency", SIZES),
            Map.entry("relabel", FLAGS),
            Map.entry("relativeError", List.of(0.01, 0.5)),
            Map.entry(
                    "relationshipFilter",
                    List.of(Map.of("property", "stars", "min", 1L, "max", 3L), "r.stars IN [1, 2, 3]")),
            Map.entry("relationshipCount", List.of(1000L)),
            Map.entry("relationshipIds", FLAGS),
            Map.entry("relationshipProperties", PROPERTIES),
            Map.entry("relationshipType", List.of("IN_BICLIQUE")),
            Map.entry("relationshipWeightProperty", COLUMNS),
            Map.entry("reorder", List.of("BORDER", "DEGREE", "NONE")),
            Map.entry("reorderIterations", List.of(0L, 10L)),
            Map.entry("replace", FLAGS),
            Map.entry("rightCount", List.of(10L)),
            Map.entry("roleProperty", List.of("role")),
            Map.entry("seed", List.of(0L, 7L)),
            Map.entry("sets", List.of("HTB", "CSR")),
            Map.entry("sharedTable", FLAGS),
            Map.entry("similarityMetric", List.of("JACCARD", "overlap", "COSINE", "COUNT", "PREFERENTIAL_ATTACHMENT")),
            Map.entry("side", List.of("LEFT", "RIGHT")),
            Map.entry("skewThreshold", List.of(1L, 50L)),
            Map.entry("skipIfRunning", FLAGS),
            Map.entry("sourceNodes", List.of(0L, List.of(0L, 2L))),
            Map.entry("spreadsheet", FLAGS),
            Map.entry("sudo", FLAGS),
            Map.entry("targetNodes", List.of(2L, List.of(0L, 2L))),
            Map.entry("taskSize", List.of(1L, 1024L)),
            Map.entry("techniques", List.of(List.of())),
            Map.entry("threadDegree", List.of(0L, 16L)),
            Map.entry("changes", List.of("NEW", List.of("GONE", "SHRUNKEN"))),
            Map.entry("span", List.of(0L, 2L, Long.MAX_VALUE)),
            Map.entry("timeProperty", List.of("stars")),
            Map.entry("baseProperty", List.of("stars")),
            Map.entry("timeoutMillis", List.of(0L, 1L, 60_000L)),
            Map.entry("topK", SIZES),
            Map.entry("topN", List.of(0L, 3L)),
            Map.entry("topKBy", List.of("EDGES", "BALANCED", "size", "WEIGHT", "LEVEL", "density")),
            Map.entry("twoHopFilter", FLAGS),
            Map.entry("username", List.of("*", "ann")),
            Map.entry("verify", FLAGS),
            Map.entry("upperDegreeCutoff", List.of(3L, 100L)),
            Map.entry("value", List.of("COUNT", "LARGEST")),
            Map.entry("vectorBits", List.of(256L, 512L)),
            Map.entry("vectorize", FLAGS),
            Map.entry("warpsPerBlock", List.of(1L, 4L)),
            Map.entry("weightAggregation", List.of("SUM", "min")),
            Map.entry("wedgeThreshold", List.of(0L, 4096L)),
            Map.entry("wide", FLAGS),
            Map.entry("window", List.of(0L, 2L, Long.MAX_VALUE)),
            Map.entry("writeBicliques", List.of("Biclique")),
            Map.entry("writeCliques", List.of("Clique")),
            Map.entry("writeCommunities", List.of("Community")),
            Map.entry("writeConcurrency", SIZES),
            Map.entry("writeProperty", List.of("written")),
            Map.entry("writeRelationshipType", List.of("SIMILAR"))));

    /** The least that a call needs which writes, or adds a column. */
    private static Map<String, Object> least(Procedure procedure) {
        if (procedure.keys().contains("mutateProperty")) {
            return Map.of("mutateProperty", "column");
        }
        return procedure.keys().contains("writeProperty") ? Map.of("writeProperty", "written") : Map.of();
    }

    /** The keys that ask for the heaviest groups, beside {@code others}. */
    private static Map<String, Object> heaviest(Map<String, Object> others) {
        Map<String, Object> keys = new TreeMap<>(others);
        keys.putAll(Map.of("topK", 3L, "relationshipWeightProperty", "stars"));
        return keys;
    }

    private static final Map<String, Object> LOCKSTEP =
            Map.of("timeProperty", "stars", "window", 1L, "minLeft", 2L, "minRight", 2L);

    private static final Map<String, Object> COUNTS = Map.of("nodeCount", 100L, "relationshipCount", 1000L);
    private static final Map<String, Object> COUNTS_OF_SIDES =
            Map.of("leftCount", 100L, "rightCount", 10L, "relationshipCount", 1000L);
    private static final Map<String, Object> SPAN = Map.of("timeProperty", "stars", "span", 2L);

    /** Keys that calls must be given, or may, to use all techniques: of each procedure, without {@code .estimate}. */
    private static final Map<String, List<Map<String, Object>>> VARIANTS = Map.ofEntries(
            Map.entry("motif.biclique.count.sample", List.of(Map.of("p", 2L, "q", 2L), Map.of("maxP", 3L, "maxQ", 3L))),
            Map.entry("motif.biclique.count.sample.stream", List.of(Map.of("p", 2L, "q", 2L))),
            Map.entry("motif.kclique.sample", List.of(Map.of("k", 3L), Map.of("maxK", 5L))),
            Map.entry("motif.kclique.sample.stream", List.of(Map.of("k", 3L))),
            Map.entry("motif.butterfly.stats", List.of(Map.of(), Map.of("timeProperty", "stars", "window", 2L))),
            Map.entry("motif.biclique.lockstep.stats", List.of(LOCKSTEP)),
            Map.entry("motif.biclique.lockstep.stream", List.of(LOCKSTEP)),
            Map.entry("motif.biclique.lockstep.graph", List.of(LOCKSTEP)),
            Map.entry("motif.biclique.count.stats", List.of(Map.of("p", 2L, "q", 2L), Map.of("maxP", 3L, "maxQ", 3L))),
            Map.entry("motif.research.gbc.stats", List.of(Map.of("p", 2L, "q", 2L))),
            Map.entry("motif.biclique.count.stream", List.of(Map.of("p", 2L, "q", 2L))),
            Map.entry("motif.biclique.count.write", List.of(Map.of("p", 2L, "q", 2L, "writeProperty", "written"))),
            Map.entry("motif.biclique.count.mutate", List.of(Map.of("p", 2L, "q", 2L, "mutateProperty", "column"))),
            Map.entry(
                    "motif.kclique.mutate",
                    List.of(
                            Map.of("k", 3L, "mutateProperty", "column"),
                            Map.of("maxK", 4L, "mutateProperty", "column"))),
            Map.entry(
                    "motif.biclique.densest.stats",
                    List.of(Map.of("p", 2L, "q", 2L), Map.of("p", 1L, "q", 1L, "discountHubs", "RIGHT"))),
            Map.entry("motif.biclique.densest.stream", List.of(Map.of("p", 2L, "q", 2L))),
            Map.entry("motif.kclique.densest.stats", List.of(Map.of("k", 3L))),
            Map.entry("motif.kclique.densest.stream", List.of(Map.of("k", 3L))),
            Map.entry("motif.biclique.list", List.of(Map.of("p", 2L, "q", 2L), heaviest(Map.of("p", 2L, "q", 2L)))),
            Map.entry("motif.biclique.maximal.stream", List.of(Map.of(), heaviest(Map.of("topKBy", "WEIGHT")))),
            Map.entry("motif.clique.maximal.stream", List.of(Map.of(), heaviest(Map.of("topKBy", "WEIGHT")))),
            Map.entry("motif.biclique.maximal.stats", List.of(Map.of(), SPAN)),
            Map.entry("motif.clique.maximal.stats", List.of(Map.of(), SPAN)),
            Map.entry("motif.biclique.near.stats", List.of(Map.of("minLeft", 5L, "minRight", 5L))),
            Map.entry("motif.biclique.near.stream", List.of(Map.of("minLeft", 5L, "minRight", 5L))),
            Map.entry("motif.biclique.near.graph", List.of(Map.of("minLeft", 5L, "minRight", 5L))),
            Map.entry(
                    "motif.biclique.near.write",
                    List.of(
                            Map.of("minLeft", 5L, "minRight", 5L, "writeProperty", "written"),
                            Map.of("minLeft", 5L, "minRight", 5L, "writeBicliques", "Biclique"))),
            Map.entry(
                    "motif.biclique.near.mutate",
                    List.of(Map.of("minLeft", 5L, "minRight", 5L, "mutateProperty", "column"))),
            Map.entry(
                    "motif.clique.near.write",
                    List.of(
                            Map.of("minSize", 5L, "writeProperty", "written"),
                            Map.of("minSize", 5L, "writeCliques", "Clique"))),
            Map.entry("motif.clique.near.mutate", List.of(Map.of("minSize", 5L, "mutateProperty", "column"))),
            Map.entry("motif.clique.near.stats", List.of(Map.of("minSize", 5L))),
            Map.entry("motif.clique.near.stream", List.of(Map.of("minSize", 5L))),
            Map.entry("motif.clique.near.graph", List.of(Map.of("minSize", 5L))),
            Map.entry(
                    "motif.biclique.maximal.write",
                    List.of(Map.of("writeProperty", "written"), Map.of("writeBicliques", "Biclique"))),
            Map.entry(
                    "motif.clique.maximal.write",
                    List.of(Map.of("writeProperty", "written"), Map.of("writeCliques", "Clique"))),
            Map.entry("motif.clique.percolation.stats", List.of(Map.of("k", 3L))),
            Map.entry("motif.clique.percolation.stream", List.of(Map.of("k", 3L))),
            Map.entry("motif.clique.percolation.mutate", List.of(Map.of("k", 3L, "mutateProperty", "column"))),
            Map.entry(
                    "motif.clique.percolation.write",
                    List.of(
                            Map.of("k", 3L, "writeProperty", "written"),
                            Map.of("k", 3L, "writeCommunities", "Community"))),
            Map.entry(
                    "motif.nodeSimilarity.mutate",
                    List.of(Map.of("mutateGraphName", OWN + "_similar", "mutateProperty", "column"))),
            Map.entry(
                    "motif.nodeSimilarity.write",
                    List.of(Map.of("writeRelationshipType", "SIMILAR", "writeProperty", "written"))),
            Map.entry("motif.kclique.list", List.of(Map.of("k", 3L), heaviest(Map.of("k", 3L)))),
            Map.entry("motif.kclique.stats", List.of(Map.of(), Map.of("k", 3L))),
            Map.entry("motif.research.pivoting.stats", List.of(Map.of("k", 3L), Map.of("algorithm", "ORIENTATION"))),
            Map.entry("motif.research.gbfc.stats", List.of(Map.of(), Map.of("counting", "LOCK_VECTOR"))),
            Map.entry("motif.kclique.stream", List.of(Map.of(), Map.of("k", 3L))),
            Map.entry(
                    "motif.kclique.write",
                    List.of(Map.of("writeProperty", "written"), Map.of("k", 3L, "writeProperty", "written"))),
            Map.entry(
                    "motif.research.intersection.stats",
                    List.of(Map.of("algorithm", "MPS"), Map.of("algorithm", "BMP"))),
            Map.entry("motif.commonNeighbors.pairs", List.of(Map.of(), Map.of("pairs", List.of(List.of(0L, 1L))))));

    /**
     * A procedure as the server shows it.
     *
     * @param arguments the descriptions of the arguments by their names, in order
     */
    record Procedure(String name, Map<String, String> arguments, List<String> columns) {
        @SuppressWarnings("unchecked")
        static Procedure of(Map<String, Object> row) {
            Map<String, String> arguments = new LinkedHashMap<>();
            ((List<Map<String, Object>>) row.get("argumentDescription"))
                    .forEach(argument ->
                            arguments.put((String) argument.get("name"), (String) argument.get("description")));
            return new Procedure(
                    (String) row.get("name"),
                    arguments,
                    ((List<Map<String, Object>>) row.get("returnDescription"))
                            .stream().map(column -> (String) column.get("name")).toList());
        }

        Set<String> keys() {
            String keys = arguments.get("configuration");
            return keys == null ? Set.of() : Set.of(keys.split(", "));
        }
    }

    /**
     * A call.
     *
     * @param seed what the calls before it were made of
     * @param number the number of the call among those of the seed
     */
    record Call(long seed, int number, String query, Map<String, Object> parameters) {
        @Override
        public String toString() {
            return "seed " + seed + ", call " + number + ":\n" + query + "\n" + OddValues.shown(parameters);
        }
    }

    private final List<Procedure> procedures;

    /** @param procedures those of the server */
    FuzzedCalls(List<Procedure> procedures) {
        this.procedures = procedures;
    }

    /** The keys of all procedures for which this knows no valid value. */
    Set<String> unknownKeys() {
        Set<String> keys = new TreeSet<>();
        procedures.forEach(procedure -> keys.addAll(procedure.keys()));
        keys.removeAll(VALID.keySet());
        return keys;
    }

    /** The first calls of a seed, which are the same each time. */
    List<Call> of(long seed, int count) {
        Random random = new Random(seed);
        return IntStream.range(0, count)
                .mapToObj(number -> random.nextInt(procedures.size() + 2) < 2
                        ? function(seed, number, random)
                        : procedure(OddValues.anyOf(procedures, random), seed, number, random))
                .toList();
    }

    /**
     * A valid call.
     *
     * @param key the key of the configuration, or the argument, that has integers
     * @param integers what is valid there
     * @param isNumber whether numbers that are not whole are valid, too
     * @param arguments the values of all arguments by their names, in order
     */
    record IntegerCall(String procedure, String key, Object integers, boolean isNumber, Map<String, Object> arguments) {
        @Override
        public String toString() {
            return procedure + " " + OddValues.shown(arguments);
        }
    }

    /**
     * For each key and argument of each procedure a call with each integer, or list of them, that is valid there.
     *
     * @param nodes ids of nodes of the graph
     * @param written what takes the place of an integer
     */
    List<IntegerCall> withIntegers(List<Long> nodes, Function<Long, Object> written) {
        List<IntegerCall> calls = new ArrayList<>();
        for (Procedure procedure : procedures) {
            // Of its own, so that the arguments of a procedure do not depend on which others there are.
            Random random = new Random(procedure.name().hashCode());
            Map<String, Object> arguments = new LinkedHashMap<>();
            procedure
                    .arguments()
                    .forEach((name, description) -> arguments.put(
                            name,
                            name.equals("graphName") && description.contains("a graph")
                                    ? RATINGS
                                    : valid(name, description, 0, random)));
            arguments.computeIfPresent("fromGraphName", (name, any) -> RATINGS);
            if (procedure.name().equals("motif.graph.induce")) {
                Map<String, Object> induced = new LinkedHashMap<>(arguments);
                induced.put("configuration", Map.of());
                induced.put("nodes", inPlaceOf(nodes, written));
                calls.add(new IntegerCall(procedure.name(), "nodes", nodes, false, induced));
            }
            for (Map<String, Object> variant : variants(procedure)) {
                if (variant == COUNTS || variant == COUNTS_OF_SIDES) {
                    arguments.put("nodes", variant == COUNTS ? "User" : SIDES);
                }
                for (String key : new TreeSet<>(procedure.keys())) {
                    for (Object value : integersOf(key)) {
                        Map<String, Object> configuration = new LinkedHashMap<>(variant);
                        configuration.put(key, inPlaceOf(value, written));
                        arguments.put("configuration", configuration);
                        calls.add(new IntegerCall(
                                procedure.name(),
                                key,
                                value,
                                VALID.get(key).stream().anyMatch(Double.class::isInstance),
                                new LinkedHashMap<>(arguments)));
                    }
                }
            }
        }
        return calls;
    }

    /** The first valid integer of a key and the first list of them, if there are. */
    private static List<?> integersOf(String key) {
        return Stream.of(Long.class, List.class)
                .flatMap(type -> VALID.get(key).stream()
                        .filter(value -> type.isInstance(value) && isOfIntegers(value))
                        .limit(1))
                .toList();
    }

    private static boolean isOfIntegers(Object value) {
        return value instanceof Long
                || value instanceof List<?> list
                        && !list.isEmpty()
                        && list.stream().allMatch(FuzzedCalls::isOfIntegers);
    }

    private static Object inPlaceOf(Object value, Function<Long, Object> written) {
        return value instanceof List<?> list
                ? list.stream().map(each -> inPlaceOf(each, written)).toList()
                : written.apply((Long) value);
    }

    private static Call procedure(Procedure procedure, long seed, int number, Random random) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("configuration", Map.of());
        Map<String, String> expressions = new LinkedHashMap<>();
        procedure.arguments().forEach((name, description) -> {
            if (name.equals("configuration")) {
                parameters.put(name, configuration(procedure, random));
                expressions.put(name, "given");
            } else {
                boolean counts =
                        name.equals("graph") && procedure.name().endsWith(".estimate") && random.nextInt(3) == 0;
                parameters.put(name, counts ? counts(description) : valid(name, description, seed, random));
                expressions.put(name, "$" + name);
            }
        });
        if (!expressions.isEmpty()) {
            mutate(procedure, parameters, expressions, random);
        }
        String columns = String.join(", ", procedure.columns());
        return new Call(
                seed,
                number,
                BEFORE + "\nCALL " + procedure.name() + "(" + String.join(", ", expressions.values()) + ") YIELD "
                        + columns + " RETURN " + columns,
                parameters);
    }

    private static Object valid(String argument, String description, long seed, Random random) {
        String own = OWN + seed + "_" + random.nextInt(3);
        return switch (argument) {
            case "graph" -> graph(description, random);
            case "fromGraphName" -> OddValues.anyOf(List.of(RATINGS, FRIENDS, own), random);
            case "filter" -> OddValues.anyOf(FILTERS, random);
            case "nodes" ->
                OddValues.anyOf(
                        description.contains("ids")
                                ? List.of(List.of(), List.of(0L, 1L))
                                : List.of(SIDES, "User", List.of("User", "Item"), "*"),
                        random);
            case "relationships" -> OddValues.anyOf(List.of("RATED", List.of("RATED", "KNOWS"), "*"), random);
            case "failIfMissing" -> random.nextBoolean();
            case "jobId" -> "job";
            case "fileName" -> OWN + random.nextInt(3);
            case "properties" -> OddValues.anyOf(List.of("column", List.of("column", "other"), "*"), random);
            case "graphName" ->
                description.contains("a graph") ? OddValues.anyOf(List.of(RATINGS, FRIENDS, own), random) : own;
            default -> own;
        };
    }

    private static Object counts(String description) {
        return description.contains("bipartite") ? COUNTS_OF_SIDES : COUNTS;
    }

    private static Object graph(String description, Random random) {
        boolean bipartite = description.contains("bipartite") || random.nextBoolean();
        if (description.contains("unipartite")) {
            bipartite = false;
        }
        if (random.nextBoolean()) {
            return bipartite ? RATINGS : FRIENDS;
        }
        return Map.of(
                "nodes",
                bipartite ? SIDES : "Person",
                "relationships",
                bipartite ? "RATED" : "KNOWS",
                "relationshipIds",
                random.nextBoolean());
    }

    private static List<Map<String, Object>> variants(Procedure procedure) {
        if (procedure.keys().contains("nodeCount")) {
            return List.of(Map.of(), COUNTS, COUNTS_OF_SIDES);
        }
        return VARIANTS.getOrDefault(procedure.name().replace(".estimate", ""), List.of(least(procedure)));
    }

    private static Map<String, Object> configuration(Procedure procedure, Random random) {
        Map<String, Object> configuration = new LinkedHashMap<>(OddValues.anyOf(variants(procedure), random));
        List<String> keys = procedure.keys().stream().sorted().toList();
        for (int i = random.nextInt(3); i > 0 && !keys.isEmpty(); i--) {
            String key = OddValues.anyOf(keys, random);
            configuration.putIfAbsent(key, OddValues.anyOf(VALID.getOrDefault(key, FLAGS), random));
        }
        return configuration;
    }

    /** Replaces one argument, or one value or key of the configuration or of a map in place of a graph's name. */
    private static void mutate(
            Procedure procedure, Map<String, Object> parameters, Map<String, String> expressions, Random random) {
        String argument = OddValues.anyOf(List.copyOf(expressions.keySet()), random);
        if (procedure.keys().isEmpty() || random.nextInt(5) == 0) {
            if (argument.equals("graph") && parameters.get(argument) instanceof Map<?, ?> map && random.nextBoolean()) {
                parameters.put(argument, mutatedMap(map, random));
            } else if (random.nextInt(4) == 0) {
                expressions.put(argument, OddValues.anyExpression(random));
            } else {
                parameters.put(argument, OddValues.any(random));
                expressions.put(argument, "$" + argument);
            }
            return;
        }
        @SuppressWarnings("unchecked")
        Map<String, Object> configuration = (Map<String, Object>) parameters.get("configuration");
        List<String> keys = random.nextInt(10) == 0
                ? List.copyOf(VALID.keySet())
                : procedure.keys().stream().sorted().toList();
        String key = OddValues.anyOf(keys, random);
        switch (random.nextInt(12)) {
            case 0 -> configuration.put(OddValues.anyText(random), 1L);
            case 1 -> configuration.put(key.toUpperCase(java.util.Locale.ROOT), OddValues.any(random));
            case 2, 3 ->
                expressions.put("configuration", "given {.*, " + key + ": " + OddValues.anyExpression(random) + "}");
            default -> configuration.put(key, OddValues.any(random));
        }
    }

    private static Map<String, Object> mutatedMap(Map<?, ?> map, Random random) {
        Map<String, Object> mutated = new LinkedHashMap<>();
        map.forEach((key, value) -> mutated.put((String) key, value));
        String key = OddValues.anyOf(
                List.of(
                        "nodes",
                        "relationships",
                        "relationshipIds",
                        "relationshipFilter",
                        "relationshipProperties",
                        "parallel",
                        "sudo",
                        ""),
                random);
        Object value = OddValues.any(random);
        if (key.equals("relationshipFilter") && random.nextInt(4) > 0) {
            Map<String, Object> filter = new LinkedHashMap<>(Map.of("property", "stars"));
            filter.put(OddValues.anyOf(List.of("min", "max", "equals", "property"), random), value);
            value = filter;
        } else if (key.equals("nodes") && random.nextBoolean()) {
            Map<String, Object> sides = new LinkedHashMap<>(SIDES);
            sides.put(OddValues.anyOf(List.of("left", "right", "middle"), random), value);
            value = sides;
        }
        mutated.put(key, value);
        return mutated;
    }

    private static Call function(long seed, int number, Random random) {
        return random.nextBoolean() ? aggregation(seed, number, random) : utility(seed, number, random);
    }

    private static Call utility(long seed, int number, Random random) {
        String function = OddValues.anyOf(List.of("asNode", "asNodes", "asRelationship"), random);
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("configuration", Map.of());
        parameters.put("odd", function.equals("asNodes") && random.nextBoolean() ? ids(random) : id(random));
        String argument = random.nextInt(4) == 0 ? OddValues.anyExpression(random) : "$odd";
        return new Call(
                seed, number, BEFORE + "\nRETURN motif.util." + function + "(" + argument + ") AS entity", parameters);
    }

    private static List<Object> ids(Random random) {
        List<Object> ids = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            ids.add(id(random));
        }
        return ids;
    }

    private static Object id(Random random) {
        return random.nextBoolean() ? (Object) random.nextLong(20) : OddValues.any(random);
    }

    private static Call aggregation(long seed, int number, Random random) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("graphName", OWN + seed + "_f");
        Map<String, Object> configuration = new LinkedHashMap<>(Map.of("kind", "BIPARTITE"));
        parameters.put("configuration", configuration);
        List<String> arguments = new ArrayList<>(List.of("$graphName", "aNode", "to", "given"));
        int mutated = random.nextInt(6);
        if (mutated < arguments.size()) {
            if (random.nextBoolean()) {
                arguments.set(mutated, OddValues.anyExpression(random));
            } else {
                parameters.put("odd", OddValues.any(random));
                arguments.set(mutated, "$odd");
            }
        } else {
            configuration.put(
                    OddValues.anyOf(
                            List.of(
                                    "kind",
                                    "sourceNodeProperties",
                                    "targetNodeProperties",
                                    "relationshipProperties",
                                    "parallel",
                                    "readConcurrency",
                                    "jobId",
                                    "logProgress",
                                    "x"),
                            random),
                    OddValues.any(random));
        }
        return new Call(
                seed,
                number,
                BEFORE + "\nMATCH (aNode)-[:RATED]->(to) WITH motif.graph.project("
                        + arguments.stream().collect(Collectors.joining(", ")) + ") AS graph RETURN graph",
                parameters);
    }
}
