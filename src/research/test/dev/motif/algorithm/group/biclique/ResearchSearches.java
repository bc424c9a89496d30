package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.MoreCases;
import dev.motif.research.cumbe.Cumbe;
import dev.motif.research.cumbe.CumbeTechnique;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/** The search of cuMBE in the tests of all searches for maximal bicliques. */
public final class ResearchSearches implements MoreCases {
    @Override
    public Stream<?> of(String list) {
        return switch (list) {
            case "searches" -> Stream.of(new Cumbe(CumbeTechnique.ALL));
            case "parts of searches" -> parts().map(Cumbe::new);
            default -> Stream.empty();
        };
    }

    /** None of the techniques, each of them alone, and two that need each other. */
    private static Stream<Set<CumbeTechnique>> parts() {
        return Stream.concat(
                Stream.of(
                        Set.of(),
                        Set.of(CumbeTechnique.CANDIDATE_SELECTION, CumbeTechnique.EXACT_ROOT_ORDER),
                        Set.of(CumbeTechnique.WORK_STEALING, CumbeTechnique.DEEP_STEALING)),
                Arrays.stream(CumbeTechnique.values()).map(Set::of));
    }
}
