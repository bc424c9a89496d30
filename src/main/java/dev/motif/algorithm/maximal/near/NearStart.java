package dev.motif.algorithm.maximal.near;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.order.BipartiteCore;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The vertices that are to be in all near-bicliques, by their numbers in the core.
 *
 * @param root the one that the search begins from, -1 for all roots
 * @param roots the other roots
 * @param mates the mates
 * @param isPossible whether all of the vertices are in the core
 */
record NearStart(int root, int[] roots, int[] mates, boolean isPossible) {
    private static final int NONE = -1;

    static NearStart of(BipartiteCore core, NearConfig config) {
        List<Integer> roots = core.rootsAreLeft() ? config.left() : config.right();
        List<Integer> mates = core.rootsAreLeft() ? config.right() : config.left();
        int[] ofRoots = numbers(roots, core.rootVertices());
        int[] ofMates = numbers(mates, core.mateVertices());
        boolean possible = ofRoots.length == roots.size() && ofMates.length == mates.size();
        if (ofRoots.length == 0 || !possible) {
            return new NearStart(NONE, new int[0], new int[0], possible);
        }
        return new NearStart(ofRoots[0], Arrays.copyOfRange(ofRoots, 1, ofRoots.length), ofMates, true);
    }

    private static int[] numbers(List<Integer> vertices, OffHeapInts core) {
        Set<Integer> wanted = Set.copyOf(vertices);
        int[] numbers = new int[wanted.size()];
        int found = 0;
        for (int number = 0; number < core.length() && found < numbers.length; number++) {
            if (wanted.contains(core.get(number))) {
                numbers[found++] = number;
            }
        }
        return Arrays.copyOf(numbers, found);
    }

    /** Whether all roots are searched from. */
    boolean isNone() {
        return root == NONE;
    }
}
