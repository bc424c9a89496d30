package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds (k,l)-cores by definition: vertices with too few arcs to or from them are removed until there is none. */
public final class DCoreOracle {
    private DCoreOracle() {}

    /** For each vertex the largest l whose (k,l)-core it is in, -1 for none. */
    public static List<Integer> levels(EdgeList arcs, int k) {
        Integer[] levels = new Integer[arcs.left()];
        Arrays.fill(levels, -1);
        boolean any = true;
        for (int l = 0; any; l++) {
            boolean[] core = core(arcs, k, l);
            any = false;
            for (int v = 0; v < core.length; v++) {
                if (core[v]) {
                    levels[v] = l;
                    any = true;
                }
            }
        }
        return List.of(levels);
    }

    private static boolean[] core(EdgeList arcs, int k, int l) {
        boolean[] there = new boolean[arcs.left()];
        Arrays.fill(there, true);
        List<Edge> left = new ArrayList<>(arcs.edges());
        boolean changed = true;
        while (changed) {
            changed = false;
            int[] in = new int[there.length];
            int[] out = new int[there.length];
            for (Edge arc : left) {
                out[arc.left()]++;
                in[arc.right()]++;
            }
            for (int v = 0; v < there.length; v++) {
                if (there[v] && (in[v] < k || out[v] < l)) {
                    there[v] = false;
                    changed = true;
                }
            }
            left.removeIf(arc -> !there[arc.left()] || !there[arc.right()]);
        }
        return there;
    }
}
