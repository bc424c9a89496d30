package dev.motif.research.cumbe;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The techniques of cuMBE, each of which can be left out to measure what it gains; the baseline uses none of them. */
public enum CumbeTechnique {
    /** Lightweight candidate selection: the candidate that leaves the fewest common vertices is taken next. */
    CANDIDATE_SELECTION,
    /** The selection stops reading a candidate's edges as soon as that candidate cannot leave the fewest any more. */
    FIRST_LEVEL_EARLY_STOP,
    /** The selection ends at the first candidate that leaves no more common vertices than the one selected before. */
    SECOND_LEVEL_EARLY_STOP,
    /** Idle workers take recursion trees of the second level from busy workers. */
    WORK_STEALING,
    /** Common neighbors are counted along the edges of the common side instead of the candidates' own. */
    INTERSECTION_COMPUTATION,
    /** On a GPU, a warp takes a vertex and a lane an edge, instead of a thread a vertex. Has no effect on the CPU. */
    TWO_LEVEL_PARALLELISM,
    /**
     * The candidates of a root are searched in the order of how many common vertices each leaves. Without it they are
     * sorted into 64 classes of that, in any order within a class.
     */
    EXACT_ROOT_ORDER,
    /**
     * Not in the thesis: on a GPU, a busy worker also hands over the candidates that a deeper level of its own search
     * has left, when others are idle. Needs {@link #WORK_STEALING}. Has no effect on the CPU.
     */
    DEEP_STEALING;

    /** All techniques, as cuMBE uses them. */
    public static final Set<CumbeTechnique> ALL = Collections.unmodifiableSet(EnumSet.allOf(CumbeTechnique.class));
}
