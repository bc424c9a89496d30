package dev.motif.graph.order;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;

/**
 * Vertices sorted by remaining degree, while degrees go down one by one: a vertex that loses a neighbor changes places
 * with the first vertex of its degree, which then counts to the next smaller degree (Batagelj and Zaversnik, "An O(m)
 * algorithm for cores decomposition of networks", 2003, arXiv:cs/0310049). For one thread.
 */
public final class PeelOrder {
    private final OffHeapInts degrees;

    /** All vertices, by ascending remaining degree. */
    private final OffHeapInts order;

    /** The index of each vertex in {@code order}. */
    private final OffHeapInts places;

    /** The index in {@code order} where the vertices of each degree begin. */
    private final OffHeapInts starts;

    /**
     * Sorts the vertices.
     *
     * @param degrees the degree of each vertex, which this changes from now on
     * @param largest at least the largest of them
     * @param scope owns the memory of the order
     */
    public PeelOrder(OffHeapInts degrees, long largest, OffHeapScope scope) {
        this.degrees = degrees;
        this.order = scope.ints(degrees.length());
        this.places = scope.ints(degrees.length());
        this.starts = scope.zeroedInts(largest + 2);
        for (long v = 0; v < degrees.length(); v++) {
            starts.add(degrees.get(v) + 1L, 1);
        }
        for (long degree = 1; degree < starts.length(); degree++) {
            starts.add(degree, starts.get(degree - 1));
        }
        // Each start moves to the start of the next degree while its vertices are placed, and is set back afterwards.
        for (int v = 0; v < degrees.length(); v++) {
            int place = starts.add(degrees.get(v), 1);
            order.set(place, v);
            places.set(v, place);
        }
        for (long degree = starts.length() - 1; degree > 0; degree--) {
            starts.set(degree, starts.get(degree - 1));
        }
        starts.set(0, 0);
    }

    /** The off-heap bytes of an order, without the degrees. */
    public static long bytes(long vertices, long largest) {
        return (2 * vertices + largest + 2) * Integer.BYTES;
    }

    /**
     * All vertices by ascending remaining degree. The vertices before an index are in their final order once no degree
     * below the degree of the vertex at the index goes down any more.
     */
    public OffHeapInts vertices() {
        return order;
    }

    /** Takes 1 from the degree of a vertex, which is 1 or more. */
    public void lower(int v) {
        int degree = degrees.get(v);
        int first = starts.add(degree, 1);
        int other = order.get(first);
        int place = places.get(v);
        order.set(first, v);
        order.set(place, other);
        places.set(v, first);
        places.set(other, place);
        degrees.set(v, degree - 1);
    }
}
