package dev.motif.algorithm.count.graphlet;

/** The connected graphs of three and four vertices, by their number of edges. */
public enum Graphlet {
    /** Two edges with a common vertex. */
    PATH_3(3, 2),
    TRIANGLE(3, 3),
    /** Three edges in a row. */
    PATH_4(4, 3),
    /** A vertex with three neighbors that are not adjacent: a star. */
    CLAW(4, 3),
    /** A cycle without a chord. */
    CYCLE_4(4, 4),
    /** A triangle with one more edge at one of its vertices: a tailed triangle. */
    PAW(4, 4),
    /** Two triangles with a common edge: a cycle with one chord. */
    DIAMOND(4, 5),
    CLIQUE_4(4, 6);

    private final int vertices;
    private final int edges;

    Graphlet(int vertices, int edges) {
        this.vertices = vertices;
        this.edges = edges;
    }

    public int vertices() {
        return vertices;
    }

    public int edges() {
        return edges;
    }
}
