/* Constants that the kernels and the Java side must agree on. Plain C: Java's test reads the #define lines. */
#ifndef MOTIF_KERNEL_ABI_H
#define MOTIF_KERNEL_ABI_H

/* Radix sort: blocks of MOTIF_SORT_THREADS take tiles of MOTIF_SORT_TILE items; a pass sorts by one digit of 8 bits. */
#define MOTIF_SORT_THREADS 256
#define MOTIF_SORT_TILE 4096
#define MOTIF_SORT_DIGIT_BITS 8
#define MOTIF_SORT_DIGITS 256

/* Prefix sums over vertices: threads in a block, and vertices of a tile. */
#define MOTIF_SCAN_THREADS 256
#define MOTIF_SCAN_TILE 2048

/* Kernels over slots that look up the row of each slot: threads in a block, and slots that a block takes at once. */
#define MOTIF_SLOT_THREADS 256
#define MOTIF_SLOT_TILE 2048

/* Start vertices are ordered by MOTIF_WORK_KEYS keys, heaviest first. The key of work x >= 2 is
 * 255 - (4 * floor(log2 x) + the two bits after the leading one); vertices without work have key 255. */
#define MOTIF_WORK_KEYS 256
#define MOTIF_WORK_KEY_IDLE 255

/* The shared table of a block has a multiple of this many 32-bit words. */
#define MOTIF_TABLE_WORD_MULTIPLE 128
/* Dynamic shared memory of a block: 4 bytes a word of the table and of the hash table, these extra bytes, and those of
 * each warp. */
#define MOTIF_TABLE_EXTRA_BYTES 128
#define MOTIF_COUNT_WARP_BYTES 1152
/* The least hash slots of a warp for a start vertex, a power of two; each takes 8 bytes of shared memory. */
#define MOTIF_HASH_SLOTS_MIN 64
/* The number of ends beyond the shared table that a block remembers one by one, so that it can clear them. */
#define MOTIF_SPILL_LIST 512
/* The most threads in a block of the counting kernels, a multiple of 32. */
#define MOTIF_COUNT_THREADS_MAX 512

/* Pairs: metrics, bits of `flags`, the most threads in a block, and bytes of shared memory for a candidate. ADJACENT says
 * that two vertices of a pair may be neighbors. */
#define MOTIF_PAIRS_COUNT 0
#define MOTIF_PAIRS_JACCARD 1
#define MOTIF_PAIRS_OVERLAP 2
#define MOTIF_PAIRS_COSINE 3
#define MOTIF_PAIRS_STRUCTURAL 4
#define MOTIF_PAIRS_TOTAL_NEIGHBORS 5
#define MOTIF_PAIRS_PREFERENTIAL_ATTACHMENT 6
#define MOTIF_PAIRS_SUM 7
#define MOTIF_PAIRS_LEAST 1
#define MOTIF_PAIRS_ABOVE 2
#define MOTIF_PAIRS_ADJACENT 4
#define MOTIF_PAIRS_WEIGHED 8
#define MOTIF_PAIRS_THREADS_MAX 512
#define MOTIF_PAIRS_CANDIDATE_BYTES 16

/* Peeling: the number of 64-bit words of its state, and the positions of the items peeled, the largest level, the
 * number of levels, the round, the items listed, and the items and levels before the first range of several supports. */
#define MOTIF_PEEL_STATE_WORDS 13
#define MOTIF_PEEL_PEELED 0
#define MOTIF_PEEL_LEVEL 2
#define MOTIF_PEEL_LEVELS 3
#define MOTIF_PEEL_ROUND 4
#define MOTIF_PEEL_LISTED 5
#define MOTIF_PEEL_EXACT_ITEMS 11
#define MOTIF_PEEL_EXACT_LEVELS 12
/* Ranges of levels: 64-bit words of each, and the most there can be. One that begins with support s ends with
 * s + (s >> shift): with the largest shift 8 have a single support, and then there are at most 6 for each bit. */
#define MOTIF_PEEL_RANGE_WORDS 3
#define MOTIF_PEEL_RANGES 512
#define MOTIF_PEEL_SHIFT 3
/* Threads in a block of the peeling kernels, at most one block a multiprocessor. */
#define MOTIF_PEEL_THREADS 512
/* Threads in a block of the kernels that list blooms, and of those that group rows by range. */
#define MOTIF_BLOOM_THREADS 256
#define MOTIF_GROUP_THREADS 256

/* G-BFC: threads in a block. */
#define MOTIF_GBFC_THREADS 256
/* G-BFC's thread kernel: threads in a block, and the longest neighbor list that a thread keeps in shared memory. */
#define MOTIF_GBFC_THREAD_BLOCK 32
#define MOTIF_GBFC_THREAD_LIST 16
/* G-BFC: 64-bit words of a block's place beside one for each thread, and words of the place of a thread that intersects
 * lists. */
#define MOTIF_GBFC_PLACE_WORDS 2
#define MOTIF_GBFC_THREAD_PLACE_WORDS 4

/* PIVOT: 64-bit words that the launches of a batch of roots share, zero before it. Each word has its own cache line, but
 * STUCK (include/wait.cuh), which is hardly ever written. */
#define MOTIF_PIVOT_CONTROL_WORDS 176
#define MOTIF_PIVOT_CLAIMED 0
#define MOTIF_PIVOT_ARENA 16
#define MOTIF_PIVOT_DEFERRED 32
#define MOTIF_PIVOT_READY 48
#define MOTIF_PIVOT_TAKEN 64
#define MOTIF_PIVOT_PENDING 80
#define MOTIF_PIVOT_STUCK 81
#define MOTIF_PIVOT_IDLE 96
#define MOTIF_PIVOT_QUEUE_HEAD 112
#define MOTIF_PIVOT_QUEUE_TAIL 128
#define MOTIF_PIVOT_QUEUE_USED 144
#define MOTIF_PIVOT_QUEUE_READY 160

/* PIVOT: 64-bit words of a result: low and high word of the sum, whether the sum overflowed, whether the search
 * stopped, kinds of leaves, nodes searched, whether a kind found no place, the words of the output that leaves took, and
 * the complement of where the leaves end that found room, 0 when all did; and the words of a leaf before its ranks. */
#define MOTIF_PIVOT_RESULT_WORDS 9
#define MOTIF_PIVOT_SUM 0
#define MOTIF_PIVOT_SUM_OVERFLOW 2
#define MOTIF_PIVOT_STOPPED 3
#define MOTIF_PIVOT_KINDS 4
#define MOTIF_PIVOT_NODES 5
#define MOTIF_PIVOT_KINDS_LOST 6
#define MOTIF_PIVOT_OUTPUT_USED 7
#define MOTIF_PIVOT_OUTPUT_END 8
#define MOTIF_PIVOT_LEAF_WORDS 4

/* PIVOT: 64-bit words of the summary of the core, and of the summary of the roots. */
#define MOTIF_PIVOT_CORE_WORDS 5
#define MOTIF_PIVOT_MEMBERS 0
#define MOTIF_PIVOT_WEDGES 2
#define MOTIF_PIVOT_RANKS 4
#define MOTIF_PIVOT_ROOT_WORDS 5
#define MOTIF_PIVOT_ROOTS 0
#define MOTIF_PIVOT_MOST_CANDIDATES 1
#define MOTIF_PIVOT_MOST_MATES 2
#define MOTIF_PIVOT_MOST_WORDS 3
#define MOTIF_PIVOT_ALL_WORDS 4

/* PIVOT: 64-bit words that describe a local graph, and 32-bit words before the sets of a frame. */
#define MOTIF_PIVOT_LOCAL_WORDS 3
#define MOTIF_PIVOT_FRAME_HEADER 8
/* PIVOT: bits that the kind of a leaf has for a number of fixed vertices, and for one of free vertices. */
#define MOTIF_PIVOT_FIXED_BITS 9
#define MOTIF_PIVOT_FREE_BITS 23
/* PIVOT: threads in a block of the search, and in one of the kernels with a block for a root. */
#define MOTIF_PIVOT_SEARCH_THREADS 128
#define MOTIF_PIVOT_ROOT_THREADS 256
/* PIVOT: rounds of removing vertices that one read-back covers. */
#define MOTIF_PIVOT_CORE_ROUNDS 8

/* SETS: threads in a block, bytes of its dynamic shared memory, the most words of a row, the most rows of a set, and
 * 32-bit words in which a block and its warps say where they go on. */
#define MOTIF_SETS_THREADS 256
#define MOTIF_SETS_SHARED_BYTES 63664
#define MOTIF_SETS_WORDS 64
#define MOTIF_SETS_SIZE 8
#define MOTIF_SETS_SAVED_WORDS 66

/* GBC: threads of a block, the most children of a node in a batch, sizes of leaves that a block adds up itself. */
#define MOTIF_GBC_THREADS 128
#define MOTIF_GBC_BATCH 32
#define MOTIF_GBC_SHARED_LEAVES 256

/* Words of a queue of branches, 64 bits each and apart from one another by a cache line: tasks that are not done, idle
 * warps, the queue itself; then a word for who owns the queue. STUCK (include/wait.cuh) is hardly ever written. */
#define MOTIF_QUEUE_CONTROL_WORDS 112
#define MOTIF_QUEUE_PENDING 0
#define MOTIF_QUEUE_STUCK 1
#define MOTIF_QUEUE_IDLE 16
#define MOTIF_QUEUE_HEAD 32
#define MOTIF_QUEUE_TAIL 48
#define MOTIF_QUEUE_USED 64
#define MOTIF_QUEUE_READY 80
#define MOTIF_QUEUE_TAKEN 96

/* k-cliques: threads in a block of the search; words of a result: nodes searched, whether a count left 128 bits, low
 * and high word of the sum, whether that did, 32-bit words of large leaves and whether there was no room for one. */
#define MOTIF_KCLIQUE_THREADS 256
#define MOTIF_KCLIQUE_RESULT_WORDS 7
#define MOTIF_KCLIQUE_NODES 0
#define MOTIF_KCLIQUE_OVERFLOW 1
#define MOTIF_KCLIQUE_SUM 2
#define MOTIF_KCLIQUE_SUM_OVERFLOW 4
#define MOTIF_KCLIQUE_LARGE_USED 5
#define MOTIF_KCLIQUE_LARGE_FULL 6
/* k-cliques: a leaf of more such vertices has coefficients that may not fit 128 bits, so its paths and cycles are
 * handed out; 32-bit words before them: words in all, fixed and free vertices, how many components. */
#define MOTIF_KCLIQUE_LARGE_LEAF 126
#define MOTIF_KCLIQUE_LARGE_HEADER 4
/* k-cliques: words of a summary of the roots: how many, the most candidates of one, those split into edges. */
#define MOTIF_KCLIQUE_SUMMARY_WORDS 3
#define MOTIF_KCLIQUE_ROOTS 0
#define MOTIF_KCLIQUE_MOST_CANDIDATES 1
#define MOTIF_KCLIQUE_SPLIT_ROOTS 2
/* k-cliques: 32-bit words before the sets of a frame, and of a warp beside its sets and its local graph. */
#define MOTIF_KCLIQUE_FRAME_HEADER 4
#define MOTIF_KCLIQUE_LIST_WORDS 64
/* k-cliques: sets of a node of the search, and of one that is counted by vertex or edge. */
#define MOTIF_KCLIQUE_SETS 2
#define MOTIF_KCLIQUE_SETS_WITH_MEMBERS 4
/* k-cliques by orientation and pivots: threads in a block, words of a level of the stacks beside its sets or lists. */
#define MOTIF_KCLIQUE_BLOCK_THREADS 128
#define MOTIF_KCLIQUE_ORIENTATION_LEVEL_WORDS 1
#define MOTIF_KCLIQUE_PIVOT_LEVEL_WORDS 5
/* Triangles alone: the candidates of a root at most. */
#define MOTIF_KCLIQUE_TRIANGLE_ROW 512
/* The same: 64-bit words that the launches share: tasks that have been claimed, blocks that have paused; and 32-bit
 * words that a block has for its pause: 5, and one for each of its sub-warps. */
#define MOTIF_KCLIQUE_CONTROL_WORDS 2
#define MOTIF_KCLIQUE_CLAIMED 0
#define MOTIF_KCLIQUE_PAUSED 1
#define MOTIF_KCLIQUE_PAUSE_WORDS 133

/* Cycles: threads in a block; 32-bit words of a block's state, and of its arrays for each vertex, in total and with counts by
 * arc; 128-bit totals: cycles of two and three vertices, and closed walks of four and five arcs, all and those that are no
 * cycles. */
#define MOTIF_CYCLE_THREADS 256
#define MOTIF_CYCLE_STATE_WORDS 5
#define MOTIF_CYCLE_TOTAL_ARRAYS 3
#define MOTIF_CYCLE_ARC_ARRAYS 5
#define MOTIF_CYCLE_TOTALS 6
#define MOTIF_CYCLE_PAIRS 0
#define MOTIF_CYCLE_TRIANGLES 1
#define MOTIF_CYCLE_WALKS_OF_FOUR 2
#define MOTIF_CYCLE_OTHERS_OF_FOUR 3
#define MOTIF_CYCLE_WALKS_OF_FIVE 4
#define MOTIF_CYCLE_OTHERS_OF_FIVE 5

/* Maximal cliques: 64-bit words of the state of a search: nodes searched, whether a count left its bits, the tasks whose
 * graphs blocks have claimed, the graphs made, the words of the pool they take, whether one found no room there, or is
 * larger than the pool, the words of the output, where it ends, and the least size that is still of interest; words of a
 * graph's place; and 32-bit words before the sets of a frame. */
#define MOTIF_MAXIMAL_CLIQUE_STATE_WORDS 10
#define MOTIF_MAXIMAL_CLIQUE_NODES 0
#define MOTIF_MAXIMAL_CLIQUE_OVERFLOW 1
#define MOTIF_MAXIMAL_CLIQUE_CLAIMED 2
#define MOTIF_MAXIMAL_CLIQUE_GRAPHS 3
#define MOTIF_MAXIMAL_CLIQUE_POOL_USED 4
#define MOTIF_MAXIMAL_CLIQUE_POOL_FULL 5
#define MOTIF_MAXIMAL_CLIQUE_TOO_LARGE 6
#define MOTIF_MAXIMAL_CLIQUE_OUTPUT_USED 7
#define MOTIF_MAXIMAL_CLIQUE_OUTPUT_END 8
#define MOTIF_MAXIMAL_CLIQUE_THRESHOLD 9
#define MOTIF_MAXIMAL_CLIQUE_GRAPH_WORDS 3
#define MOTIF_MAXIMAL_CLIQUE_FRAME_HEADER 3

/* Near-groups, whose state is that of maximal cliques: 32-bit words of a part before its sets, of a frame before its sets; sets
 * of a frame, and of a node in shared memory, where the part takes some words; the most that a vertex may miss. */
#define MOTIF_NEAR_PART_HEADER 4
#define MOTIF_NEAR_FRAME_HEADER 2
#define MOTIF_NEAR_FRAME_SETS 4
#define MOTIF_NEAR_NODE_SETS 6
#define MOTIF_NEAR_PART_SHARED_WORDS 20
#define MOTIF_NEAR_MOST_MISSING 3

/* Maximal bicliques: words of `control`, 64 bits each. BRANCHES is the number of branches that are listed, and in its
 * low MOTIF_MAXIMAL_BRANCHES_SHIFT bits the words of their lists. */
#define MOTIF_MAXIMAL_COST_LEFT 0
#define MOTIF_MAXIMAL_COST_RIGHT 1
#define MOTIF_MAXIMAL_NODES 2
#define MOTIF_MAXIMAL_FRAMES 3
#define MOTIF_MAXIMAL_FAILED 4
#define MOTIF_MAXIMAL_HUBS 5
#define MOTIF_MAXIMAL_OUTPUT_USED 6
#define MOTIF_MAXIMAL_OUTPUT_END 7
#define MOTIF_MAXIMAL_STOP 8
#define MOTIF_MAXIMAL_DONE 9
#define MOTIF_MAXIMAL_CLAIMED 10
#define MOTIF_MAXIMAL_POOL_USED 11
#define MOTIF_MAXIMAL_THRESHOLD 12
#define MOTIF_MAXIMAL_FRAMES_CLAIMED 13
#define MOTIF_MAXIMAL_HEAD 14
#define MOTIF_MAXIMAL_TAIL 15
#define MOTIF_MAXIMAL_ACTIVE 16
#define MOTIF_MAXIMAL_CLAIM_END 17
#define MOTIF_MAXIMAL_BRANCHES 18
#define MOTIF_MAXIMAL_OFFERS 19
#define MOTIF_MAXIMAL_CONTROL_WORDS 20
#define MOTIF_MAXIMAL_BRANCHES_SHIFT 32

/* Maximal bicliques: why a search failed. */
#define MOTIF_MAXIMAL_SIZES_FULL 1

/* Maximal bicliques: bits of `wanted`. WANT_ONE says that a found biclique raises THRESHOLD to its size. */
#define MOTIF_MAXIMAL_WANT_MEMBERS 1
#define MOTIF_MAXIMAL_WANT_VERTEX_COUNTS 2
#define MOTIF_MAXIMAL_WANT_VERTEX_LARGEST 4
#define MOTIF_MAXIMAL_BY_BALANCED_SIZE 8
#define MOTIF_MAXIMAL_WANT_ONE 16

/* Maximal bicliques: threads in a block, words of a branch, of a frame, of a warp's state and of a block's state. */
#define MOTIF_MAXIMAL_THREADS 256
#define MOTIF_MAXIMAL_BRANCH_WORDS 3
#define MOTIF_MAXIMAL_FRAME_WORDS 5
#define MOTIF_MAXIMAL_WARP_WORDS 4
#define MOTIF_MAXIMAL_BLOCK_WORDS 8
/* cuMBE: vertex arrays of a block, and words of a level. */
#define MOTIF_CUMBE_ARRAYS 7
#define MOTIF_CUMBE_LEVEL_WORDS 6
#define MOTIF_MAXIMAL_RING_HEADER_WORDS 16

/* Maximal bicliques: the first words of a donation, which are the words that are taken and the number of entries. */
#define MOTIF_MAXIMAL_DONATION_USED 0
#define MOTIF_MAXIMAL_DONATION_ENTRIES 1
#define MOTIF_MAXIMAL_DONATION_HEADER_WORDS 2

/* cuMBE: bits of `techniques`. */
#define MOTIF_CUMBE_CANDIDATE_SELECTION 1
#define MOTIF_CUMBE_FIRST_LEVEL_EARLY_STOP 2
#define MOTIF_CUMBE_SECOND_LEVEL_EARLY_STOP 4
#define MOTIF_CUMBE_WORK_STEALING 8
#define MOTIF_CUMBE_INTERSECTION_COMPUTATION 16
#define MOTIF_CUMBE_TWO_LEVEL_PARALLELISM 32
#define MOTIF_CUMBE_EXACT_ROOT_ORDER 64
#define MOTIF_CUMBE_DEEP_STEALING 128

#if defined(__cplusplus)
static_assert(MOTIF_SORT_TILE % MOTIF_SORT_THREADS == 0, "whole items a thread");
static_assert(MOTIF_SORT_DIGITS == 1 << MOTIF_SORT_DIGIT_BITS, "digits of a pass");
static_assert(MOTIF_SORT_THREADS == MOTIF_SORT_DIGITS, "one thread a digit");
static_assert(MOTIF_SCAN_TILE % MOTIF_SCAN_THREADS == 0, "whole items a thread");
static_assert(MOTIF_GBC_BATCH == 32, "a lane a child");
static_assert(MOTIF_WORK_KEYS == MOTIF_SORT_DIGITS, "one pass sorts the start vertices");
#endif

#endif
