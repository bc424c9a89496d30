package dev.motif.neo4j;

import dev.motif.algorithm.biclique.BicliqueProcedures;
import dev.motif.algorithm.biclique.alphabetacore.AlphaBetaCoreProcedures;
import dev.motif.algorithm.biclique.densest.DensestProcedures;
import dev.motif.algorithm.biclique.list.BicliqueListProcedures;
import dev.motif.algorithm.biclique.sample.BicliqueSampleProcedures;
import dev.motif.algorithm.butterfly.ButterflyProcedures;
import dev.motif.algorithm.butterfly.clustering.ClusteringProcedures;
import dev.motif.algorithm.butterfly.cohesion.CohesionProcedures;
import dev.motif.algorithm.butterfly.sample.ButterflySampleProcedures;
import dev.motif.algorithm.butterfly.tip.TipProcedures;
import dev.motif.algorithm.butterfly.wing.WingProcedures;
import dev.motif.algorithm.commonneighbors.CommonNeighborsProcedures;
import dev.motif.algorithm.commonneighbors.ktruss.KTrussProcedures;
import dev.motif.algorithm.commonneighbors.pairs.NeighborPairsProcedures;
import dev.motif.algorithm.commonneighbors.scan.ScanProcedures;
import dev.motif.algorithm.commonneighbors.similarity.FoldProcedures;
import dev.motif.algorithm.commonneighbors.similarity.SimilarityProcedures;
import dev.motif.algorithm.kclique.KCliqueProcedures;
import dev.motif.algorithm.kclique.kcore.KCoreProcedures;
import dev.motif.algorithm.kclique.list.KCliqueListProcedures;
import dev.motif.algorithm.kclique.sample.KCliqueSampleProcedures;
import dev.motif.algorithm.maximal.MaximalBicliqueGraphProcedures;
import dev.motif.algorithm.maximal.MaximalBicliqueProcedures;
import dev.motif.algorithm.maximal.MaximalBicliqueWriteProcedures;
import dev.motif.algorithm.maximal.MaximumBicliqueProcedures;
import dev.motif.cypher.procedure.ColumnProcedures;
import dev.motif.cypher.procedure.DerivedGraphProcedures;
import dev.motif.cypher.procedure.GraphFileProcedures;
import dev.motif.cypher.procedure.GraphProcedures;
import dev.motif.cypher.procedure.SystemProcedures;
import dev.motif.cypher.procedure.UtilityProcedures;
import dev.motif.report.ReportProcedures;
import dev.motif.research.intersection.IntersectionProcedures;
import dev.motif.research.pivoting.PivotingProcedures;
import org.neo4j.harness.Neo4jBuilder;

/** Adds the procedures and functions of the jar to servers of Neo4j's test harness, which do not look into jars. */
public final class MotifPlugin {
    private MotifPlugin() {}

    public static Neo4jBuilder addTo(Neo4jBuilder server) {
        return server.withProcedure(GraphProcedures.class)
                .withAggregationFunction(GraphProcedures.class)
                .withProcedure(ColumnProcedures.class)
                .withProcedure(DerivedGraphProcedures.class)
                .withProcedure(GraphFileProcedures.class)
                .withProcedure(SystemProcedures.class)
                .withFunction(SystemProcedures.class)
                .withFunction(UtilityProcedures.class)
                .withProcedure(ButterflyProcedures.class)
                .withProcedure(ButterflySampleProcedures.class)
                .withProcedure(WingProcedures.class)
                .withProcedure(TipProcedures.class)
                .withProcedure(CohesionProcedures.class)
                .withProcedure(ClusteringProcedures.class)
                .withProcedure(BicliqueProcedures.class)
                .withProcedure(BicliqueSampleProcedures.class)
                .withProcedure(DensestProcedures.class)
                .withProcedure(AlphaBetaCoreProcedures.class)
                .withProcedure(KCliqueProcedures.class)
                .withProcedure(KCliqueSampleProcedures.class)
                .withProcedure(BicliqueListProcedures.class)
                .withProcedure(KCliqueListProcedures.class)
                .withProcedure(KCoreProcedures.class)
                .withProcedure(KTrussProcedures.class)
                .withProcedure(MaximalBicliqueProcedures.class)
                .withProcedure(MaximalBicliqueWriteProcedures.class)
                .withProcedure(MaximalBicliqueGraphProcedures.class)
                .withProcedure(MaximumBicliqueProcedures.class)
                .withProcedure(CommonNeighborsProcedures.class)
                .withProcedure(NeighborPairsProcedures.class)
                .withProcedure(SimilarityProcedures.class)
                .withProcedure(FoldProcedures.class)
                .withProcedure(ScanProcedures.class)
                .withProcedure(IntersectionProcedures.class)
                .withProcedure(PivotingProcedures.class)
                .withProcedure(ReportProcedures.class);
    }
}
