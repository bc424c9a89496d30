package dev.motif.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GroupIdTest {
    @Test
    void orderAndSidesDoNotMatter() {
        assertThat(GroupId.of(List.of(7L, 1L << 40, 3L)))
                .isEqualTo(GroupId.of(List.of(3L, 7L, 1L << 40)))
                .isEqualTo(GroupId.of(List.of(1L << 40), List.of(3L, 7L)))
                .matches("[0-9a-f]{32}");
    }

    /** Groups that were written by one version are known again by the next. */
    @Test
    void isTheSameInEveryVersion() {
        assertThat(GroupId.of(List.of())).isEqualTo("48218226ff3cd4bf1057ab534fc11138");
        assertThat(GroupId.of(List.of(0L, 1L, 2L))).isEqualTo("84f9b397be5410957735ce40978ebe34");
    }

    @Test
    void differentGroupsHaveDifferentOnes() {
        Set<String> ids = new HashSet<>();
        for (long members = 0; members < 1 << 16; members++) {
            long of = members;
            ids.add(GroupId.of(LongStream.range(0, 16)
                    .filter(node -> (of >> node & 1) != 0)
                    .boxed()
                    .toList()));
        }
        assertThat(ids).hasSize(1 << 16);
        assertThat(GroupId.of(List.of(1L, 1L))).isNotEqualTo(GroupId.of(List.of(1L)));
    }
}
