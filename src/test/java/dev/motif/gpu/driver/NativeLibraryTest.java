package dev.motif.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import jcuda.Pointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeLibraryTest {
    private static final String LIBRARY = "/lib/libJCudaDriver-12.6.0-linux-x86_64.so";

    private final String folderBefore = System.getProperty("java.io.tmpdir");

    @TempDir
    Path folder;

    private boolean mounted;

    @AfterEach
    void restore() throws Exception {
        System.setProperty("java.io.tmpdir", folderBefore);
        if (mounted) {
            assertThat(run("umount", "--lazy", folder.toString())).isTrue();
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return process.waitFor(5, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void assertUnusable(Path temporary, String reason) {
        System.setProperty("java.io.tmpdir", temporary.toString());
        assertThatThrownBy(() -> NativeLibrary.load(LIBRARY))
                .isInstanceOf(UnsatisfiedLinkError.class)
                .hasMessage("the native library cannot be loaded from the folder " + temporary + ": " + reason
                        + ". The JVM option -Djava.io.tmpdir names the folder");
    }

    @Test
    void missingFolderIsNamed() {
        assertUnusable(folder.resolve("missing"), "it does not exist");
    }

    @ParameterizedTest
    @CsvSource({
        "ro, Read-only file system",
        "noexec, it allows no executable files (noexec)",
        "size=64k, No space left on device"
    })
    void folderIsNamedWithWhatIsWrongWithIt(String option, String reason) throws Exception {
        mounted = run("mount", "-t", "tmpfs", "-o", option, "tmpfs", folder.toString());
        assumeTrue(mounted, "a file system of its own can be mounted here");
        assertUnusable(folder, reason);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void folderOfOthersIsNamed() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        assumeTrue(!Files.isWritable(folder), "this user is bound by the rights of folders");
        assertUnusable(folder, "this user may not write there");
    }

    @Test
    void missingDriverInAContainerIsExplained() {
        LinkageError missing = new UnsatisfiedLinkError(
                "/tmp/motif-native-1/lib.so: libcuda.so.1: cannot open shared object file: No such file or directory");
        String reason =
                "libcuda.so.1, the library of the NVIDIA driver, cannot be loaded: cannot open shared object file:"
                        + " No such file or directory. A container has it when it is started with --gpus all and the host has the"
                        + " NVIDIA Container Toolkit";
        assertThat(NativeLibrary.reasonOf(missing)).isEqualTo(reason);
        try {
            NativeLibrary.load(LIBRARY);
        } catch (UnsatisfiedLinkError e) {
            assertThat(NativeLibrary.reasonOf(e)).isEqualTo(reason);
        }
        assertThat(folder).isEmptyDirectory();
    }

    /** JCuda's own loader has a message of two stack traces. */
    @Test
    void otherJCudaOnTheClassPathIsNamedInOneLine() throws Exception {
        URL other = Pointer.class.getProtectionDomain().getCodeSource().getLocation();
        URL own = NativeLibrary.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {other, own}, ClassLoader.getPlatformClassLoader())) {
            LinkageError error = null;
            try {
                Class.forName("jcuda.driver.JCudaDriver", true, loader);
            } catch (LinkageError e) {
                error = e;
            }
            assertThat(error).isNotNull();
            assertThat(error.getMessage()).contains("Stack trace");
            String reason = (String) loader.loadClass(NativeLibrary.class.getName())
                    .getMethod("reasonOf", LinkageError.class)
                    .invoke(null, error);
            assertThat(reason)
                    .startsWith("JCuda cannot be loaded: ")
                    .endsWith(". It is not Motif's own but comes from " + other.getPath() + ", which has to be removed")
                    .hasLineCount(1);
        }
    }
}
