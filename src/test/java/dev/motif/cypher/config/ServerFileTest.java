package dev.motif.cypher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ServerFileTest {
    @TempDir
    private Path folder;

    private ServerFile file(String name) {
        return new ServerFile("`file`", folder.resolve(name));
    }

    private static Saver saver(String user, boolean administrator) {
        return new Saver(user, administrator, true);
    }

    private static ServerFile.Writer text(String text) {
        return to -> to.write(StandardCharsets.UTF_8.encode(text));
    }

    private static ServerFile.Writer page(Saver saver) {
        return text("<!DOCTYPE html>\n<!-- " + saver.mark() + " -->\nof " + saver.user());
    }

    private static ServerFile.Writer table(Saver saver, byte[] bytes) {
        return to -> {
            try (CommentedGzip out = new CommentedGzip(Channels.newOutputStream(to), saver.mark())) {
                out.write(bytes);
            }
        };
    }

    @Test
    void fileIsReplacedByItsOwnerAlone() {
        for (String name : List.of("ann", "a b", "Zoë", "--><b>", "100%", "ann\0", "\uD83D\uDE00".repeat(100))) {
            Saver owner = saver(name, false);
            for (ServerFile.Writer writer : List.of(page(owner), table(owner, new byte[100_000]))) {
                ServerFile file = file("f");
                file.save(saver(name, true), writer);
                file.save(owner, writer);
                for (Saver other : List.of(saver("bob", false), saver("an", false), saver("", true))) {
                    assertThatThrownBy(() -> file.save(other, text("other")))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessage("`file` 'f' is a file of another user");
                    assertThatThrownBy(() -> file.check(other)).hasMessage("`file` 'f' is a file of another user");
                }
                assertThatThrownBy(() -> file.check(new Saver(name, true, false)))
                        .hasMessageContaining("`file` must be the name of a new file");
                file.path().toFile().delete();
            }
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void fileThatNamesNobodyIsReplacedByAdministratorsAlone() throws IOException {
        Saver nobody = saver("", false);
        for (ServerFile.Writer writer : List.of(
                page(nobody),
                table(nobody, new byte[0]),
                text(""),
                text("<!DOCTYPE html>\n<html>motif-user ann"),
                text("<!DOCTYPE html>\n<!-- motif-user %x -->"),
                page(saver("a".repeat(5000), false)))) {
            ServerFile file = file("f");
            file.save(nobody, writer);
            assertThatThrownBy(() -> file.save(saver("ann", false), page(nobody)))
                    .hasMessage(
                            "`file` 'f' is a file that names no owner: only users with the role 'admin' may replace it");
            file.save(saver("ann", true), writer);
            // Without authentication nobody else is there.
            file.save(nobody, writer);
            Files.delete(file.path());
        }
    }

    @Test
    void compressedTableHasACommentAndItsBytes() throws IOException {
        byte[] bytes = "a,b\n".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
        file("t.gz").save(saver("Zoë", false), table(saver("Zoë", false), bytes));
        try (InputStream in = new GZIPInputStream(Files.newInputStream(folder.resolve("t.gz")))) {
            assertThat(in.readAllBytes()).isEqualTo(bytes);
        }
        assertThat(Files.readString(folder.resolve("t.gz"), StandardCharsets.ISO_8859_1))
                .contains("motif-user Zo%C3%AB\0");
    }

    /** Opening a pipe would wait until somebody writes to it. */
    @Test
    @Timeout(60)
    void pipesAndFoldersAreNotOpened() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(makePipe(pipe), "this system has mkfifo");
        Files.createDirectory(folder.resolve("folder"));
        for (String name : List.of("pipe", "folder")) {
            assertThatThrownBy(() -> file(name).save(saver("ann", true), page(saver("ann", true))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("`file` '" + name + "' is no regular file");
        }
        Files.createSymbolicLink(folder.resolve("link"), pipe);
        assertThatThrownBy(() -> file("link").save(saver("ann", false), page(saver("ann", false))))
                .hasMessageContaining("only users with the role 'admin' may replace it");
        assertThatCode(() -> file("link").save(saver("ann", true), page(saver("ann", true))))
                .doesNotThrowAnyException();
        assertThat(pipe).exists();
    }

    @Test
    void errorsNameTheFileAndNotTheFolder() {
        ServerFile lost = new ServerFile("`file`", folder.resolve("gone").resolve("f.html"));
        assertThatThrownBy(() -> lost.save(saver("ann", true), text("")))
                .isInstanceOf(IllegalStateException.class)
                .hasNoCause()
                .hasMessage("'f.html' could not be saved: NoSuchFileException");
        assertThatThrownBy(() -> file("f").save(saver("ann", true), to -> {
                    throw new FileSystemException(folder.toString(), folder.toString(), "no space");
                }))
                .hasMessage("'f' could not be saved: no space");
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.resolve("gone").toString());
        try {
            assertThatThrownBy(() -> ServerFile.of("`file`", "f", ".html", true))
                    .hasMessage("`file` is not possible: the server's JVM option -Dmotif.files must name a folder that"
                            + " exists");
        } finally {
            System.clearProperty(ServerFile.FOLDER_PROPERTY);
        }
    }

    /** Saves the file that its argument names, until it is killed. */
    static final class Killed {
        public static void main(String[] arguments) {
            new ServerFile("`file`", Path.of(arguments[0])).save(saver("ann", true), to -> {
                to.write(StandardCharsets.UTF_8.encode("half"));
                System.out.println("writing");
                while (System.in.read() >= 0) {
                    // Until the test ends.
                }
            });
        }
    }

    @Test
    void unfinishedFilesOfAKilledServerAreDeleted() throws Exception {
        List<String> others = List.of("x.part", ".x.part", "00000000-0000-0000-0000-000000000000.part", ".a");
        for (String other : others) {
            Files.createFile(folder.resolve(other));
        }
        Path name = Path.of(".00000000-0000-0000-0000-000000000000.part");
        Files.createSymbolicLink(folder.resolve(name), folder.resolve(".a"));
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Killed.class.getName(),
                        folder.resolve("f").toString())
                .start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("writing");
            file("own").save(saver("ann", true), to -> {
                assertThat(parts()).hasSize(3);
                assertThat(ServerFile.deleteAbandoned()).isZero();
                assertThat(parts()).hasSize(3);
            });
            other.destroyForcibly().waitFor();
            file("own").save(saver("ann", true), to -> {
                assertThat(ServerFile.deleteAbandoned()).isOne();
                assertThat(parts()).as("the link, and the file of this process").hasSize(2);
            });
            assertThat(parts()).containsExactly(name);
            assertThat(others)
                    .allSatisfy(each -> assertThat(folder.resolve(each)).exists());
            assertThat(folder.resolve("own")).exists();
        } finally {
            System.clearProperty(ServerFile.FOLDER_PROPERTY);
            other.destroyForcibly();
        }
        assertThat(ServerFile.deleteAbandoned()).isZero();
    }

    private List<Path> parts() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::getFileName)
                    .filter(each -> each.toString().matches("\\..*-.*\\.part"))
                    .toList();
        }
    }

    /** Makes a pipe with a name, a FIFO; false where the system has no such command. */
    static boolean makePipe(Path pipe) throws InterruptedException {
        try {
            Process process = new ProcessBuilder("mkfifo", pipe.toString()).start();
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
