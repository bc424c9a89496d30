package dev.motif.since;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The patches of {@code .ci/faults}, each a mistake that the tests must find, stay valid as the code changes. */
class FaultsTest {
    private static final Path FAULTS = Path.of("src/test/resources/faults");

    private static List<Path> patches() throws IOException {
        try (Stream<Path> files = Files.list(FAULTS)) {
            return files.sorted().toList();
        }
    }

    @Test
    void thereAreTwentyInTheOrderOfTheirNumbers() throws IOException {
        List<Path> patches = patches();
        assertThat(patches).hasSize(20);
        for (int i = 0; i < patches.size(); i++) {
            assertThat(patches.get(i).getFileName().toString()).matches(String.format("%02d-[a-z-]+\\.patch", i + 1));
        }
    }

    @Test
    void eachBeginsWithASentenceAndChangesAFewLinesOfOneClass() throws IOException {
        for (Path patch : patches()) {
            String text = Files.readString(patch);
            int diff = text.indexOf("\n\ndiff --git a/src/main/java/");
            assertThat(diff).as("%s", patch).isPositive();
            assertThat(text.substring(0, diff)).as("%s", patch).matches("(?s)[A-Z`].{40,}\\.");
            assertThat(text.substring(diff)).as("%s", patch).containsOnlyOnce("diff --git");
            assertThat(text.lines().filter(line -> line.matches("-(?!--).*")).count())
                    .as("%s", patch)
                    .isBetween(1L, 6L);
        }
    }

    /** {@code .ci/faults} runs this test where one of them is applied; that one can be taken back. */
    @Test
    void eachCanBeApplied() throws Exception {
        assumeTrue(Files.exists(Path.of(".git")), "no clone");
        assumeTrue(hasGit(), "no git");
        for (Path patch : patches()) {
            String refused = git("apply", "--check", patch.toString());
            assertThat(refused.isEmpty()
                            || git("apply", "--check", "--reverse", patch.toString())
                                    .isEmpty())
                    .as("%s: make it anew, since the code that it changes is another one: %s", patch, refused)
                    .isTrue();
        }
    }

    private static boolean hasGit() throws InterruptedException {
        try {
            git("version");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The message of git when it fails; nothing otherwise. */
    private static String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return git.waitFor() == 0 ? "" : "git: " + output;
    }
}
