package dev.motif.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SuggestionsTest {
    @Test
    void misspeltNameFindsTheOneMeant() {
        assertThat(Suggestions.nearest("concurency", List.of("backend", "concurrency", "jobId")))
                .containsExactly("concurrency");
    }

    @Test
    void caseIsIgnored() {
        assertThat(Suggestions.nearest("RATDE", List.of("rated"))).containsExactly("rated");
        assertThat(Suggestions.nearest("ratde", List.of("RATED"))).containsExactly("RATED");
    }

    @Test
    void nothingAlikeGivesNothing() {
        assertThat(Suggestions.nearest("xyz", List.of("concurrency", "backend")))
                .isEmpty();
        assertThat(Suggestions.hint("xyz", List.of("concurrency", "backend"))).isEmpty();
        assertThat(Suggestions.nearest("concurrency", List.of())).isEmpty();
    }

    @Test
    void nearestComesFirst() {
        assertThat(Suggestions.nearest("User", List.of("Users", "UserGroup", "User")))
                .containsExactly("User", "Users", "UserGroup");
    }

    @Test
    void equallyNearComeInAlphabeticalOrder() {
        assertThat(Suggestions.nearest("item", List.of("itemz", "itema"))).containsExactly("itema", "itemz");
    }

    @Test
    void atMostThreeAreNamed() {
        assertThat(Suggestions.nearest("item", List.of("item1", "item2", "item3", "item4")))
                .containsExactly("item1", "item2", "item3");
    }

    @Test
    void hintQuotesOneName() {
        assertThat(Suggestions.hint("Usr", List.of("User", "Movie"))).isEqualTo(" (did you mean 'User'?)");
    }

    @Test
    void hintJoinsSeveralNamesWithOr() {
        assertThat(Suggestions.hint("Usr", List.of("User", "Users"))).isEqualTo(" (did you mean 'User' or 'Users'?)");
    }

    @Test
    void longNamesAreSimilarToNone() {
        String longest = "a".repeat(64);
        assertThat(Suggestions.nearest(longest, List.of(longest))).containsExactly(longest);
        assertThat(Suggestions.nearest(longest + "a", List.of(longest))).isEmpty();
        assertThat(Suggestions.nearest(longest, List.of(longest + "a"))).isEmpty();
    }

    @Test
    void listSaysHowManyMoreThereAre() {
        List<String> names = IntStream.range(0, 100_000).mapToObj(i -> "n" + i).toList();
        assertThat(Suggestions.listed(names.subList(0, 2), name -> "'" + name + "'", List.of("n1x")))
                .isEqualTo("'n0', 'n1' (did you mean 'n1x'?)");
        assertThat(Suggestions.listed(names, UserText::value, List.of()))
                .endsWith(", 'n19' and 99980 more")
                .startsWith("'n0', 'n1', ");
        List<String> large = Collections.nCopies(10, "x".repeat(300));
        assertThat(Suggestions.listed(large, UserText::value, List.of()))
                .endsWith("' and 6 more")
                .hasSizeLessThan(1500);
    }

    /** Whatever is misspelt among however many names, so much is done before a job starts. */
    @Test
    void tenThousandNamesAreComparedAtMost() {
        List<String> names =
                IntStream.range(0, 100_000).mapToObj(i -> "a".repeat(58) + i).toList();
        AtomicInteger compared = new AtomicInteger();
        Collection<String> counted = new AbstractCollection<>() {
            @Override
            public Stream<String> stream() {
                return names.stream().peek(name -> compared.incrementAndGet());
            }

            @Override
            public Iterator<String> iterator() {
                return stream().iterator();
            }

            @Override
            public int size() {
                return names.size();
            }
        };
        assertThat(Suggestions.listed(names, UserText::value, counted)).endsWith(" more");
        assertThat(compared.get()).isBetween(500, 10_000);
    }
}
