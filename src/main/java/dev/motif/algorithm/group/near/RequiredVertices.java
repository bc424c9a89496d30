package dev.motif.algorithm.group.near;

import dev.motif.graph.memory.OffHeapInts;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The vertices that are to be in all groups, by their numbers in the core.
 *
 * @param root the one of side 0 that the search begins from, -1 for all roots
 * @param others the other ones of each side
 * @param isPossible whether all of the vertices are in the core
 */
public record RequiredVertices(int root, List<int[]> others, boolean isPossible) {
    private static final int NONE = -1;

    /**
     * @param wanted for each side the vertices in the graph; when there are any, some of side 0
     * @param core for each side the vertex in the graph of each number
     */
    public static RequiredVertices of(List<List<Integer>> wanted, List<OffHeapInts> core) {
        int[][] numbers = new int[wanted.size()][];
        boolean possible = true;
        for (int side = 0; side < numbers.length; side++) {
            numbers[side] = numbers(wanted.get(side), core.get(side));
            possible &= numbers[side].length == wanted.get(side).size();
        }
        if (numbers[0].length == 0 || !possible) {
            return new RequiredVertices(NONE, List.of(), possible);
        }
        int root = numbers[0][0];
        numbers[0] = Arrays.copyOfRange(numbers[0], 1, numbers[0].length);
        return new RequiredVertices(root, List.of(numbers), true);
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
    public boolean isNone() {
        return root == NONE;
    }
}
