package dev.motif.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import scala.Tuple2;

/**
 * Some of a side's ids, ascending, on their way to a graph file.
 *
 * @param side 0 for the left side or all nodes, 1 for the right side
 * @param first the number of the first of these ids among all of the side, from 0 on
 */
record IdChunk(int side, long first, long[] ids) implements Serializable {
    private static final int IDS = 1 << 16;

    /** Packs the ids of one partition, which are consecutive. */
    static Iterator<IdChunk> pack(int side, Iterator<Tuple2<Long, Long>> numbered) {
        List<IdChunk> chunks = new ArrayList<>();
        while (numbered.hasNext()) {
            List<Long> ids = new ArrayList<>();
            long first = -1;
            while (numbered.hasNext() && ids.size() < IDS) {
                Tuple2<Long, Long> next = numbered.next();
                first = first < 0 ? next._2() : first;
                ids.add(next._1());
            }
            chunks.add(new IdChunk(
                    side, first, ids.stream().mapToLong(Long::longValue).toArray()));
        }
        return chunks.iterator();
    }
}
