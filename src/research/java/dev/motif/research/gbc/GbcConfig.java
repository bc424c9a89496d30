package dev.motif.research.gbc;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.graph.Side;
import java.io.Serializable;

/**
 * A request for counts by GBC, with some of its techniques; the count stays the same.
 *
 * @param bicliques the sizes, the side to start from and the time limit; its result is the total
 */
public record GbcConfig(BicliqueConfig bicliques, Techniques techniques) implements Serializable {
    public GbcConfig {
        if (bicliques.result() != BicliqueConfig.Result.TOTAL) {
            throw new IllegalArgumentException("GBC counts only totals of one size, not " + bicliques.result());
        }
    }

    /** Counts all (p,q)-bicliques with all techniques, from the side that is estimated to be cheaper. */
    public static GbcConfig total(int p, int q) {
        return new GbcConfig(BicliqueConfig.total(p, q), Techniques.DEFAULT);
    }

    public GbcConfig with(Side side) {
        return new GbcConfig(bicliques.with(side), techniques);
    }

    public GbcConfig with(Techniques others) {
        return new GbcConfig(bicliques, others);
    }

    /** The order in which the roots of a biclique are added. */
    public enum Priority {
        /** Roots with fewer two-hop neighbors come first. */
        TWO_HOP,
        /** Roots with a smaller degree in the core come first. */
        DEGREE,
        /** Roots come in the order of their ids. */
        ID
    }

    public enum Sets {
        /** A Hierarchical Truncated Bitmap: the nonzero 32-bit words of a bitmap, with their indexes. */
        HTB,
        /** A sorted list of the elements. */
        CSR
    }

    /** How vertices are numbered in sets. */
    public enum Reorder {
        /** The order by degree, the largest first; then with exchanges after which the rows need fewer words. */
        BORDER,
        /** The order by degree, the largest first. */
        DEGREE,
        /** The order of their ids. */
        NONE
    }

    /** How the search tree is walked. */
    public enum Exploration {
        /** Depth first, the children of a node in batches whose sets are intersected together. */
        HYBRID,
        /** Depth first, child by child. */
        DFS
    }

    /** How the work is dealt to the workers. */
    public enum Balance {
        /** Both PRE_RUNTIME and RUNTIME. */
        JOINT(true, true),
        /** Nodes of the second level of the search trees are dealt to the workers instead of roots. */
        PRE_RUNTIME(true, false),
        /** Workers that have finished take over tasks that others have not begun. */
        RUNTIME(false, true),
        /** Each worker gets the same number of roots. */
        NONE(false, false);

        private final boolean split;
        private final boolean steals;

        Balance(boolean split, boolean steals) {
            this.split = split;
            this.steals = steals;
        }

        /** Whether nodes of the second level are dealt instead of roots. */
        public boolean split() {
            return split;
        }

        /** Whether workers that have finished take over tasks of others. */
        public boolean steals() {
            return steals;
        }
    }

    /** The roots that are counted together when not all sets fit the memory at once. */
    public enum Partitioning {
        /** Roots that need many of the same sets. */
        BCPAR,
        /** Roots that follow one another in the order of priority. */
        RANGES
    }

    /**
     * The techniques of GBC, each of which can be switched off to see its effect.
     *
     * @param priority the order in which the roots of a biclique are added
     * @param twoHopFilter whether a root is a candidate only when it shares enough mates with each root that was added
     *     before
     * @param sets how sets are stored and intersected
     * @param reorder how vertices are numbered in these sets
     * @param reorderIterations the number of exchanges that {@link Reorder#BORDER} tries on each side, in [0, {@value
     *     #MAX_ITERATIONS}]
     * @param exploration how many children of a node are looked at together
     * @param balance how the work is dealt to the workers
     * @param partitioning which roots are counted together when not all sets fit the memory at once
     * @param partitionBytes the most bytes of sets that are in memory at once; 0 for what the backend has
     */
    public record Techniques(
            Priority priority,
            boolean twoHopFilter,
            Sets sets,
            Reorder reorder,
            int reorderIterations,
            Exploration exploration,
            Balance balance,
            Partitioning partitioning,
            long partitionBytes)
            implements Serializable {
        public static final int MAX_ITERATIONS = 1_000_000;
        public static final int DEFAULT_ITERATIONS = 1000;

        /** All techniques of the paper. */
        public static final Techniques DEFAULT = new Techniques(
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
        public static final Techniques GBL = new Techniques(
                Priority.TWO_HOP,
                true,
                Sets.CSR,
                Reorder.NONE,
                0,
                Exploration.DFS,
                Balance.NONE,
                Partitioning.BCPAR,
                0);

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException when a number is out of its range
         */
        public Techniques {
            if (reorderIterations < 0 || reorderIterations > MAX_ITERATIONS) {
                throw new IllegalArgumentException(
                        "`reorderIterations` must be in [0, " + MAX_ITERATIONS + "], got " + reorderIterations);
            }
            if (partitionBytes < 0) {
                throw new IllegalArgumentException("`partitionBytes` must be 0 or more, got " + partitionBytes);
            }
        }
    }
}
