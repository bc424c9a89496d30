package dev.motif.algorithm.biclique.model;

/**
 * The techniques of GBC, each of which can be switched off to see what it gives; the count stays the same.
 *
 * @param priority the order in which the roots of a biclique are added
 * @param twoHopFilter whether a root is a candidate only when it shares enough mates with each root before
 * @param sets how sets are stored and intersected
 * @param reorder how vertices are numbered in those sets
 * @param reorderIterations exchanges that {@link Reorder#BORDER} tries on each side, in [0, {@value #MAX_ITERATIONS}]
 * @param exploration how many children of a node are looked at together
 * @param balance how the work is dealt to the workers
 * @param partitioning how roots are put together where not all sets fit the memory at once
 * @param partitionBytes the most bytes of sets that are in memory at once; 0 for what the backend has
 */
public record GbcConfig(
        Priority priority,
        boolean twoHopFilter,
        Sets sets,
        Reorder reorder,
        int reorderIterations,
        Exploration exploration,
        Balance balance,
        Partitioning partitioning,
        long partitionBytes) {
    public static final int MAX_ITERATIONS = 1_000_000;
    public static final int DEFAULT_ITERATIONS = 1000;

    /** In which order the roots of a biclique are added. */
    public enum Priority {
        /** Those with the fewest two-hop neighbors first. */
        TWO_HOP,
        /** Those of the smallest degree in the core first. */
        DEGREE,
        /** By id. */
        ID
    }

    /** How sets are stored. */
    public enum Sets {
        /** Hierarchical Truncated Bitmap: the nonzero 32-bit words of a bitmap, with their indexes. */
        HTB,
        /** Sorted elements. */
        CSR
    }

    /** How vertices are numbered in sets. */
    public enum Reorder {
        /** By degree, the largest first; then exchanges that make the rows need fewer words. */
        BORDER,
        /** By degree, the largest first. */
        DEGREE,
        /** By id. */
        NONE
    }

    /** How the search tree is walked. */
    public enum Exploration {
        /** Depth first, the children of a node in batches whose sets are intersected together. */
        HYBRID,
        /** Depth first, child by child. */
        DFS
    }

    /** How the work is dealt. */
    public enum Balance {
        /** Both of what follows. */
        JOINT(true, true),
        /** The second level of the search trees is dealt to the workers, not the roots. */
        PRE_RUNTIME(true, false),
        /** Workers that have ended take what others have not begun. */
        RUNTIME(false, true),
        /** Each worker gets as many roots. */
        NONE(false, false);

        private final boolean split;
        private final boolean steals;

        Balance(boolean split, boolean steals) {
            this.split = split;
            this.steals = steals;
        }

        public boolean split() {
            return split;
        }

        public boolean steals() {
            return steals;
        }
    }

    /** Which roots are counted together where not all sets fit. */
    public enum Partitioning {
        /** Roots that share the sets that they need. */
        BCPAR,
        /** Roots that follow one another. */
        RANGES
    }

    /** All techniques of the paper. */
    public static final GbcConfig DEFAULT = new GbcConfig(
            Priority.TWO_HOP,
            true,
            Sets.HTB,
            Reorder.BORDER,
            DEFAULT_ITERATIONS,
            Exploration.HYBRID,
            Balance.JOINT,
            Partitioning.BCPAR,
            0);

    /** The paper's baseline on a GPU, GBL: sorted lists, binary search, depth first, no balancing. */
    public static final GbcConfig GBL = new GbcConfig(
            Priority.TWO_HOP, true, Sets.CSR, Reorder.NONE, 0, Exploration.DFS, Balance.NONE, Partitioning.BCPAR, 0);

    public GbcConfig {
        if (reorderIterations < 0 || reorderIterations > MAX_ITERATIONS) {
            throw new IllegalArgumentException(
                    "`reorderIterations` must be in [0, " + MAX_ITERATIONS + "], got " + reorderIterations);
        }
        if (partitionBytes < 0) {
            throw new IllegalArgumentException("`partitionBytes` must be 0 or more, got " + partitionBytes);
        }
    }
}
