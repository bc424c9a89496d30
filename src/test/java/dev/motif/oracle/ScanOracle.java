package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Structural clusters by their definition, with sets of vertices. */
public final class ScanOracle {
    private final List<Set<Integer>> closed = new ArrayList<>();
    private final List<Set<Integer>> clusters = new ArrayList<>();
    private final Set<Integer> cores = new TreeSet<>();
    private final double epsilon;

    public ScanOracle(EdgeList graph, double epsilon, int mu) {
        this.epsilon = epsilon;
        IntStream.range(0, graph.left()).forEach(v -> closed.add(new TreeSet<>(Set.of(v))));
        graph.edges().forEach(edge -> {
            closed.get(edge.left()).add(edge.right());
            closed.get(edge.right()).add(edge.left());
        });
        for (int v = 0; v < closed.size(); v++) {
            if (similar(v).size() >= mu) {
                cores.add(v);
            }
        }
        Set<Integer> seen = new TreeSet<>();
        for (int core : cores) {
            if (seen.add(core)) {
                clusters.add(cluster(core, seen));
            }
        }
    }

    private Set<Integer> cluster(int first, Set<Integer> seen) {
        Set<Integer> cluster = new TreeSet<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(first));
        while (!open.isEmpty()) {
            for (int v : similar(open.remove())) {
                cluster.add(v);
                if (cores.contains(v) && seen.add(v)) {
                    open.add(v);
                }
            }
        }
        return cluster;
    }

    /** The vertices that are similar to {@code v}, which is one of them. */
    private List<Integer> similar(int v) {
        return closed.get(v).stream()
                .filter(u -> u == v || similarity(u, v) >= epsilon)
                .toList();
    }

    /** The structural similarity of two vertices. */
    public double similarity(int u, int v) {
        Set<Integer> common = new TreeSet<>(closed.get(u));
        common.retainAll(closed.get(v));
        return CommonNeighborsOracle.cosine(
                common.size(), closed.get(u).size(), closed.get(v).size());
    }

    /** The clusters by their smallest cores: all members of each. */
    public List<Set<Integer>> clusters() {
        return clusters;
    }

    public List<Long> clustersOf(int v) {
        return IntStream.range(0, clusters.size())
                .filter(i -> clusters.get(i).contains(v))
                .mapToObj(i -> (long) i)
                .toList();
    }

    /** The cluster of the core that a border is most similar to, the first of several. */
    public long mostSimilarCluster(int border) {
        double most = closed.get(border).stream()
                .filter(cores::contains)
                .mapToDouble(core -> similarity(border, core))
                .max()
                .orElseThrow();
        return closed.get(border).stream()
                .filter(core -> cores.contains(core) && similarity(border, core) == most)
                .mapToLong(core -> clustersOf(core).get(0))
                .min()
                .orElseThrow();
    }

    public String role(int v) {
        if (cores.contains(v)) {
            return "CORE";
        }
        if (!clustersOf(v).isEmpty()) {
            return "BORDER";
        }
        long around = closed.get(v).stream()
                .flatMap(u -> clustersOf(u).stream())
                .distinct()
                .count();
        return around >= 2 ? "HUB" : "OUTLIER";
    }
}
