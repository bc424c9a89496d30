package dev.motif.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
}
