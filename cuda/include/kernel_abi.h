/* Constants that the kernels and the Java side must agree on. Plain C: Java's test reads the #define lines. */
#ifndef MOTIF_KERNEL_ABI_H
#define MOTIF_KERNEL_ABI_H

/* Radix sort: one block sorts tiles of SORT_TILE items, one digit of 8 bits a pass. */
#define MOTIF_SORT_THREADS 256
#define MOTIF_SORT_TILE 4096
#define MOTIF_SORT_DIGIT_BITS 8
#define MOTIF_SORT_DIGITS 256

/* Prefix sums over vertices. */
#define MOTIF_SCAN_THREADS 256
#define MOTIF_SCAN_TILE 2048

/* Kernels over slots that look up the row of a slot: slots a block takes at once. */
#define MOTIF_SLOT_THREADS 256
#define MOTIF_SLOT_TILE 2048

/* Start vertices are ordered by MOTIF_WORK_KEYS keys, heaviest first. The key of work x >= 2 is
 * 255 - (4 * floor(log2 x) + the two bits after the leading one); vertices without work have key 255. */
#define MOTIF_WORK_KEYS 256
#define MOTIF_WORK_KEY_IDLE 255

/* Shared table of a block: 32-bit words, a multiple of this many. */
#define MOTIF_TABLE_WORD_MULTIPLE 128
/* Dynamic shared memory of a block: 4 bytes a word of the table, and these. */
#define MOTIF_TABLE_EXTRA_BYTES 128
/* Hash slots of a warp for a start vertex: a power of two, at least this; 8 bytes of shared memory each. */
#define MOTIF_HASH_SLOTS_MIN 64
/* Ends beyond the shared table that a block remembers one by one, so that it can clear them. */
#define MOTIF_SPILL_LIST 2048
/* Threads in a block of the counting kernels, at most; a multiple of 32. */
#define MOTIF_COUNT_THREADS_MAX 512

/* G-BFC: the paper's thresholds of degree and of estimated wedges, and threads in a block of its thread kernel. */
#define MOTIF_GBFC_THREAD_DEGREE 16
#define MOTIF_GBFC_BLOCK_DEGREE 1024
#define MOTIF_GBFC_WEDGES 4096
#define MOTIF_GBFC_THREAD_BLOCK 32

#if defined(__cplusplus)
static_assert(MOTIF_SORT_TILE % MOTIF_SORT_THREADS == 0, "whole items a thread");
static_assert(MOTIF_SORT_DIGITS == 1 << MOTIF_SORT_DIGIT_BITS, "digits of a pass");
static_assert(MOTIF_SORT_THREADS == MOTIF_SORT_DIGITS, "one thread a digit");
static_assert(MOTIF_SCAN_TILE % MOTIF_SCAN_THREADS == 0, "whole items a thread");
static_assert(MOTIF_WORK_KEYS == MOTIF_SORT_DIGITS, "one pass sorts the start vertices");
#endif

#endif
