// Finds maximal bicliques by cuMBE with all of its techniques. maximal_cumbe.cuh has the search and the launches.
#include "include/count.cuh"

/** All techniques of cuMBE. */
struct Techniques {
    __device__ static constexpr bool has(u32) { return true; }
};

#include "group/maximal_cumbe.cuh"

/** Searches as searchSubtrees says. */
extern "C" __global__ void __launch_bounds__(MOTIF_MAXIMAL_THREADS, BLOCKS_PER_MULTIPROCESSOR)
        maximal_cumbe_subtrees_per_block(
                const __grid_constant__ SearchArguments arguments, const Branch* branches, u64 branchCount, u32* arrays,
                u64 wordsPerBlock, BlockState* blockStates) {
    searchSubtrees(arguments, branches, branchCount, arrays, wordsPerBlock, blockStates, {});
}
