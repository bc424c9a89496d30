package dev.motif.cypher.call;

import java.util.Comparator;
import java.util.Map;

/** Pairs of procedures of which one asks of a bipartite graph what the other asks of a unipartite one. */
final class Siblings {
    /** The sibling procedures by the beginning of a procedure's name; the longest that fits counts. */
    private static final Map<String, String> OF = Map.ofEntries(
            Map.entry("motif.butterfly", "motif.kclique or motif.commonNeighbors"),
            Map.entry("motif.wing", "motif.ktruss"),
            Map.entry("motif.wing.communities", "motif.ktruss.communities"),
            Map.entry("motif.tip", "motif.kcore"),
            Map.entry("motif.tip.communities", "motif.kcore.communities"),
            Map.entry("motif.alphaBetaCore", "motif.kcore"),
            Map.entry("motif.alphaBetaCore.communities", "motif.kcore.communities"),
            Map.entry("motif.biclique", "motif.kclique"),
            Map.entry("motif.biclique.list", "motif.kclique.list"),
            Map.entry("motif.biclique.maximal", "motif.clique.maximal"),
            Map.entry("motif.biclique.maximum", "motif.clique.maximum"),
            Map.entry("motif.ktruss", "motif.wing"),
            Map.entry("motif.ktruss.communities", "motif.wing.communities"),
            Map.entry("motif.kcore", "motif.alphaBetaCore or motif.tip"),
            Map.entry("motif.kcore.communities", "motif.alphaBetaCore.communities or motif.tip.communities"),
            Map.entry("motif.kclique", "motif.biclique.count"),
            Map.entry("motif.kclique.list", "motif.biclique.list"),
            Map.entry("motif.clique.maximal", "motif.biclique.maximal"),
            Map.entry("motif.clique.maximum", "motif.biclique.maximum"),
            Map.entry("motif.clique.percolation", "motif.biclique.maximal"),
            Map.entry("motif.commonNeighbors", "motif.butterfly or motif.commonNeighbors.pairs"),
            Map.entry("motif.scan", "motif.nodeSimilarity"));

    private Siblings() {}

    /** The names for a graph of the other kind, without the last part; null where there are none. */
    static String of(String procedure) {
        return OF.keySet().stream()
                .filter(name -> procedure.equals(name) || procedure.startsWith(name + "."))
                .max(Comparator.comparingInt(String::length))
                .map(OF::get)
                .orElse(null);
    }
}
