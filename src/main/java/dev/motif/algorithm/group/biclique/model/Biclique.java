package dev.motif.algorithm.group.biclique.model;

import dev.motif.backend.work.FoundBuffer;
import dev.motif.choice.GroupKind;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;

/**
 * A copy of a maximal biclique with its members, in ascending arrays. Callers must not change the arrays.
 *
 * @param left the left vertices, ascending
 * @param right the right vertices, ascending
 */
public record Biclique(int[] left, int[] right) implements Comparable<Biclique>, Serializable {
    /** The heap bytes of three objects without the members, and of a reference in a collection. */
    private static final long HEAP_BYTES = 72;

    /** Bicliques, or other groups of two sides, as a search keeps them. */
    public static final GroupKind<Biclique> KIND = new GroupKind<>(
            "bicliques",
            new FoundBuffer.Form<Biclique>() {
                @Override
                public int[][] arrays(Biclique found) {
                    return new int[][] {found.left, found.right};
                }

                @Override
                public Biclique of(int[][] arrays) {
                    return new Biclique(arrays[0], arrays[1]);
                }
            },
            Comparator.naturalOrder(),
            Biclique::heapBytes);

    /** The biclique of these members, ascending; takes the arrays over. */
    public static Biclique of(int[] left, int[] right) {
        return new Biclique(left, right);
    }

    /** Copies the members of {@code biclique}. */
    public static Biclique copyOf(MaximalBiclique biclique) {
        int[] left = new int[biclique.leftSize()];
        int[] right = new int[biclique.rightSize()];
        biclique.copyLeft(left);
        biclique.copyRight(right);
        return new Biclique(left, right);
    }

    public long edges() {
        return (long) left.length * right.length;
    }

    /** The number of vertices of both sides together. */
    public long vertices() {
        return (long) left.length + right.length;
    }

    /**
     * About the heap bytes that a biclique of {@code vertices} vertices, of both sides together, takes in a collection.
     */
    public static long heapBytes(long vertices) {
        return HEAP_BYTES + vertices * Integer.BYTES;
    }

    /** Compares the left, then the right vertices, in lexicographic order. */
    @Override
    public int compareTo(Biclique other) {
        int byLeft = Arrays.compare(left, other.left);
        return byLeft != 0 ? byLeft : Arrays.compare(right, other.right);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Biclique biclique
                && Arrays.equals(left, biclique.left)
                && Arrays.equals(right, biclique.right);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(left) + Arrays.hashCode(right);
    }

    /** For messages of failed tests. */
    @Override
    public String toString() {
        return Arrays.toString(left) + " x " + Arrays.toString(right);
    }
}
