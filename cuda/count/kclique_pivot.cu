// PIVOT (kclique_pivot.cuh). kclique_block.cuh has the launches.
#include "count/kclique_pivot.cuh"

/**
 * cells: see LeafHistogram, added to; of `columns` columns. Cliques of fewer than `least` or more than `most` vertices may
 * be missing from it. Tasks: `roots`, or, by edge, the slots. `control` and `pauses` are zero before the first launch, which
 * ends after about `nanos` nanoseconds; the next one goes on, until all tasks have been claimed and no block has paused.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS)
        kclique_pivot_histogram_per_block(PIVOT_PARAMETERS, u64* cells, u32 columns) {
    countByPivots<PivotGraph, CountedFor::ALL>(PIVOT_ARGUMENTS, PIVOT_LEAVES);
}

/** counts[2 * rank], counts[2 * rank + 1]: the cliques of least = most vertices that each vertex is in, added to. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS)
        kclique_pivot_vertices_per_block(PIVOT_PARAMETERS, const u64* __restrict__ binomials, u32 limit, u64* counts) {
    countByPivots<PivotGraph, CountedFor::VERTICES>(PIVOT_ARGUMENTS, PIVOT_MEMBERS);
}

/** counts[2 * slot], counts[2 * slot + 1]: the cliques of least = most vertices that each edge is in, added to. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS)
        kclique_pivot_edges_per_block(PIVOT_PARAMETERS, const u64* __restrict__ binomials, u32 limit, u64* counts) {
    countByPivots<PivotGraph, CountedFor::EDGES>(PIVOT_ARGUMENTS, PIVOT_MEMBERS);
}
