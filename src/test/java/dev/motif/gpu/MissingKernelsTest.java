package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Loads the classes as from a jar that was built without nvcc. */
class MissingKernelsTest {
    private static final String NO_KERNELS =
            "this jar has no kernels, since it was built without nvcc: build it where nvcc is, "
                    + "or take the jar of a release or the Docker image";

    /** The class path of the tests, without what nvcc makes. */
    private static final class WithoutKernels extends URLClassLoader {
        WithoutKernels() {
            super(
                    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                            .map(WithoutKernels::url)
                            .toArray(URL[]::new),
                    ClassLoader.getPlatformClassLoader());
        }

        private static URL url(String path) {
            try {
                return Path.of(path).toUri().toURL();
            } catch (java.net.MalformedURLException e) {
                throw new IllegalArgumentException(path, e);
            }
        }

        @Override
        public URL findResource(String name) {
            return name.matches(".*/kernels/.*\\.(ptx|fatbin)") ? null : super.findResource(name);
        }
    }

    @Test
    void gpusAreNotUsedAndTheReasonSaysWhatToDo() throws Exception {
        try (WithoutKernels jar = new WithoutKernels()) {
            Class<?> type = jar.loadClass(Gpus.class.getName());
            Object gpus = type.getMethod("ofThisHost").invoke(null);
            assertThat(type.getMethod("devices").invoke(gpus)).asList().isEmpty();
            assertThat(type.getMethod("reason").invoke(gpus)).asString().endsWith(NO_KERNELS);
        }
    }

    @Test
    void reasonIsNotGivenWhereThereAreKernels() {
        boolean built = getClass().getResource("/dev/motif/kernels/butterfly.ptx") != null;
        assertThat(KernelModule.missing()).isEqualTo(built ? null : NO_KERNELS);
    }
}
