package dev.motif.algorithm.commonneighbors.pairs;

import dev.motif.graph.Csr;
import dev.motif.graph.PathCounter;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Finds the pairs with common neighbors while they are read, in batches of sources that are searched in parallel. A
 * batch ends where its sources have many paths together, which bounds the pairs that are held.
 */
final class PairSearch implements Iterator<NeighborPair> {
    /** The most paths of the sources of a batch, unless it is a single source; it has no more pairs than paths. */
    private static final long PATHS_PER_BATCH = 1 << 19;

    private static final int SOURCES_PER_BATCH = 1 << 16;

    /** The heap bytes of a pair with its place in a list. */
    private static final long HEAP_BYTES_PER_PAIR = 46;

    private final Csr rows;
    private final Csr back;
    private final PathCounter[] counters;
    private final PairFilter filter;
    private final Csr adjacency;
    private final Workers workers;

    private int nextSource;
    private Iterator<List<NeighborPair>> batch = List.<List<NeighborPair>>of().iterator();
    private Iterator<NeighborPair> ofSource = List.<NeighborPair>of().iterator();

    /**
     * @param rows the neighbors of each source
     * @param back the neighbors of those neighbors, by which paths lead back to the side of the sources
     * @param counters one for each worker
     * @param adjacency the edges by which the vertices of a pair may be adjacent; null when they never are
     */
    PairSearch(Csr rows, Csr back, PathCounter[] counters, PairFilter filter, Csr adjacency, Workers workers) {
        this.rows = rows;
        this.back = back;
        this.counters = counters;
        this.filter = filter;
        this.adjacency = adjacency;
        this.workers = workers;
    }

    /** The most heap bytes that the pairs of a batch take, where one source may have a pair with every vertex. */
    static long mostHeapBytes(long vertices) {
        return Math.max(PATHS_PER_BATCH, vertices) * HEAP_BYTES_PER_PAIR;
    }

    @Override
    public boolean hasNext() {
        while (!ofSource.hasNext()) {
            if (!batch.hasNext()) {
                if (nextSource == rows.vertexCount()) {
                    return false;
                }
                batch = nextBatch().iterator();
            }
            ofSource = batch.next().iterator();
        }
        return true;
    }

    @Override
    public NeighborPair next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ofSource.next();
    }

    /** Finds the pairs of the next sources, one or more of them: a list for each source. */
    private List<List<NeighborPair>> nextBatch() {
        int first = nextSource;
        long paths = 0;
        do {
            paths += pathsFrom(nextSource++);
        } while (nextSource < rows.vertexCount()
                && nextSource - first < SOURCES_PER_BATCH
                && paths + pathsFrom(nextSource) <= PATHS_PER_BATCH);
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<NeighborPair>[] found = new List[nextSource - first];
        workers.forRanges(found.length, 1 + found.length / (8L * workers.concurrency()), (worker, from, to) -> {
            for (int i = (int) from; i < to; i++) {
                found[i] = pairsOf(first + i, counters[worker]);
            }
            workers.progress().advance(to - from);
        });
        return Arrays.asList(found);
    }

    private long pathsFrom(int u) {
        long paths = 0;
        for (long slot = rows.start(u); slot < rows.end(u); slot++) {
            paths += back.degree(rows.neighbor(slot));
        }
        return paths;
    }

    private List<NeighborPair> pairsOf(int u, PathCounter counter) {
        counter.countFrom(u, filter.best() ? -1 : u);
        List<NeighborPair> pairs = filter.best() ? best(u, counter) : all(u, counter);
        counter.clear();
        return pairs;
    }

    private List<NeighborPair> best(int u, PathCounter counter) {
        BestPairs best = new BestPairs(filter.topK());
        for (int i = 0; i < counter.endCount(); i++) {
            NeighborPair pair = pair(u, counter.end(i), counter);
            if (pair.value() >= filter.similarityCutoff()) {
                best.add(pair);
            }
        }
        return best.takeAll();
    }

    private List<NeighborPair> all(int u, PathCounter counter) {
        List<NeighborPair> pairs = new ArrayList<>();
        int[] targets = new int[counter.endCount()];
        Arrays.setAll(targets, counter::end);
        Arrays.sort(targets);
        for (int target : targets) {
            NeighborPair pair = pair(u, target, counter);
            if (pair.value() >= filter.similarityCutoff()) {
                pairs.add(pair);
            }
        }
        return pairs;
    }

    private NeighborPair pair(int u, int target, PathCounter counter) {
        return NeighborPairs.pair(rows, u, target, counter.paths(target), filter.metric(), adjacency);
    }
}
