package dev.motif.algorithm.maximal.model;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The techniques of cuMBE that can be left out, to see what each is worth; its baseline is none of them. */
public enum CumbeTechnique {
    /** Lightweight candidate selection: the candidate that leaves the fewest common vertices goes next. */
    CANDIDATE_SELECTION,
    /** Within the selection, a candidate's edges are read only until it cannot be the smallest any more. */
    FIRST_LEVEL_EARLY_STOP,
    /** The selection ends at the first candidate that is as small as the one selected before. */
    SECOND_LEVEL_EARLY_STOP,
    /** Idle workers take recursion trees of the second level from workers that are busy with theirs. */
    WORK_STEALING,
    /** Common neighbors are counted along the edges of the common side instead of the candidates' own. */
    INTERSECTION_COMPUTATION,
    /** On a GPU, a warp for a vertex and a lane for an edge, instead of a thread for a vertex; the CPU has neither. */
    TWO_LEVEL_PARALLELISM;

    /** All of them: what cuMBE is. */
    public static final Set<CumbeTechnique> ALL = Collections.unmodifiableSet(EnumSet.allOf(CumbeTechnique.class));

    /** None of them: the baseline. */
    public static final Set<CumbeTechnique> NONE = Collections.unmodifiableSet(EnumSet.noneOf(CumbeTechnique.class));
}
