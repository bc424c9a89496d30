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

    /** Words that stand for a noun which the sentence does not name, or send the reader to another comment. */
    private static final Pattern WITHOUT_ITS_NOUN = Pattern.compile("^(?:As|By|Of|Whose)\\b.{0,60}"
            + "|\\b[Tt](?:hose|hese|hat) of\\b.{0,40}"
            + "|\\b[Tt]hose (?:for|from|in|with|at)\\b.{0,40}"
            + "|\\bas above\\b.{0,40}"
            + "|\\bwhat is (?:kept|left|there)\\b.{0,40}"
            + "|\\b(?:[Ss]o|[Aa]s) many\\b.{0,40}"
            + "|\\bof which\\b[^.]*\\bof which\\b.{0,40}");

    /** Words of earlier versions, for which the field has others: chunks, donations, counters, tasks of a worker. */
    private static final Pattern PRIVATE_WORD = Pattern.compile(
            "\\b(?:\\w*[tT]all(?:y|ies)|gifts?|crew|hands(?= of| have)|firstHand|SearchQueue\\.Seat)\\b");

    /** A text block, a string, a character, or, as group 1, a comment: adjacent lines of {@code //} are one. */
    private static final Pattern TEXT_OR_COMMENT = Pattern.compile("\"\"\"[\\s\\S]*?\"\"\""
            + "|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
            + "|'(?:\\\\[^\\n]|[^'\\\\\\n])+'"
            + "|(/\\*[\\s\\S]*?\\*/|//[^\\n]*+(?:\\n[ \\t]*//[^\\n]*+)*+)");

    private static Stream<Path> sources() {
        return FOLDERS.stream().flatMap(ProjectFiles::sourcesUnder);
    }

    @Test
    void commentsBeginWithTheirNounOrTheirVerb() {
        assertThat(sources().flatMap(file -> found(BEGINS_WITHOUT_A_NOUN, file)))
                .isEmpty();
    }

    @Test
    void commentsOfKernelsBeginWithTheirNounOrTheirVerb() {
        assertThat(ProjectFiles.kernels().flatMap(file -> comments(ProjectFiles.text(file))
                        .filter(comment ->
                                BEGINS_WITHOUT_A_NOUN.matcher("/** " + comment).find())
                        .map(comment -> file.getFileName() + ": " + comment)))
                .isEmpty();
        assertThat(ProjectFiles.kernels().flatMap(file -> comments(ProjectFiles.text(file))))
                .hasSizeGreaterThan(1000);
    }

    @Test
    void commentsNameTheirNouns() {
        assertThat(ProjectFiles.sources().stream().flatMap(file -> comments(ProjectFiles.text(file))
                        .flatMap(comment -> WITHOUT_ITS_NOUN.matcher(comment).results())
                        .map(match -> file.getFileName() + ": " + match.group())))
                .isEmpty();
    }

    @Test
    void commentsAreReadWithoutTheirMarks() {
        String source = """
                /**
                 * The width, as
                 * above.
                 */
                int a = "// no comment".length(); // those
                // of a line
                /* As here */ char c = '"';
                """;
        assertThat(comments(source)).containsExactly("The width, as above.", "those of a line", "As here");
        assertThat(comments(source))
                .allMatch(comment -> WITHOUT_ITS_NOUN.matcher(comment).find());
    }

    @Test
    void wordsAreThoseOfTheField() {
        assertThat(sources()
                        .filter(file -> !file.endsWith("WordsTest.java"))
                        .flatMap(file -> found(PRIVATE_WORD, file)))
                .isEmpty();
    }

    /** The comments of a source, each in one line without its marks. */
    private static Stream<String> comments(String source) {
        return TEXT_OR_COMMENT
                .matcher(source)
                .results()
                .filter(match -> match.group(1) != null)
                .map(match -> match.group(1)
                        .replaceAll("\\n\\s*(?:\\*(?!/)|//)", " ")
                        .replaceAll("^/[/*]+|\\*/$", "")
                        .replaceAll("\\s+", " ")
                        .strip());
    }

    private static Stream<String> found(Pattern pattern, Path file) {
        return pattern.matcher(ProjectFiles.text(file))
                .results()
                .map(match -> file.getFileName() + ": " + match.group());
    }
}
