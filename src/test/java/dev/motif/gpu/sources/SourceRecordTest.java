package dev.motif.gpu.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceRecordTest {
    private static final String JAVA = "src/main/java/dev/motif/";

    @TempDir
    Path project;

    private List<String> record;

    @BeforeEach
    void writeSources() throws IOException {
        write("cuda/wing.cu", "int a;");
        write("cuda/include/peel.cuh", "int b;");
        write(JAVA + "gpu/Gpus.java", "package dev.motif.gpu; class Gpus {}");
        write(JAVA + "algorithm/biclique/LocalGpu.java", "class LocalGpu { int biclique; }");
        write(JAVA + "algorithm/kclique/LocalGpu.java", "class LocalGpu { int clique; }");
        write(JAVA + "algorithm/kclique/Search.java", "class Search {}");
        write(JAVA + "research/gbc/GbcGpu.java", "class GbcGpu {}");
        write(JAVA + "backend/sample/SamplesGpu.java", "class SamplesGpu {}");
        write(JAVA + "backend/sample/Samples.java", "class Samples {}");
        record = SourceRecord.lines(project);
    }

    private void write(String file, String text) throws IOException {
        Path path = project.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private List<String> differences() throws IOException {
        return SourceRecord.differences(record, SourceRecord.lines(project));
    }

    @Test
    void kernelsRuntimeAndGpuClassesAreRecorded() {
        assertThat(record.stream().map(line -> line.split(" ")[1]))
                .containsExactly(
                        "GbcGpu.java",
                        "Gpus.java",
                        "LocalGpu.java",
                        "LocalGpu.java",
                        "SamplesGpu.java",
                        "peel.cuh",
                        "wing.cu");
    }

    @Test
    void aMoveAndACommentMakeNoDifference() throws IOException {
        Files.delete(project.resolve("cuda/wing.cu"));
        write("cuda/butterfly/wing.cu", "int a;  // edges");
        assertThat(differences()).isEmpty();
    }

    @Test
    void filesThatDifferAreNamed() throws IOException {
        Files.delete(project.resolve("cuda/wing.cu"));
        write("cuda/tip.cu", "int a;");
        write(JAVA + "algorithm/kclique/LocalGpu.java", "class LocalGpu { int cliques; }");
        assertThat(differences()).containsExactly("changed LocalGpu.java", "new tip.cu", "missing wing.cu");
    }
}
