package dev.motif.gpu;

/** The constants of cuda/include/kernel_abi.h; a test compares them. */
public final class KernelAbi {
    static final int SORT_THREADS = 256;
    static final int SORT_TILE = 4096;
    static final int SORT_DIGIT_BITS = 8;
    static final int SORT_DIGITS = 256;

    static final int SCAN_THREADS = 256;
    static final int SCAN_TILE = 2048;

    static final int SLOT_THREADS = 256;
    static final int SLOT_TILE = 2048;

    /** Start vertices are ordered by this many keys of work, heaviest first; see the header. */
    public static final int WORK_KEYS = 256;

    /** The key of start vertices without work. */
    public static final int WORK_KEY_IDLE = 255;

    public static final int TABLE_WORD_MULTIPLE = 128;

    /** Shared memory that a block with a table asks for beside its words. */
    public static final int TABLE_EXTRA_BYTES = 128;

    public static final int HASH_SLOTS_MIN = 64;
    public static final int SPILL_LIST = 2048;
    public static final int COUNT_THREADS_MAX = 512;

    public static final int GBFC_THREAD_DEGREE = 16;
    public static final int GBFC_BLOCK_DEGREE = 1024;
    public static final int GBFC_WEDGES = 4096;
    public static final int GBFC_THREAD_BLOCK = 32;

    private KernelAbi() {}

    /** The work key of {@code work} of 2 or more: the same as in graph_prep.cu. */
    public static int workKey(long work) {
        int exponent = 63 - Long.numberOfLeadingZeros(work);
        int fraction = (int) ((work << 2 >>> exponent) & 3);
        return WORK_KEY_IDLE - Math.min(4 * exponent + fraction, WORK_KEY_IDLE - 1);
    }
}
