package dev.motif.graph;

/** The vertices that have neighbors in common with one vertex, and how many. For one thread. */
public interface CommonNeighborCounts {
    /** Takes the vertices above {@code above} that have neighbors in common with {@code u}; -1 for all other vertices. */
    void countFrom(int u, int above);

    int endCount();

    /** The {@code i}-th vertex, from 0 on, in no particular order. */
    int end(int i);

    /** The number of common neighbors of the {@code i}-th vertex. */
    int count(int i);

    /** The sum of the weights of the common neighbors of the {@code i}-th vertex, where they are weighed. */
    default double weight(int i) {
        return count(i);
    }

    void clear();
}
