package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Maximal bicliques as the closed sets of the right side: every intersection of neighborhoods of left vertices that is
 * not empty, built up one left vertex after the other, with all left vertices whose neighborhood contains it. No search
 * tree, nothing excluded.
 */
public final class MaximalBicliqueOracle {
    private final BitSet[] leftRows;

    public MaximalBicliqueOracle(EdgeList graph) {
        leftRows = graph.rows();
    }

    /** A maximal biclique, both sides ascending. */
    public record Sides(List<Integer> left, List<Integer> right) {}

    public Set<Sides> all() {
        Set<BitSet> closed = new HashSet<>();
        for (BitSet row : leftRows) {
            Set<BitSet> found = new HashSet<>();
            found.add(row);
            for (BitSet other : closed) {
                BitSet common = (BitSet) other.clone();
                common.and(row);
                found.add(common);
            }
            closed.addAll(found);
        }
        closed.removeIf(BitSet::isEmpty);
        return closed.stream()
                .map(right -> new Sides(leftOf(right), right.stream().boxed().toList()))
                .collect(Collectors.toSet());
    }

    private List<Integer> leftOf(BitSet right) {
        return IntStream.range(0, leftRows.length)
                .filter(u -> {
                    BitSet missing = (BitSet) right.clone();
                    missing.andNot(leftRows[u]);
                    return missing.isEmpty();
                })
                .boxed()
                .toList();
    }
}
