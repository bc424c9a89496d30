// Finds maximal bicliques by cuMBE with some of its techniques, as the thesis compares them. group/maximal_cumbe.cuh has the search
// and the launches.
#include "include/count.cuh"

/** Some of the bits CUMBE_... of kernel_abi.h. */
struct Techniques {
    u32 bits;

    __device__ __forceinline__ bool has(u32 technique) const { return bits & technique; }
};

#include "group/maximal_cumbe.cuh"

/** Searches as searchSubtrees says, with the techniques whose bits are set. */
extern "C" __global__ void __launch_bounds__(MOTIF_MAXIMAL_THREADS, BLOCKS_PER_MULTIPROCESSOR)
        maximal_cumbe_techniques_per_block(
                const __grid_constant__ SearchArguments arguments, const Branch* branches, u64 branchCount, u32* arrays,
                u64 wordsPerBlock, BlockState* blockStates, u32 techniques) {
    searchSubtrees(arguments, branches, branchCount, arrays, wordsPerBlock, blockStates, {techniques});
}
