package dev.motif.algorithm.count.triad;

import java.util.Arrays;

/**
 * The sixteen ways in which arcs can join three vertices A, B and C, named by their numbers of mutual, asymmetric and null
 * dyads, and by a letter where these are not enough: down, up, cyclic, transitive (Holland and Leinhardt).
 */
public enum Triad {
    T003("003", 0, 0, 0),
    T012("012", Dyad.OUT, 0, 0),
    T102("102", Dyad.MUTUAL, 0, 0),
    T021D("021D", Dyad.IN, Dyad.OUT, 0),
    T021U("021U", Dyad.OUT, Dyad.IN, 0),
    T021C("021C", Dyad.OUT, Dyad.OUT, 0),
    T111D("111D", Dyad.MUTUAL, Dyad.IN, 0),
    T111U("111U", Dyad.MUTUAL, Dyad.OUT, 0),
    T030T("030T", Dyad.OUT, Dyad.IN, Dyad.OUT),
    T030C("030C", Dyad.IN, Dyad.IN, Dyad.OUT),
    T201("201", Dyad.MUTUAL, Dyad.MUTUAL, 0),
    T120D("120D", Dyad.IN, Dyad.OUT, Dyad.MUTUAL),
    T120U("120U", Dyad.OUT, Dyad.IN, Dyad.MUTUAL),
    T120C("120C", Dyad.OUT, Dyad.OUT, Dyad.MUTUAL),
    T210("210", Dyad.OUT, Dyad.MUTUAL, Dyad.MUTUAL),
    T300("300", Dyad.MUTUAL, Dyad.MUTUAL, Dyad.MUTUAL);

    /** The arcs between two vertices, seen from the first one. */
    static final class Dyad {
        static final int NULL = 0;
        static final int OUT = 1;
        static final int IN = 2;
        static final int MUTUAL = 3;

        private Dyad() {}

        /** The same arcs, seen from the other vertex. */
        static int reversed(int dyad) {
            return (dyad & OUT) << 1 | dyad >>> 1;
        }
    }

    private final String label;
    private final int[] dyads;

    Triad(String label, int ab, int bc, int ac) {
        this.label = label;
        this.dyads = new int[] {ab, bc, ac};
    }

    /** The name in the literature, such as {@code "021D"}. */
    public String label() {
        return label;
    }

    /** The arcs between A and B, B and C, and A and C, each seen from the first of the two. */
    int[] dyads() {
        return dyads.clone();
    }

    /** How many of its pairs of vertices are joined in both directions. */
    public int mutual() {
        return count(Dyad.MUTUAL);
    }

    /** How many of its pairs of vertices are joined in one direction. */
    public int asymmetric() {
        return count(Dyad.OUT) + count(Dyad.IN);
    }

    private int count(int dyad) {
        return (int) Arrays.stream(dyads).filter(own -> own == dyad).count();
    }

    /** Whether its arcs connect all three vertices. */
    public boolean isConnected() {
        return count(Dyad.NULL) < 2;
    }

    /** Whether all three vertices are joined to each other. */
    public boolean isClosed() {
        return count(Dyad.NULL) == 0;
    }
}
