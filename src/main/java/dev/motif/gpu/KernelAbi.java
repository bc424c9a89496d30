package dev.motif.gpu;

/**
 * The constants that kernels and Java must agree on: the constants of cuda/include/kernel_abi.h, which says what each
 * one means. A test compares the two.
 */
public final class KernelAbi {
    public static final int SORT_THREADS = 256;
    public static final int SORT_TILE = 4096;
    public static final int SORT_DIGIT_BITS = 8;
    public static final int SORT_DIGITS = 256;

    public static final int SCAN_THREADS = 256;
    public static final int SCAN_TILE = 2048;

    public static final int SLOT_THREADS = 256;
    public static final int SLOT_TILE = 2048;

    /**
     * The number of keys by which start vertices are ordered, the vertices of most work first; see {@link #workKey}.
     */
    public static final int WORK_KEYS = 256;

    /** The key of start vertices without work. */
    public static final int WORK_KEY_IDLE = 255;

    public static final int TABLE_WORD_MULTIPLE = 128;

    /** The bytes of dynamic shared memory that a block has in addition to its table and its hash table. */
    public static final int TABLE_EXTRA_BYTES = 128;

    /** The bytes of dynamic shared memory that a block has for each of its warps, in addition. */
    public static final int COUNT_WARP_BYTES = 1152;

    public static final int HASH_SLOTS_MIN = 64;
    public static final int SPILL_LIST = 512;
    public static final int COUNT_THREADS_MAX = 512;

    public static final int PAIRS_COUNT = 0;
    public static final int PAIRS_JACCARD = 1;
    public static final int PAIRS_OVERLAP = 2;
    public static final int PAIRS_COSINE = 3;
    public static final int PAIRS_STRUCTURAL = 4;
    public static final int PAIRS_TOTAL_NEIGHBORS = 5;
    public static final int PAIRS_PREFERENTIAL_ATTACHMENT = 6;
    public static final int PAIRS_SUM = 7;
    public static final int PAIRS_LEAST = 1;
    public static final int PAIRS_ABOVE = 2;
    public static final int PAIRS_ADJACENT = 4;
    public static final int PAIRS_WEIGHED = 8;
    public static final int PAIRS_THREADS_MAX = 512;
    public static final int PAIRS_CANDIDATE_BYTES = 16;

    public static final int PEEL_STATE_WORDS = 13;
    public static final int PEEL_PEELED = 0;
    public static final int PEEL_LEVEL = 2;
    public static final int PEEL_LEVELS = 3;
    public static final int PEEL_ROUND = 4;
    public static final int PEEL_LISTED = 5;
    public static final int PEEL_EXACT_ITEMS = 11;
    public static final int PEEL_EXACT_LEVELS = 12;
    public static final int PEEL_RANGE_WORDS = 3;
    public static final int PEEL_RANGES = 512;
    public static final int PEEL_SHIFT = 3;
    public static final int PEEL_THREADS = 512;
    public static final int BLOOM_THREADS = 256;
    public static final int GROUP_THREADS = 256;

    public static final int GBFC_THREADS = 256;
    public static final int GBFC_THREAD_BLOCK = 32;
    public static final int GBFC_THREAD_LIST = 16;
    public static final int GBFC_PLACE_WORDS = 2;
    public static final int GBFC_THREAD_PLACE_WORDS = 4;

    /**
     * PIVOT: the number of 64-bit words that the launches of a batch of roots share. The constants below are their
     * positions; the header explains them and the other PIVOT constants.
     */
    public static final int PIVOT_CONTROL_WORDS = 176;

    public static final int PIVOT_CLAIMED = 0;
    public static final int PIVOT_ARENA = 16;
    public static final int PIVOT_DEFERRED = 32;
    public static final int PIVOT_READY = 48;
    public static final int PIVOT_TAKEN = 64;
    public static final int PIVOT_PENDING = 80;
    public static final int PIVOT_STUCK = 81;
    public static final int PIVOT_IDLE = 96;
    public static final int PIVOT_QUEUE_HEAD = 112;
    public static final int PIVOT_QUEUE_TAIL = 128;
    public static final int PIVOT_QUEUE_USED = 144;
    public static final int PIVOT_QUEUE_READY = 160;

    public static final int PIVOT_RESULT_WORDS = 9;
    public static final int PIVOT_SUM = 0;
    public static final int PIVOT_SUM_OVERFLOW = 2;
    public static final int PIVOT_STOPPED = 3;
    public static final int PIVOT_KINDS = 4;
    public static final int PIVOT_NODES = 5;
    public static final int PIVOT_KINDS_LOST = 6;
    public static final int PIVOT_OUTPUT_USED = 7;
    public static final int PIVOT_OUTPUT_END = 8;
    public static final int PIVOT_LEAF_WORDS = 4;

    public static final int PIVOT_CORE_WORDS = 5;
    public static final int PIVOT_MEMBERS = 0;
    public static final int PIVOT_WEDGES = 2;
    public static final int PIVOT_RANKS = 4;

    public static final int PIVOT_ROOT_WORDS = 5;
    public static final int PIVOT_ROOTS = 0;
    public static final int PIVOT_MOST_CANDIDATES = 1;
    public static final int PIVOT_MOST_MATES = 2;
    public static final int PIVOT_MOST_WORDS = 3;
    public static final int PIVOT_ALL_WORDS = 4;

    public static final int PIVOT_LOCAL_WORDS = 3;
    public static final int PIVOT_FRAME_HEADER = 8;
    public static final int PIVOT_FIXED_BITS = 9;
    public static final int PIVOT_FREE_BITS = 23;
    public static final int PIVOT_SEARCH_THREADS = 128;
    public static final int PIVOT_ROOT_THREADS = 256;
    public static final int PIVOT_CORE_ROUNDS = 8;

    /** SETS: the number of threads in a block. The header explains the other SETS constants. */
    public static final int SETS_THREADS = 256;

    public static final int SETS_SHARED_BYTES = 63664;
    public static final int SETS_WORDS = 64;
    public static final int SETS_SIZE = 8;
    public static final int SETS_SAVED_WORDS = 66;

    /** The number of threads in a block of the GBC kernels. */
    public static final int GBC_THREADS = 128;

    /** The largest number of children of a node that are looked at together. */
    public static final int GBC_BATCH = 32;

    public static final int GBC_SHARED_LEAVES = 256;

    /**
     * The number of 64-bit words that control a queue of branches. The constants below are their positions; the header
     * explains them and the constants that follow.
     */
    public static final int QUEUE_CONTROL_WORDS = 112;

    public static final int QUEUE_PENDING = 0;
    public static final int QUEUE_STUCK = 1;
    public static final int QUEUE_IDLE = 16;
    public static final int QUEUE_HEAD = 32;
    public static final int QUEUE_TAIL = 48;
    public static final int QUEUE_USED = 64;
    public static final int QUEUE_READY = 80;
    public static final int QUEUE_TAKEN = 96;

    public static final int KCLIQUE_THREADS = 256;
    public static final int KCLIQUE_RESULT_WORDS = 7;
    public static final int KCLIQUE_NODES = 0;
    public static final int KCLIQUE_OVERFLOW = 1;
    public static final int KCLIQUE_SUM = 2;
    public static final int KCLIQUE_SUM_OVERFLOW = 4;
    public static final int KCLIQUE_LARGE_USED = 5;
    public static final int KCLIQUE_LARGE_FULL = 6;
    public static final int KCLIQUE_LARGE_LEAF = 126;
    public static final int KCLIQUE_LARGE_HEADER = 4;
    public static final int KCLIQUE_SUMMARY_WORDS = 3;
    public static final int KCLIQUE_ROOTS = 0;
    public static final int KCLIQUE_MOST_CANDIDATES = 1;
    public static final int KCLIQUE_SPLIT_ROOTS = 2;
    public static final int KCLIQUE_FRAME_HEADER = 4;
    public static final int KCLIQUE_LIST_WORDS = 64;
    public static final int KCLIQUE_SETS = 2;
    public static final int KCLIQUE_SETS_WITH_MEMBERS = 4;
    public static final int KCLIQUE_BLOCK_THREADS = 128;
    public static final int KCLIQUE_TRIANGLE_ROW = 512;
    public static final int KCLIQUE_ORIENTATION_LEVEL_WORDS = 1;
    public static final int KCLIQUE_PIVOT_LEVEL_WORDS = 5;
    public static final int KCLIQUE_CONTROL_WORDS = 2;
    public static final int KCLIQUE_CLAIMED = 0;
    public static final int KCLIQUE_PAUSED = 1;
    public static final int KCLIQUE_PAUSE_WORDS = 133;

    /** Cycles: the number of threads in a block. The header explains the other constants of cycles. */
    public static final int CYCLE_THREADS = 256;

    public static final int CYCLE_STATE_WORDS = 5;
    public static final int CYCLE_TOTAL_ARRAYS = 3;
    public static final int CYCLE_ARC_ARRAYS = 5;
    public static final int CYCLE_TOTALS = 6;
    public static final int CYCLE_PAIRS = 0;
    public static final int CYCLE_TRIANGLES = 1;
    public static final int CYCLE_WALKS_OF_FOUR = 2;
    public static final int CYCLE_OTHERS_OF_FOUR = 3;
    public static final int CYCLE_WALKS_OF_FIVE = 4;
    public static final int CYCLE_OTHERS_OF_FIVE = 5;

    /**
     * Maximal bicliques: positions of 64-bit words in the control array. The header explains them and the constants
     * that follow.
     */
    public static final int MAXIMAL_CLIQUE_STATE_WORDS = 10;

    public static final int MAXIMAL_CLIQUE_NODES = 0;
    public static final int MAXIMAL_CLIQUE_OVERFLOW = 1;
    public static final int MAXIMAL_CLIQUE_CLAIMED = 2;
    public static final int MAXIMAL_CLIQUE_GRAPHS = 3;
    public static final int MAXIMAL_CLIQUE_POOL_USED = 4;
    public static final int MAXIMAL_CLIQUE_POOL_FULL = 5;
    public static final int MAXIMAL_CLIQUE_TOO_LARGE = 6;
    public static final int MAXIMAL_CLIQUE_OUTPUT_USED = 7;
    public static final int MAXIMAL_CLIQUE_OUTPUT_END = 8;
    public static final int MAXIMAL_CLIQUE_THRESHOLD = 9;
    public static final int MAXIMAL_CLIQUE_GRAPH_WORDS = 3;
    public static final int MAXIMAL_CLIQUE_FRAME_HEADER = 3;

    public static final int NEAR_PART_HEADER = 4;
    public static final int NEAR_FRAME_HEADER = 2;
    public static final int NEAR_FRAME_SETS = 4;
    public static final int NEAR_NODE_SETS = 6;
    public static final int NEAR_PART_SHARED_WORDS = 20;
    public static final int NEAR_MOST_MISSING = 3;

    public static final int MAXIMAL_COST_LEFT = 0;

    public static final int MAXIMAL_COST_RIGHT = 1;
    public static final int MAXIMAL_NODES = 2;
    public static final int MAXIMAL_FRAMES = 3;
    public static final int MAXIMAL_FAILED = 4;
    public static final int MAXIMAL_HUBS = 5;
    public static final int MAXIMAL_OUTPUT_USED = 6;
    public static final int MAXIMAL_OUTPUT_END = 7;
    public static final int MAXIMAL_STOP = 8;
    public static final int MAXIMAL_DONE = 9;
    public static final int MAXIMAL_CLAIMED = 10;
    public static final int MAXIMAL_POOL_USED = 11;
    public static final int MAXIMAL_THRESHOLD = 12;
    public static final int MAXIMAL_FRAMES_CLAIMED = 13;
    public static final int MAXIMAL_HEAD = 14;
    public static final int MAXIMAL_TAIL = 15;
    public static final int MAXIMAL_ACTIVE = 16;
    public static final int MAXIMAL_CLAIM_END = 17;
    public static final int MAXIMAL_BRANCHES = 18;
    public static final int MAXIMAL_OFFERS = 19;
    public static final int MAXIMAL_CONTROL_WORDS = 20;
    public static final int MAXIMAL_BRANCHES_SHIFT = 32;

    public static final int MAXIMAL_SIZES_FULL = 1;

    public static final int MAXIMAL_WANT_MEMBERS = 1;
    public static final int MAXIMAL_WANT_VERTEX_COUNTS = 2;
    public static final int MAXIMAL_WANT_VERTEX_LARGEST = 4;
    public static final int MAXIMAL_BY_BALANCED_SIZE = 8;
    public static final int MAXIMAL_WANT_ONE = 16;

    public static final int MAXIMAL_THREADS = 256;
    public static final int MAXIMAL_BRANCH_WORDS = 3;
    public static final int MAXIMAL_FRAME_WORDS = 5;
    public static final int MAXIMAL_WARP_WORDS = 4;
    public static final int MAXIMAL_BLOCK_WORDS = 8;
    public static final int CUMBE_ARRAYS = 7;
    public static final int CUMBE_LEVEL_WORDS = 6;
    public static final int MAXIMAL_RING_HEADER_WORDS = 16;

    public static final int MAXIMAL_DONATION_USED = 0;
    public static final int MAXIMAL_DONATION_ENTRIES = 1;
    public static final int MAXIMAL_DONATION_HEADER_WORDS = 2;

    public static final int CUMBE_CANDIDATE_SELECTION = 1;
    public static final int CUMBE_FIRST_LEVEL_EARLY_STOP = 2;
    public static final int CUMBE_SECOND_LEVEL_EARLY_STOP = 4;
    public static final int CUMBE_WORK_STEALING = 8;
    public static final int CUMBE_INTERSECTION_COMPUTATION = 16;
    public static final int CUMBE_TWO_LEVEL_PARALLELISM = 32;
    public static final int CUMBE_EXACT_ROOT_ORDER = 64;
    public static final int CUMBE_DEEP_STEALING = 128;

    private KernelAbi() {}

    /**
     * The key of a start vertex with {@code work} of 2 or more; more work gives a smaller key. Equals the key in
     * graph_prep.cu.
     */
    public static int workKey(long work) {
        int exponent = 63 - Long.numberOfLeadingZeros(work);
        int fraction = (int) ((work << 2 >>> exponent) & 3);
        return WORK_KEY_IDLE - Math.min(4 * exponent + fraction, WORK_KEY_IDLE - 1);
    }
}
