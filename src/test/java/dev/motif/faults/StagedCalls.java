package dev.motif.faults;

import static dev.motif.faults.StagedCall.JOB_ID;

import dev.motif.neo4j.Research;
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
                        call("motif.butterfly.stats", GRAPH, with()),
                        call("motif.butterfly.stream", GRAPH, with("per", "relationship")),
                        call("motif.butterfly.sample", GRAPH, with("timeoutMillis", 0L)),
                        call("motif.biclique.count.sample", GRAPH, with("p", 3L, "q", 3L, "timeoutMillis", 0L)),
                        call("motif.kclique.sample", ONE_SIDED, with("k", 4L, "timeoutMillis", 0L)),
                        write("node"),
                        write("relationship"),
                        call("motif.wing.write", GRAPH, with("writeProperty", "w")),
                        call("motif.tip.write", GRAPH, with("writeProperty", "t")),
                        call("motif.cohesion.stats", GRAPH, with()),
                        call("motif.cohesion.write", GRAPH, with("writeProperty", "c")),
                        call("motif.clustering.write", GRAPH, with("writeProperty", "l")),
                        call("motif.biclique.count.write", GRAPH, with("writeProperty", "c", "p", 3L, "q", 2L)),
                        call("motif.research.gbc.stats", GRAPH, with("p", 3L, "q", 2L)),
                        call("motif.research.cumbe.stats", GRAPH, with()),
                        call("motif.kclique.densest.stats", ONE_SIDED, with("k", 3L)),
                        call("motif.biclique.densest.stats", GRAPH, with("p", 2L, "q", 2L)),
                        call("motif.alphaBetaCore.write", GRAPH, with("writeProperty", "a", "alpha", 2L)),
                        call("motif.biclique.list", GRAPH, with("p", 2L, "q", 2L, "limit", 1000L)),
                        call(
                                "motif.kclique.write",
                                ONE_SIDED,
                                with("writeProperty", "k", "k", 3L, "per", "relationship")),
                        call("motif.kclique.list", ONE_SIDED, with("k", 3L)),
                        call("motif.clique.maximal.write a property", ONE_SIDED, with("writeProperty", "m")),
                        call("motif.clique.maximal.stream", ONE_SIDED, with()),
                        call("motif.clique.maximum", ONE_SIDED, with()),
                        call("motif.clique.near.stats", ONE_SIDED, with("minSize", 5L)),
                        call("motif.clique.near.stream", ONE_SIDED, with("minSize", 3L, "limit", 1000L)),
                        call(
                                "motif.clique.near.write a property",
                                ONE_SIDED,
                                with("minSize", 5L, "writeProperty", "n")),
                        call("motif.clique.percolation.write", ONE_SIDED, with("k", 3L, "writeProperty", "c")),
                        call("motif.graphlet.write", ONE_SIDED, with("writeProperty", "o")),
                        call("motif.kcore.write", ONE_SIDED, with("writeProperty", "k")),
                        call("motif.ktruss.write", ONE_SIDED, with("writeProperty", "t")),
                        call("motif.wing.communities.write", GRAPH, with("writeProperty", "c")),
                        call("motif.tip.communities.write", GRAPH, with("writeProperty", "c", "level", 2L)),
                        call("motif.alphaBetaCore.communities.stats", GRAPH, with()),
                        call("motif.kcore.communities.stream", ONE_SIDED, with()),
                        call("motif.ktruss.communities.graph", ONE_SIDED, with("connected", "EDGES")),
                        call("motif.nucleus.stream", ONE_SIDED, with("nodes", true)),
                        call("motif.nucleus.write", ONE_SIDED, with("writeProperty", "n", "r", 2L)),
                        call("motif.commonNeighbors.write", ONE_SIDED, with("writeProperty", "n")),
                        call("motif.commonNeighbors.pairs", GRAPH, with()),
                        call(
                                "motif.nodeSimilarity.write",
                                GRAPH,
                                with("writeRelationshipType", "SIMILAR", "writeProperty", "s")),
                        call(
                                "motif.nodeSimilarity.write the best",
                                GRAPH,
                                with("writeRelationshipType", "SIMILAR", "writeProperty", "s", "topN", 3L)),
                        call("motif.scan.write", ONE_SIDED, with("writeProperty", "s")),
                        call("motif.biclique.maximal.stats", GRAPH, with()),
                        call("motif.biclique.maximal.stream", GRAPH, with()),
                        call("motif.biclique.maximal.write a property", GRAPH, with("writeProperty", "m")),
                        call("motif.biclique.maximal.write bicliques", GRAPH, with("writeBicliques", "Biclique")),
                        call("motif.biclique.maximum", GRAPH, with()),
                        call(
                                "motif.butterfly.write within a window",
                                GRAPH,
                                with("writeProperty", "b", "timeProperty", "at", "window", 5L)),
                        call(
                                "motif.biclique.lockstep.stats",
                                GRAPH,
                                with("timeProperty", "at", "window", 5L, "minLeft", 3L, "minRight", 3L)),
                        call(
                                "motif.biclique.lockstep.stream",
                                GRAPH,
                                with("timeProperty", "at", "window", 5L, "minLeft", 3L, "minRight", 3L)),
                        call("motif.biclique.near.stats", GRAPH, with("minLeft", 3L, "minRight", 3L)),
                        call("motif.biclique.near.stream", GRAPH, with("minLeft", 3L, "minRight", 3L)),
                        call(
                                "motif.biclique.near.write bicliques",
                                GRAPH,
                                with("minLeft", 3L, "minRight", 3L, "writeBicliques", "Biclique")),
                        call("motif.biclique.rules.stats", GRAPH, with()),
                        call("motif.biclique.rules.stream", GRAPH, with()),
                        call("motif.report", GRAPH, with("timeoutMillis", 0L)))
                .filter(call -> Research.has(call.name()))
                .toList();
    }

    private static StagedCall call(String name, Object... arguments) {
        return new StagedCall(name, List.of(arguments));
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
