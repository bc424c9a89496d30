package dev.motif.faults;

import static dev.motif.faults.StagedCall.JOB_ID;

import dev.motif.algorithm.biclique.BicliqueProcedures;
import dev.motif.algorithm.biclique.alphabetacore.AlphaBetaCoreCommunityProcedures;
import dev.motif.algorithm.biclique.alphabetacore.AlphaBetaCoreProcedures;
import dev.motif.algorithm.biclique.densest.DensestProcedures;
import dev.motif.algorithm.biclique.list.BicliqueListProcedures;
import dev.motif.algorithm.biclique.sample.BicliqueSampleProcedures;
import dev.motif.algorithm.butterfly.ButterflyProcedures;
import dev.motif.algorithm.butterfly.clustering.ClusteringProcedures;
import dev.motif.algorithm.butterfly.cohesion.CohesionProcedures;
import dev.motif.algorithm.butterfly.sample.ButterflySampleProcedures;
import dev.motif.algorithm.butterfly.tip.TipCommunityProcedures;
import dev.motif.algorithm.butterfly.tip.TipProcedures;
import dev.motif.algorithm.butterfly.wing.WingCommunityProcedures;
import dev.motif.algorithm.butterfly.wing.WingProcedures;
import dev.motif.algorithm.commonneighbors.CommonNeighborsProcedures;
import dev.motif.algorithm.commonneighbors.ktruss.KTrussCommunityProcedures;
import dev.motif.algorithm.commonneighbors.ktruss.KTrussProcedures;
import dev.motif.algorithm.commonneighbors.pairs.NeighborPairsProcedures;
import dev.motif.algorithm.commonneighbors.scan.ScanProcedures;
import dev.motif.algorithm.commonneighbors.similarity.FoldProcedures;
import dev.motif.algorithm.commonneighbors.similarity.SimilarityProcedures;
import dev.motif.algorithm.kclique.KCliqueProcedures;
import dev.motif.algorithm.kclique.densest.KCliqueDensestProcedures;
import dev.motif.algorithm.kclique.graphlet.GraphletProcedures;
import dev.motif.algorithm.kclique.kcore.KCoreCommunityProcedures;
import dev.motif.algorithm.kclique.kcore.KCoreProcedures;
import dev.motif.algorithm.kclique.list.KCliqueListProcedures;
import dev.motif.algorithm.kclique.maximal.MaximalCliqueProcedures;
import dev.motif.algorithm.kclique.maximal.MaximalCliqueWriteProcedures;
import dev.motif.algorithm.kclique.near.NearCliqueProcedures;
import dev.motif.algorithm.kclique.nucleus.NucleusProcedures;
import dev.motif.algorithm.kclique.percolation.PercolationProcedures;
import dev.motif.algorithm.kclique.sample.KCliqueSampleProcedures;
import dev.motif.algorithm.maximal.MaximalBicliqueProcedures;
import dev.motif.algorithm.maximal.MaximalBicliqueWriteProcedures;
import dev.motif.algorithm.maximal.MaximumBicliqueProcedures;
import dev.motif.algorithm.maximal.lockstep.LockstepProcedures;
import dev.motif.algorithm.maximal.near.NearProcedures;
import dev.motif.algorithm.maximal.rules.RuleProcedures;
import dev.motif.cypher.procedure.ChangeProcedures;
import dev.motif.cypher.procedure.ColumnProcedures;
import dev.motif.cypher.procedure.CsvProcedures;
import dev.motif.cypher.procedure.DerivedGraphProcedures;
import dev.motif.cypher.procedure.GraphFileProcedures;
import dev.motif.cypher.procedure.GraphProcedures;
import dev.motif.report.ReportProcedures;
import dev.motif.research.cumbe.CumbeProcedures;
import dev.motif.research.gbc.GbcProcedures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    static StagedCall<GraphProcedures> project(String name) {
        return new StagedCall<>(
                "motif.graph.project",
                GraphProcedures::new,
                graphs -> graphs.project(
                        name, SIDES, "RATED", Map.of("relationshipIds", true, "readConcurrency", 2L, "jobId", JOB_ID)));
    }

    static StagedCall<ButterflyProcedures> write(String per) {
        return new StagedCall<>(
                "motif.butterfly.write per " + per,
                ButterflyProcedures::new,
                butterflies -> butterflies.write(GRAPH, with("writeProperty", "b", "per", per)));
    }

    /** Calls that add a column {@code new} to the graph {@link #KEEP} makes, or make a graph {@code new} of it, or write it. */
    static List<StagedCall<?>> ofKept() {
        return List.of(
                new StagedCall<>(
                        "motif.wing.mutate",
                        WingProcedures::new,
                        wings -> wings.mutate("kept", with("mutateProperty", "new"))),
                new StagedCall<>(
                        "motif.clustering.mutate",
                        ClusteringProcedures::new,
                        clustering -> clustering.mutate("kept", with("mutateProperty", "new"))),
                new StagedCall<>(
                        "motif.graph.filter",
                        DerivedGraphProcedures::new,
                        graphs -> graphs.filter(
                                "new", "kept", "r.wing > 0 AND n.b > 0", Map.of("jobId", JOB_ID, "concurrency", 2L))),
                new StagedCall<>(
                        "motif.graph.export",
                        GraphFileProcedures::new,
                        files -> files.export("kept", "new", Map.of("jobId", JOB_ID, "overwrite", true))),
                new StagedCall<>(
                        "motif.graph.exportCsv",
                        CsvProcedures::new,
                        files -> files.exportCsv(
                                "kept",
                                "new",
                                Map.of("jobId", JOB_ID, "overwrite", true, "nodeProperties", List.of("b", "degree")))),
                new StagedCall<>(
                        "motif.graph.import",
                        GraphFileProcedures::new,
                        files ->
                                files.importGraph("kept", Map.of("jobId", JOB_ID, "graphName", "new", "verify", true))),
                new StagedCall<>(
                        "motif.graph.refresh",
                        ChangeProcedures::new,
                        graphs -> graphs.refresh("kept", Map.of("jobId", JOB_ID, "readConcurrency", 2L))),
                new StagedCall<>(
                        "motif.graph.fold",
                        FoldProcedures::new,
                        graphs -> graphs.fold(
                                "new", "kept", Map.of("jobId", JOB_ID, "concurrency", 2L, "falseDiscoveryRate", 0.5))),
                new StagedCall<>(
                        "motif.nodeSimilarity.mutate",
                        SimilarityProcedures::new,
                        similar -> similar.mutate("kept", with("mutateGraphName", "new", "mutateProperty", "score"))),
                new StagedCall<>(
                        "motif.graph.write",
                        ColumnProcedures::new,
                        columns -> columns.write(
                                "kept",
                                Map.of("jobId", JOB_ID, "nodeProperties", "*", "relationshipProperties", "*"))));
    }

    /** The calls of algorithms that project a graph, which are all except {@link #project}. */
    static List<StagedCall<?>> algorithms() {
        return List.of(
                new StagedCall<>(
                        "motif.butterfly.stats",
                        ButterflyProcedures::new,
                        butterflies -> butterflies.stats(GRAPH, with())),
                new StagedCall<>(
                        "motif.butterfly.stream",
                        ButterflyProcedures::new,
                        butterflies -> butterflies.stream(GRAPH, with("per", "relationship"))),
                new StagedCall<>(
                        "motif.butterfly.sample",
                        ButterflySampleProcedures::new,
                        butterflies -> butterflies.sample(GRAPH, with())),
                new StagedCall<>(
                        "motif.biclique.count.sample",
                        BicliqueSampleProcedures::new,
                        bicliques -> bicliques.sample(GRAPH, with("p", 3L, "q", 3L))),
                new StagedCall<>(
                        "motif.kclique.sample",
                        KCliqueSampleProcedures::new,
                        cliques -> cliques.sample(ONE_SIDED, with("k", 4L))),
                write("node"),
                write("relationship"),
                new StagedCall<>(
                        "motif.wing.write",
                        WingProcedures::new,
                        wings -> wings.write(GRAPH, with("writeProperty", "w"))),
                new StagedCall<>(
                        "motif.tip.write", TipProcedures::new, tips -> tips.write(GRAPH, with("writeProperty", "t"))),
                new StagedCall<>(
                        "motif.cohesion.stats", CohesionProcedures::new, cohesion -> cohesion.stats(GRAPH, with())),
                new StagedCall<>(
                        "motif.cohesion.write",
                        CohesionProcedures::new,
                        cohesion -> cohesion.write(GRAPH, with("writeProperty", "c"))),
                new StagedCall<>(
                        "motif.clustering.write",
                        ClusteringProcedures::new,
                        clustering -> clustering.write(GRAPH, with("writeProperty", "l"))),
                new StagedCall<>(
                        "motif.biclique.count.write",
                        BicliqueProcedures::new,
                        bicliques -> bicliques.write(GRAPH, with("writeProperty", "c", "p", 3L, "q", 2L))),
                new StagedCall<>(
                        "motif.research.gbc.stats",
                        GbcProcedures::new,
                        gbc -> gbc.stats(GRAPH, with("p", 3L, "q", 2L))),
                new StagedCall<>(
                        "motif.research.cumbe.stats", CumbeProcedures::new, cumbe -> cumbe.stats(GRAPH, with())),
                new StagedCall<>(
                        "motif.kclique.densest.stats",
                        KCliqueDensestProcedures::new,
                        densest -> densest.stats(ONE_SIDED, with("k", 3L))),
                new StagedCall<>(
                        "motif.biclique.densest.stats",
                        DensestProcedures::new,
                        densest -> densest.stats(GRAPH, with("p", 2L, "q", 2L))),
                new StagedCall<>(
                        "motif.alphaBetaCore.write",
                        AlphaBetaCoreProcedures::new,
                        cores -> cores.write(GRAPH, with("writeProperty", "a", "alpha", 2L))),
                new StagedCall<>(
                        "motif.biclique.list",
                        BicliqueListProcedures::new,
                        bicliques -> bicliques.list(GRAPH, with("p", 2L, "q", 2L))),
                new StagedCall<>(
                        "motif.kclique.write",
                        KCliqueProcedures::new,
                        cliques ->
                                cliques.write(ONE_SIDED, with("writeProperty", "k", "k", 3L, "per", "relationship"))),
                new StagedCall<>(
                        "motif.kclique.list",
                        KCliqueListProcedures::new,
                        cliques -> cliques.list(ONE_SIDED, with("k", 3L))),
                new StagedCall<>(
                        "motif.clique.maximal.write a property",
                        MaximalCliqueWriteProcedures::new,
                        maximal -> maximal.write(ONE_SIDED, with("writeProperty", "m"))),
                new StagedCall<>(
                        "motif.clique.maximal.stream",
                        MaximalCliqueProcedures::new,
                        maximal -> maximal.stream(ONE_SIDED, with())),
                new StagedCall<>(
                        "motif.clique.maximum",
                        MaximalCliqueProcedures::new,
                        maximal -> maximal.maximum(ONE_SIDED, with())),
                new StagedCall<>(
                        "motif.clique.near.stats",
                        NearCliqueProcedures::new,
                        near -> near.stats(ONE_SIDED, with("minNodes", 3L))),
                new StagedCall<>(
                        "motif.clique.near.stream",
                        NearCliqueProcedures::new,
                        near -> near.stream(ONE_SIDED, with("minNodes", 3L))),
                new StagedCall<>(
                        "motif.clique.percolation.write",
                        PercolationProcedures::new,
                        communities -> communities.write(ONE_SIDED, with("k", 3L, "writeProperty", "c"))),
                new StagedCall<>(
                        "motif.graphlet.write",
                        GraphletProcedures::new,
                        graphlets -> graphlets.write(ONE_SIDED, with("writeProperty", "o"))),
                new StagedCall<>(
                        "motif.kcore.write",
                        KCoreProcedures::new,
                        cores -> cores.write(ONE_SIDED, with("writeProperty", "k"))),
                new StagedCall<>(
                        "motif.ktruss.write",
                        KTrussProcedures::new,
                        trusses -> trusses.write(ONE_SIDED, with("writeProperty", "t"))),
                new StagedCall<>(
                        "motif.wing.communities.write",
                        WingCommunityProcedures::new,
                        communities -> communities.write(GRAPH, with("writeProperty", "c"))),
                new StagedCall<>(
                        "motif.tip.communities.write",
                        TipCommunityProcedures::new,
                        communities -> communities.write(GRAPH, with("writeProperty", "c", "k", 2L))),
                new StagedCall<>(
                        "motif.alphaBetaCore.communities.stats",
                        AlphaBetaCoreCommunityProcedures::new,
                        communities -> communities.stats(GRAPH, with())),
                new StagedCall<>(
                        "motif.kcore.communities.stream",
                        KCoreCommunityProcedures::new,
                        communities -> communities.stream(ONE_SIDED, with())),
                new StagedCall<>(
                        "motif.ktruss.communities.graph",
                        KTrussCommunityProcedures::new,
                        communities -> communities.graph(ONE_SIDED, with("connected", "EDGES"))),
                new StagedCall<>(
                        "motif.nucleus.stream", NucleusProcedures::new, nuclei -> nuclei.stream(ONE_SIDED, with())),
                new StagedCall<>(
                        "motif.nucleus.write",
                        NucleusProcedures::new,
                        nuclei -> nuclei.write(ONE_SIDED, with("writeProperty", "n", "r", 2L))),
                new StagedCall<>(
                        "motif.commonNeighbors.write",
                        CommonNeighborsProcedures::new,
                        neighbors -> neighbors.write(ONE_SIDED, with("writeProperty", "n"))),
                new StagedCall<>(
                        "motif.commonNeighbors.pairs",
                        NeighborPairsProcedures::new,
                        pairs -> pairs.pairs(GRAPH, with())),
                new StagedCall<>(
                        "motif.nodeSimilarity.write",
                        SimilarityProcedures::new,
                        similar ->
                                similar.write(GRAPH, with("writeRelationshipType", "SIMILAR", "writeProperty", "s"))),
                new StagedCall<>(
                        "motif.nodeSimilarity.write the best",
                        SimilarityProcedures::new,
                        similar -> similar.write(
                                GRAPH, with("writeRelationshipType", "SIMILAR", "writeProperty", "s", "topN", 3L))),
                new StagedCall<>(
                        "motif.scan.write",
                        ScanProcedures::new,
                        scan -> scan.write(ONE_SIDED, with("writeProperty", "s"))),
                new StagedCall<>(
                        "motif.biclique.maximal.stats",
                        MaximalBicliqueProcedures::new,
                        maximal -> maximal.stats(GRAPH, with())),
                new StagedCall<>(
                        "motif.biclique.maximal.stream",
                        MaximalBicliqueProcedures::new,
                        maximal -> maximal.stream(GRAPH, with())),
                new StagedCall<>(
                        "motif.biclique.maximal.write a property",
                        MaximalBicliqueWriteProcedures::new,
                        maximal -> maximal.write(GRAPH, with("writeProperty", "m"))),
                new StagedCall<>(
                        "motif.biclique.maximal.write bicliques",
                        MaximalBicliqueWriteProcedures::new,
                        maximal -> maximal.write(GRAPH, with("writeBicliques", "Biclique"))),
                new StagedCall<>(
                        "motif.biclique.maximum",
                        MaximumBicliqueProcedures::new,
                        maximum -> maximum.maximum(GRAPH, with())),
                new StagedCall<>(
                        "motif.butterfly.write within a window",
                        ButterflyProcedures::new,
                        butterflies -> butterflies.write(
                                GRAPH, with("writeProperty", "b", "timeProperty", "at", "window", 5L))),
                new StagedCall<>(
                        "motif.biclique.lockstep.stats",
                        LockstepProcedures::new,
                        lockstep -> lockstep.stats(
                                GRAPH, with("timeProperty", "at", "window", 5L, "minLeft", 3L, "minRight", 3L))),
                new StagedCall<>(
                        "motif.biclique.lockstep.stream",
                        LockstepProcedures::new,
                        lockstep -> lockstep.stream(
                                GRAPH, with("timeProperty", "at", "window", 5L, "minLeft", 3L, "minRight", 3L))),
                new StagedCall<>(
                        "motif.biclique.near.stats",
                        NearProcedures::new,
                        near -> near.stats(GRAPH, with("minLeft", 3L, "minRight", 3L))),
                new StagedCall<>(
                        "motif.biclique.near.stream",
                        NearProcedures::new,
                        near -> near.stream(GRAPH, with("minLeft", 3L, "minRight", 3L))),
                new StagedCall<>(
                        "motif.biclique.rules.stats", RuleProcedures::new, rules -> rules.stats(GRAPH, with())),
                new StagedCall<>(
                        "motif.biclique.rules.stream", RuleProcedures::new, rules -> rules.stream(GRAPH, with())),
                new StagedCall<>("motif.report", ReportProcedures::new, reports -> reports.report(GRAPH, with())));
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
