package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuStatusTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.161.08  Sat Feb 17 22:55:48 UTC 2024, 535.161.08",
        "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.15  Release Build  (dvs-builder), 570.86.15",
        "NVRM version: NVIDIA UNIX aarch64 Kernel Module  450.51  Mon, 450.51"
    })
    void versionOfTheDriverIsRead(String firstLine, String version) throws IOException {
        GpuStatus status = GpuStatus.read(file(firstLine + "\nGCC version:  gcc version 12.3.0 (Ubuntu)\n"));
        assertThat(status.driver()).isEqualTo(version);
        assertThat(status.reason()).contains("NVIDIA driver " + version + " found");
    }

    @Test
    void unknownTextIsADriverOfUnknownVersion() throws IOException {
        GpuStatus status = GpuStatus.read(file("something new\n"));
        assertThat(status.driver()).isEqualTo("of an unknown version");
    }

    @Test
    void missingFileMeansNoDriver() {
        Path file = folder.resolve("version");
        assertThat(GpuStatus.read(file))
                .isEqualTo(new GpuStatus(null, "no NVIDIA driver on this host (" + file + " is missing)"));
    }

    @Test
    void unreadableFileIsNoDriverAndSaysSo() {
        GpuStatus status = GpuStatus.read(folder);
        assertThat(status.driver()).isNull();
        assertThat(status.reason()).startsWith("the NVIDIA driver's version cannot be read: ");
    }

    @Test
    void currentStatusAlwaysHasAReason() {
        assertThat(GpuStatus.current().reason()).isNotBlank();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("version"), text);
    }
}
