package dev.motif.algorithm.count.triad;

import dev.motif.algorithm.count.triad.Triad.Dyad;
import dev.motif.backend.Counts;
import dev.motif.backend.work.ExactSum;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Counts wedges by the arcs of their two edges, whether or not their ends are joined: at their middles they are pairs of
 * neighbors, of which a vertex has {@code n(s) n(t)} with two kinds of dyads, or {@code C(n(s),2)} with one. At an end they are
 * the other neighbors of the middle.
 */
final class OpenTriads {
    /** The name of the stage. */
    static final String STAGE = "counting wedges";

    private static final long VERTICES_PER_TASK = 1 << 10;

    private final TriadRows rows;
    private final OffHeapLongs places;
    private final ExactSum[] wedges = new ExactSum[TriadTable.CODES];
    private final long[] ofU = new long[TriadTable.PLACES];

    /** Twice the mutual edges: once at each end. */
    private long mutual;

    private OpenTriads(TriadRows rows, OffHeapLongs places) {
        this.rows = rows;
        this.places = places;
        Arrays.setAll(wedges, code -> new ExactSum());
    }

    /**
     * Counts them.
     *
     * @param places receives the places of the vertices; null for totals alone
     */
    static OpenTriads count(TriadRows rows, OffHeapLongs places, Workers workers) {
        OpenTriads[] counters = new OpenTriads[workers.concurrency()];
        Arrays.setAll(counters, worker -> new OpenTriads(rows, places));
        int vertices = rows.ranked().adjacency().vertexCount();
        workers.progress().begin(STAGE, vertices);
        workers.forEach(vertices, VERTICES_PER_TASK, (worker, u) -> counters[worker].addFrom((int) u));
        return Arrays.stream(counters).reduce(new OpenTriads(rows, places), OpenTriads::plus);
    }

    private OpenTriads plus(OpenTriads other) {
        for (int code = 0; code < wedges.length; code++) {
            wedges[code].add(other.wedges[code]);
        }
        mutual += other.mutual;
        return this;
    }

    /** The number of wedges with the code of {@link TriadTable#wedge(int, int)} whose first dyad is the smaller one. */
    BigInteger wedges(int code) {
        return wedges[code].toBigInteger();
    }

    long mutualEdges() {
        return mutual / 2;
    }

    /** Adds the wedges with their middle at a vertex; to places also as ends, with each of its lower neighbors. */
    private void addFrom(int u) {
        mutual += rows.count(u, Dyad.MUTUAL);
        for (int first = Dyad.OUT; first <= Dyad.MUTUAL; first++) {
            for (int second = first; second <= Dyad.MUTUAL; second++) {
                long count = rows.count(u, first);
                long pairs = first == second ? Counts.pairs(count) : count * rows.count(u, second);
                int code = TriadTable.wedge(first, second);
                wedges[code].add(pairs);
                ofU[TriadTable.place(code, 1)] += pairs;
            }
        }
        if (places == null) {
            return;
        }
        for (long slot = rows.ranked().adjacency().start(u);
                slot < rows.ranked().adjacency().end(u);
                slot++) {
            addEnds(u, rows.ranked().adjacency().neighbor(slot), rows.dyads().get(slot));
        }
        for (int place = 0; place < ofU.length; place++) {
            credit(u, place, ofU[place]);
            ofU[place] = 0;
        }
    }

    /** Adds the wedges in which {@code w} is the middle and {@code u} an end, and the other way round. */
    private void addEnds(int u, int w, int toW) {
        int toU = Dyad.reversed(toW);
        for (int other = Dyad.OUT; other <= Dyad.MUTUAL; other++) {
            ofU[TriadTable.place(TriadTable.wedge(toU, other), 0)] += rows.count(w, other) - (other == toU ? 1 : 0);
            credit(w, TriadTable.place(TriadTable.wedge(toW, other), 0), rows.count(u, other) - (other == toW ? 1 : 0));
        }
    }

    /** Adds to a vertex, which has fewer wedges than 2^62. */
    private void credit(int rank, int place, long more) {
        if (more > 0) {
            places.getAndAdd((long) TriadTable.PLACES * rows.ranked().vertices().get(rank) + place, more);
        }
    }
}
