package dev.motif.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.examples.ProjectFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A comment is a sentence that stands alone: it begins with its noun or its verb, and uses the field's words. */
class WordsTest {
    private static final List<Path> FOLDERS = List.of(Path.of("src"), Path.of("spark/src"));

    private static final Pattern BEGINS_WITHOUT_A_NOUN =
            Pattern.compile("/\\*\\*\\s+(?:\\* )?(?:What|Those|These|Such|Which|As above)\\b.{0,80}");

    /** Words of earlier versions, for which the field has others: chunks, donations, counters. */
    private static final Pattern PRIVATE_WORD =
            Pattern.compile("\\b(?:\\w*[tT]all(?:y|ies)|gifts?|crew|hands(?= of| have)|firstHand)\\b");

    private static Stream<Path> sources() {
        return FOLDERS.stream().flatMap(ProjectFiles::sourcesUnder);
    }

    @Test
    void commentsBeginWithTheirNounOrTheirVerb() {
        assertThat(sources().flatMap(file -> found(BEGINS_WITHOUT_A_NOUN, file)))
                .isEmpty();
    }

    @Test
    void wordsAreThoseOfTheField() {
        assertThat(sources()
                        .filter(file -> !file.endsWith("WordsTest.java"))
                        .flatMap(file -> found(PRIVATE_WORD, file)))
                .isEmpty();
    }

    private static Stream<String> found(Pattern pattern, Path file) {
        return pattern.matcher(ProjectFiles.text(file))
                .results()
                .map(match -> file.getFileName() + ": " + match.group());
    }
}
