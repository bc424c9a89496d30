package dev.motif.faults;

import static dev.motif.faults.StagedCall.JOB_ID;

import dev.motif.neo4j.KeyValues;
import dev.motif.neo4j.Research;
import dev.motif.neo4j.TestProcedure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Calls that project the graph of {@link #CREATE} themselves, one for each path through the code. */
final class StagedCalls {
    /** Creates 60 users and 40 items with a relationship from every user to every item. */
    static final String CREATE = "UNWIND range(1, 60) AS u CREATE (:User) WITH count(*) AS n"
            + " UNWIND range(1, 40) AS i CREATE (:Item) WITH count(*) AS n"
            + " MATCH (u:User), (i:Item) CREATE (u)-[:RATED {at: 1}]->(i)";

    /**
     * Makes a bipartite graph {@code kept} with columns {@code wing} and {@code b}, and a file of it; the server has a folder
     * for files.
     */
    static final List<String> KEEP = List.of(
            "CALL motif.graph.project('kept', {left: 'User', right: 'Item'}, 'RATED', {relationshipIds: true})",
            "CALL motif.wing.mutate('kept', {mutateProperty: 'wing'})",
            "CALL motif.butterfly.mutate('kept', {mutateProperty: 'b'})",
            "CALL motif.graph.export('kept', 'kept', {overwrite: true})");

    static final int NODES = 100;
    static final int RELATIONSHIPS = 2400;

    private static final Map<String, Object> SIDES = Map.of("left", "User", "right", "Item");
    private static final Map<String, Object> GRAPH = Map.of("nodes", SIDES, "relationships", "RATED");
    private static final Map<String, Object> ONE_SIDED =
            Map.of("nodes", List.of("User", "Item"), "relationships", "RATED");

    private StagedCalls() {}

    static StagedCall project(String name) {
        return call(
                "motif.graph.project",
                name,
                SIDES,
                "RATED",
                Map.of("relationshipIds", true, "readConcurrency", 2L, "jobId", JOB_ID));
    }

    static StagedCall write(String per) {
        return call("motif.butterfly.write per " + per, GRAPH, with("writeProperty", "b", "per", per));
    }

    /** Calls that add a column {@code new} to the graph {@link #KEEP} makes, or make a graph {@code new} of it, or write it. */
    static List<StagedCall> ofKept() {
        return List.of(
                call("motif.wing.mutate", "kept", with("mutateProperty", "new")),
                call("motif.clustering.mutate", "kept", with("mutateProperty", "new")),
                call(
                        "motif.graph.filter",
                        "new",
                        "kept",
                        "r.wing > 0 AND n.b > 0",
                        Map.of("jobId", JOB_ID, "concurrency", 2L)),
                call("motif.graph.export", "kept", "new", Map.of("jobId", JOB_ID, "overwrite", true)),
                call(
                        "motif.graph.exportCsv",
                        "kept",
                        "new",
                        Map.of("jobId", JOB_ID, "overwrite", true, "nodeProperties", List.of("b", "degree"))),
                call("motif.graph.import", "kept", Map.of("jobId", JOB_ID, "graphName", "new", "verify", true)),
                call("motif.graph.refresh", "kept", Map.of("jobId", JOB_ID, "readConcurrency", 2L)),
                call(
                        "motif.graph.fold",
                        "new",
                        "kept",
                        Map.of("jobId", JOB_ID, "concurrency", 2L, "falseDiscoveryRate", 0.5)),
                call("motif.nodeSimilarity.mutate", "kept", with("mutateGraphName", "new", "mutateProperty", "score")),
                call(
                        "motif.graph.write",
                        "kept",
                        Map.of("jobId", JOB_ID, "nodeProperties", "*", "relationshipProperties", "*")));
    }

    /** The calls of algorithms that project a graph, which are all except {@link #project}. */
    static List<StagedCall> algorithms() {
        return Stream.of(
                        on("motif.butterfly.stats"),
                        on("motif.butterfly.stream", "per", "relationship"),
                        on("motif.butterfly.sample", "timeoutMillis", 0L),
                        on("motif.biclique.count.sample", "p", 3L, "q", 3L, "timeoutMillis", 0L),
                        on("motif.kclique.sample", "k", 4L, "timeoutMillis", 0L),
                        write("node"),
                        write("relationship"),
                        on("motif.wing.write"),
                        on("motif.tip.write"),
                        on("motif.cohesion.stats"),
                        on("motif.cohesion.write"),
                        on("motif.clustering.write"),
                        on("motif.biclique.count.write", "p", 3L),
                        on("motif.research.gbc.stats", "p", 3L),
                        on("motif.research.cumbe.stats"),
                        on("motif.kclique.densest.stats"),
                        on("motif.biclique.densest.stats"),
                        on("motif.alphaBetaCore.write", "alpha", 2L),
                        on("motif.biclique.list", "limit", 1000L),
                        on("motif.kclique.write", "per", "relationship"),
                        on("motif.kclique.list"),
                        on("motif.clique.maximal.write a property"),
                        on("motif.clique.maximal.stream"),
                        on("motif.clique.maximum"),
                        on("motif.clique.near.stats", "minSize", 5L),
                        on("motif.clique.near.stream", "limit", 1000L),
                        on("motif.clique.near.write a property", "minSize", 5L),
                        on("motif.clique.percolation.write"),
                        on("motif.graphlet.write"),
                        on("motif.triad.write"),
                        on("motif.dcore.write"),
                        on("motif.cycle.write", "maxLength", 3L),
                        on(
                                "motif.cycle.write within a window",
                                "per",
                                "relationship",
                                "timeProperty",
                                "at",
                                "window",
                                5L),
                        on("motif.cycle.list", "limit", 1000L),
                        on("motif.kcore.write"),
                        on("motif.ktruss.write"),
                        on("motif.wing.communities.write"),
                        on("motif.tip.communities.write", "level", 2L),
                        on("motif.alphaBetaCore.communities.stats"),
                        on("motif.kcore.communities.stream"),
                        on("motif.ktruss.communities.graph", "connected", "EDGES"),
                        on("motif.nucleus.stream", "nodes", true),
                        on("motif.nucleus.write", "r", 2L),
                        on("motif.commonNeighbors.write"),
                        on("motif.commonNeighbors.pairs"),
                        on("motif.nodeSimilarity.write"),
                        on("motif.nodeSimilarity.write the best", "topN", 3L),
                        on("motif.scan.write"),
                        on("motif.biclique.maximal.stats"),
                        on("motif.biclique.maximal.stream"),
                        on("motif.biclique.maximal.write a property"),
                        on(
                                "motif.biclique.maximal.write bicliques",
                                "writeProperty",
                                null,
                                "writeBicliques",
                                "Biclique"),
                        on("motif.biclique.maximum"),
                        on("motif.butterfly.write within a window", "timeProperty", "at", "window", 5L),
                        on("motif.biclique.lockstep.stats", "window", 5L, "minLeft", 3L, "minRight", 3L),
                        on("motif.biclique.lockstep.stream", "window", 5L, "minLeft", 3L, "minRight", 3L),
                        on("motif.biclique.near.stats"),
                        on("motif.biclique.near.stream"),
                        on("motif.biclique.near.write bicliques", "writeProperty", null, "writeBicliques", "Biclique"),
                        on("motif.biclique.rules.stats"),
                        on("motif.biclique.rules.stream"),
                        on("motif.report", "timeoutMillis", 0L))
                .filter(call -> Research.has(call.name()))
                .toList();
    }

    private static StagedCall call(String name, Object... arguments) {
        return new StagedCall(name, List.of(arguments));
    }

    /** A call on a graph of the kind that it takes, with the keys that must be given, and others. */
    private static StagedCall on(String name, Object... keysAndValues) {
        String procedure = name.replaceFirst(" .*", "");
        if (!Research.has(procedure)) {
            return call(name);
        }
        Map<String, String> parameters = TestProcedure.named(procedure).arguments();
        Map<String, Object> configuration = with();
        configuration.putAll(KeyValues.needed(
                procedure, List.of(parameters.get("configuration").split(", "))));
        configuration.putAll(with(keysAndValues));
        return call(name, parameters.get("graph").contains("unipartite") ? ONE_SIDED : GRAPH, configuration);
    }

    private static Map<String, Object> with(Object... keysAndValues) {
        Map<String, Object> configuration = new LinkedHashMap<>();
        configuration.put("jobId", JOB_ID);
        configuration.put("backend", "CPU");
        configuration.put("concurrency", 2L);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            configuration.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return configuration;
    }
}
