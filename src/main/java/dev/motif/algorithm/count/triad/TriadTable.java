package dev.motif.algorithm.count.triad;

import dev.motif.algorithm.count.triad.Triad.Dyad;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The triad that three vertices make, and the place of each of them in it, by the code of their arcs. Two vertices of a triad
 * have the same place where one can be put in place of the other. The places of the connected triads are numbered in the order
 * of these and of their vertices A, B and C.
 */
final class TriadTable {
    /** The number of codes: {@link #code} is below it. */
    static final int CODES = 1 << 6;

    /** The number of different places in connected triads. */
    static final int PLACES = 30;

    private static final int[][] ORDERS = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    private static final int NO_PLACE = -1;

    private static final Triad[] TRIADS = new Triad[CODES];
    private static final int[][] PLACE = new int[CODES][3];
    private static final List<Triad> OF_PLACE = new ArrayList<>();
    private static final int[] NOWHERE = {};
    private static final int[][] OPEN = new int[PLACES][];

    static {
        for (Triad triad : Triad.values()) {
            int[] places = places(triad);
            for (int[] order : ORDERS) {
                int code = code(triad, order);
                TRIADS[code] = triad;
                for (int vertex = 0; vertex < 3; vertex++) {
                    PLACE[code][vertex] = places[order[vertex]];
                }
            }
        }
        for (int place = 0; place < PLACES; place++) {
            OPEN[place] = ofPlace(place).isClosed() ? open(place) : NOWHERE;
        }
    }

    private TriadTable() {}

    /** The code of three vertices by the arcs between the first and the second, the second and the third, the first and the third. */
    static int code(int ab, int bc, int ac) {
        return ab << 4 | bc << 2 | ac;
    }

    /** The code of the vertices of a triad in another order. */
    private static int code(Triad triad, int[] order) {
        return code(dyad(triad, order[0], order[1]), dyad(triad, order[1], order[2]), dyad(triad, order[0], order[2]));
    }

    private static int dyad(Triad triad, int from, int to) {
        int dyad = triad.dyads()[from + to == 1 ? 0 : from + to == 3 ? 1 : 2];
        return from < to ? dyad : Dyad.reversed(dyad);
    }

    /** The places of A, B and C, the new ones of which are numbered. */
    private static int[] places(Triad triad) {
        int[] places = {NO_PLACE, NO_PLACE, NO_PLACE};
        for (int vertex = 0; triad.isConnected() && vertex < 3; vertex++) {
            if (places[vertex] == NO_PLACE) {
                for (int[] order : ORDERS) {
                    if (code(triad, order) == code(triad, ORDERS[0])) {
                        places[order[vertex]] = OF_PLACE.size();
                    }
                }
                OF_PLACE.add(triad);
            }
        }
        return places;
    }

    static Triad triad(int code) {
        return TRIADS[code];
    }

    /** The place of a vertex, 0 to 2, of a connected triad. */
    static int place(int code, int vertex) {
        return PLACE[code][vertex];
    }

    /** For each code the places of its vertices, 8 bits each, the first one in the lowest bits. */
    static long[] packedPlaces() {
        return Arrays.stream(PLACE)
                .mapToLong(places -> places[0] & 0xFF | (places[1] & 0xFF) << 8 | (places[2] & 0xFF) << 16)
                .toArray();
    }

    /** The triad that a place is in. */
    static Triad ofPlace(int place) {
        return OF_PLACE.get(place);
    }

    /** Whether the triad that a place is in is closed. */
    static boolean isClosed(int place) {
        return OPEN[place] != NOWHERE;
    }

    /** How many vertices of a triad have the place. */
    static int vertices(int place) {
        int code = code(ofPlace(place), ORDERS[0]);
        return (int) Arrays.stream(PLACE[code]).filter(own -> own == place).count();
    }

    /** The place that a vertex with a place in a closed triad has in a wedge of that triad, the {@code wedge}-th of three. */
    static int open(int place, int wedge) {
        return OPEN[place][wedge];
    }

    private static int[] open(int place) {
        int code = code(ofPlace(place), ORDERS[0]);
        int vertex = 0;
        while (PLACE[code][vertex] != place) {
            vertex++;
        }
        int[] open = new int[3];
        for (int middle = 0; middle < 3; middle++) {
            int end = vertex < 3 - vertex - middle ? 0 : 2;
            open[middle] = place(wedgeOf(code, middle), middle == vertex ? 1 : end);
        }
        return open;
    }

    /** The code of two arcs of one vertex, the second of three; between the other two there is none. */
    static int wedge(int toFirst, int toThird) {
        return code(Dyad.reversed(toFirst), toThird, Dyad.NULL);
    }

    /**
     * The code of the wedge that the arcs of a vertex, 0 to 2, make in a triad, without the arcs between the others. The vertex
     * becomes the second one, and the others keep their order.
     */
    static int wedgeOf(int code, int middle) {
        int ab = code >>> 4;
        int bc = code >>> 2 & 3;
        int ac = code & 3;
        return switch (middle) {
            case 0 -> wedge(ab, ac);
            case 1 -> wedge(Dyad.reversed(ab), bc);
            default -> wedge(Dyad.reversed(ac), Dyad.reversed(bc));
        };
    }
}
