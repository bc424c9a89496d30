package dev.motif.algorithm.maximal.model;

import java.util.Arrays;

/** The members of a maximal biclique, kept. The arrays are ascending; they are not to be changed. */
public final class Biclique implements Comparable<Biclique> {
    /** Three objects, and the collection's reference. */
    private static final long HEAP_BYTES = 72;

    private final int[] left;
    private final int[] right;

    private Biclique(int[] left, int[] right) {
        this.left = left;
        this.right = right;
    }

    public static Biclique copyOf(MaximalBiclique biclique) {
        int[] left = new int[biclique.leftSize()];
        int[] right = new int[biclique.rightSize()];
        biclique.copyLeft(left);
        biclique.copyRight(right);
        return new Biclique(left, right);
    }

    /** The left vertices. */
    public int[] left() {
        return left;
    }

    /** The right vertices. */
    public int[] right() {
        return right;
    }

    public long edges() {
        return (long) left.length * right.length;
    }

    /** Vertices of both sides. */
    public long vertices() {
        return (long) left.length + right.length;
    }

    /** About the heap bytes that it takes in a collection. */
    public long heapBytes() {
        return heapBytes(vertices());
    }

    /** The same for one with so many vertices on both sides together. */
    public static long heapBytes(long vertices) {
        return HEAP_BYTES + vertices * Integer.BYTES;
    }

    /** By the left, then the right vertices, as words are ordered. */
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
