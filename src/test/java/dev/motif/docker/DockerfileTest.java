package dev.motif.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.examples.CypherScript;
import dev.motif.gpu.sources.NotingCompiler;
import dev.motif.neo4j.TestDatabase;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks without Docker that the build of the image has the files it needs, and the demo data of the image. */
class DockerfileTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final Path DOCKERFILE = ROOT.resolve("docker/Dockerfile");
    private static final Path MAKE = Path.of("/usr/bin/make");

    /** An instruction of the Dockerfile, with its flags apart from its other arguments. */
    private record Instruction(String name, List<String> flags, List<String> arguments) {
        static Instruction of(String line) {
            List<String> words = Arrays.asList(line.split("\\s+"));
            int first = 1;
            while (words.get(first).startsWith("--")) {
                first++;
            }
            return new Instruction(words.get(0), words.subList(1, first), words.subList(first, words.size()));
        }

        boolean copiesFromContext() {
            return name.equals("COPY") && flags.stream().noneMatch(flag -> flag.startsWith("--from="));
        }

        List<String> sources() {
            return arguments.subList(0, arguments.size() - 1);
        }
    }

    private static List<Instruction> instructions() throws IOException {
        return Files.readString(DOCKERFILE)
                .replace("\\\n", " ")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Instruction::of)
                .toList();
    }

    private static BuildContext context() throws IOException {
        return BuildContext.of(ROOT, ROOT.resolve("docker/Dockerfile.dockerignore"));
    }

    /** The files of all COPY instructions that copy from the project, each once: two stages read the kernels. */
    private static List<Path> copied() throws IOException {
        List<Path> copied = new ArrayList<>();
        for (Instruction instruction : instructions()) {
            if (instruction.copiesFromContext()) {
                for (String source : instruction.sources()) {
                    List<Path> files = context().files(source);
                    assertThat(files).as("COPY %s", source).isNotEmpty();
                    copied.addAll(files);
                }
            }
        }
        return copied.stream().distinct().toList();
    }

    @Test
    void everyCopyFindsItsFilesAndNothingElseIsSentToTheBuild() throws IOException {
        assertThat(copied()).containsExactlyInAnyOrderElementsOf(context().files(""));
    }

    @Test
    void mavenGetsAllThatItMakesTheJarOf() throws IOException {
        List<Path> wanted =
                new ArrayList<>(List.of(Path.of("pom.xml"), Path.of("LICENSE"), Path.of(".mvn/jvm.config")));
        wanted.addAll(files("src/main", "src/research/java", "src/research/cuda"));
        wanted.add(programOf(Files.readString(ROOT.resolve("pom.xml"))));
        assertThat(copied()).containsAll(wanted);
    }

    /** The source that Maven runs before it compiles. */
    private static Path programOf(String pom) {
        Matcher program = Pattern.compile("<commandlineArgs>(src/\\S+\\.java) ").matcher(pom);
        assertThat(program.find()).isTrue();
        return Path.of(program.group(1));
    }

    /** Runs the step of the Dockerfile on the files that its stage has, with a compiler that only notes its calls. */
    @Test
    void makeCompilesEveryKernel(@TempDir Path image) throws Exception {
        NotingCompiler compiler = NotingCompiler.in(image);
        for (Path file : copied()) {
            if (file.startsWith("cuda") || file.startsWith("src/research/cuda")) {
                Path target = image.resolve(file);
                Files.createDirectories(target.getParent());
                Files.copy(ROOT.resolve(file), target);
            }
        }
        Instruction make = instructions().stream()
                .filter(step ->
                        step.name().equals("RUN") && step.arguments().get(0).equals("make"))
                .findFirst()
                .orElseThrow();
        List<String> command = new ArrayList<>(make.arguments());
        command.replaceAll(word -> word.replace("OUT=", "OUT=" + image));
        assertThat(compiler.run(image, command))
                .hasSize(2 * NotingCompiler.sources(image).size())
                .anyMatch(call ->
                        call.contains("-gencode arch=compute_90,code=sm_90") && call.endsWith(" count/butterfly.cu"));
        assertThat(image.resolve("kernels/butterfly.fatbin")).exists();
        assertThat(image.resolve("kernels/butterfly.ptx")).exists();
    }

    /** The stage that {@code KERNELS} names is the first stage with kernels, or one that needs no image of CUDA. */
    @Test
    void imageWithoutKernelsHasAnEmptyFolderInTheirPlace() throws IOException {
        List<Instruction> all = instructions();
        assertThat(all.get(0)).isEqualTo(Instruction.of("ARG KERNELS=cuda"));
        assertThat(stage("cuda")).anyMatch(step -> step.arguments().contains("OUT=/kernels"));
        assertThat(stage("none"))
                .containsExactly(Instruction.of("FROM scratch AS none"), Instruction.of("WORKDIR /kernels"));
        assertThat(stage("kernels")).containsExactly(Instruction.of("FROM ${KERNELS} AS kernels"));
        assertThat(all)
                .filteredOn(step -> step.flags().contains("--from=kernels"))
                .containsExactly(Instruction.of("COPY --from=kernels /kernels target/classes/dev/motif/kernels"));
    }

    /** The instructions from {@code FROM ... AS name} on, before the next stage begins. */
    private static List<Instruction> stage(String name) throws IOException {
        List<Instruction> all = instructions();
        int first = 0;
        while (!(all.get(first).name().equals("FROM")
                && String.join(" ", all.get(first).arguments()).endsWith(" AS " + name))) {
            first++;
        }
        int end = first + 1;
        while (!all.get(end).name().equals("FROM")) {
            end++;
        }
        return all.subList(first, end);
    }

    @Test
    void labelsAreThoseOfOpenContainersAndOfTheProject() throws IOException {
        Matcher labels = Pattern.compile("org\\.opencontainers\\.image\\.(\\w+)=\"([^\"]+)\"")
                .matcher(Files.readString(DOCKERFILE));
        Map<String, String> found = new TreeMap<>();
        labels.results().forEach(label -> found.put(label.group(1), label.group(2)));
        assertThat(found)
                .containsOnlyKeys(
                        "title", "description", "licenses", "source", "url", "documentation", "version", "revision")
                .containsEntry("version", "$VERSION")
                .containsEntry("revision", "$REVISION");
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<url>" + found.get("source") + "</url>");
        assertThat(Files.readString(Path.of("README.md")))
                .contains("[Documentation](" + found.get("documentation") + ")");
        assertThat(instructions())
                .contains(Instruction.of("ARG VERSION=unreleased"), Instruction.of("ARG REVISION=unknown"));
    }

    @Test
    void jarOfTheBuildIsTheOneThatIsCopied() throws IOException {
        Instruction copy = instructions().stream()
                .filter(step -> step.name().equals("COPY") && step.flags().contains("--from=jar"))
                .findFirst()
                .orElseThrow();
        PathMatcher jar =
                FileSystems.getDefault().getPathMatcher("glob:" + copy.sources().get(0));
        String name =
                "motif-" + TestDatabase.row("RETURN motif.version() AS version").get("version") + "-neo4j-5.26.jar";
        assertThat(jar.matches(Path.of("/motif/target", name))).isTrue();
        assertThat(jar.matches(Path.of("/motif/target", "original-" + name))).isFalse();
        assertThat(jar.matches(Path.of("/motif/target", name + ".sha256"))).isFalse();
    }

    @Test
    void demoDataIsTheKnownGraphHoweverOftenItIsLoaded() throws IOException {
        TestDatabase.emptied();
        CypherScript seed = CypherScript.parse(Files.readAllLines(ROOT.resolve("docker/seed.cypher")), 1);
        for (int run = 0; run < 2; run++) {
            seed.statements().forEach(statement -> TestDatabase.rows(statement.query()));
            assertThat(TestDatabase.row(
                            "CALL motif.graph.list() YIELD graphName, leftCount, rightCount, relationshipCount"))
                    .isEqualTo(Map.of(
                            "graphName", "attendance", "leftCount", 18L, "rightCount", 14L, "relationshipCount", 89L));
            // The number is that of test-data/MANIFEST.tsv.
            assertThat(TestDatabase.row("CALL motif.butterfly.stats('attendance') YIELD count"))
                    .containsEntry("count", 341L);
        }
        TestDatabase.rows("DROP CONSTRAINT woman_name");
        TestDatabase.rows("DROP CONSTRAINT event_name");
        TestDatabase.emptied();
    }

    /** The image has no other need than the jar, whose PTX is that of CUDA 11.0. */
    @Test
    void neededDriverStandsInOnePlace() throws IOException {
        Pattern needed = Pattern.compile("driver\\s+\\d{3}\\s+or\\s+newer");
        List<Path> places = new ArrayList<>();
        for (Path file : files("README.md", "docker", "docs", "cuda")) {
            if (file.toString().matches(".*\\.(md|yaml)|.*Dockerfile")
                    && needed.matcher(Files.readString(file)).find()) {
                places.add(file);
            }
        }
        assertThat(places).containsExactly(Path.of("docs", "operations", "gpu.md"));
        assertThat(Files.readString(places.get(0))).containsPattern("driver 450\\s+or newer");
        assertThat(Files.readString(Path.of("cuda/compile")))
                .contains("Version 7.0, of CUDA 11.0 and so of driver 450,");
    }

    private static List<Path> files(String... roots) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String root : roots) {
            try (Stream<Path> under = Files.walk(Path.of(root))) {
                files.addAll(under.filter(Files::isRegularFile).toList());
            }
        }
        return files;
    }
}
