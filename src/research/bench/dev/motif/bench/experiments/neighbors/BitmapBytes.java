package dev.motif.bench.experiments.neighbors;

import dev.motif.algorithm.similar.intersection.NeighborBitmap;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.graph.Csr;
import dev.motif.research.intersection.BmpConfig;

/** Tables 3 and 6: the memory of bitmaps, counts and rows, and how many passes the paper's device would need. */
final class BitmapBytes implements Experiment {
    /** The paper's device: 12 GB, of which 500 MB are reserved, and 16 blocks on each of 30 multiprocessors. */
    private static final long DEVICE_BYTES = 12L << 30;

    private static final long RESERVED_BYTES = 500L << 20;
    private static final int BITMAPS = 480;

    @Override
    public String name() {
        return "tables-3-6";
    }

    @Override
    public String title() {
        return "Tables 3 and 6: bytes of bitmaps and rows, estimated passes";
    }

    @Override
    public String claim() {
        return "a bitmap of twitter takes 5.0 MB and its small one 1.3 KB, of friendster 14.9 MB and 3.7 KB; counts take"
                + " 5.2 and 13.5 GB, rows 5.3 and 13.9 GB, 480 bitmaps 2.3 and 7.0 GB. A device of 12 GB needs one pass"
                + " for twitter, and 2 (MPS) or 4 (BMP) for friendster.";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        Table table = lab.table(name())
                .with(Column.text("Graph"))
                .with(Column.count("Small bitmap"))
                .with(Column.count("Large bitmap"))
                .with(Column.count("Counts"))
                .with(Column.count("Rows"))
                .with(Column.count("480 bitmaps"))
                .with(Column.count("Passes of MPS"))
                .with(Column.count("Passes of BMP"));
        NeighborsPaper.GRAPHS.forEach(lab, (name, graph) -> {
            long vertices = graph.vertexCount();
            long large = NeighborBitmap.bytes(vertices, 0);
            long rows = Csr.bytes(vertices, 2 * graph.edgeCount());
            table.add(
                    name,
                    NeighborBitmap.bytes(vertices, BmpConfig.RANGE_SIZE) - large,
                    large,
                    graph.edgeCount() * Integer.BYTES,
                    rows,
                    BITMAPS * large,
                    passes(rows, 0),
                    passes(rows, BITMAPS * large));
        });
        return new Outcome().with(table);
    }

    /** The paper's estimate: the rows through what is left of the device. */
    private static long passes(long rows, long bitmaps) {
        long left = DEVICE_BYTES - RESERVED_BYTES - bitmaps;
        return (rows + left - 1) / left;
    }
}
