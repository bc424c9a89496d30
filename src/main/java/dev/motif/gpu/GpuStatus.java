package dev.motif.gpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether this host has a GPU that Motif can use. Looks at files only: no native code is loaded, so a host without a
 * GPU, or with a broken driver, cannot harm the database.
 *
 * @param driver the version of the NVIDIA kernel driver, or null when there is none
 * @param reason why the GPU is not used, in a sentence for the user
 */
public record GpuStatus(String driver, String reason) {
    private static final Path DRIVER_VERSION = Path.of("/proc/driver/nvidia/version");
    private static final Pattern VERSION = Pattern.compile("Kernel Module.*?\\s(\\d+(?:\\.\\d+)+)\\s");

    public static GpuStatus current() {
        return read(DRIVER_VERSION);
    }

    static GpuStatus read(Path driverVersion) {
        if (!Files.isReadable(driverVersion)) {
            return new GpuStatus(null, "no NVIDIA driver on this host (" + driverVersion + " is missing)");
        }
        try {
            Matcher version = VERSION.matcher(Files.readString(driverVersion));
            String driver = version.find() ? version.group(1) : "of an unknown version";
            return new GpuStatus(
                    driver, "this version of Motif has no GPU kernels (NVIDIA driver " + driver + " found)");
        } catch (IOException e) {
            return new GpuStatus(null, "the NVIDIA driver's version cannot be read: " + e.getMessage());
        }
    }
}
