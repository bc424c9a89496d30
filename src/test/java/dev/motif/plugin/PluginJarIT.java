package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The built jar in a plugins folder, with default settings: what a user installs. Runs in a JVM of its own that does
 * not have the project's classes, so everything comes out of the jar, through the sandbox of procedures.
 */
class PluginJarIT {
    @TempDir
    static Path plugins;

    private static PluginServer server;

    @BeforeAll
    static void start() {
        server = PluginServer.start(PluginServer.builder(plugins));
        server.createSmallGraph();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<Map<String, Object>> rows(String query) {
        return server.rows(query);
    }

    @Test
    void projectClassesAreNotOnTheClassPath() {
        assertThatThrownBy(() -> Class.forName("dev.motif.graph.Csr")).isInstanceOf(ClassNotFoundException.class);
    }

    /** The names of the procedures, or of the functions, that the reference describes, sorted. */
    private static List<String> described(Pattern name) throws IOException {
        try (Stream<Path> pages = Files.list(Path.of("docs", "reference"))) {
            List<String> names = new ArrayList<>();
            for (Path page : pages.toList()) {
                Files.readAllLines(page).stream()
                        .filter(line -> line.startsWith("## "))
                        .flatMap(heading -> name.matcher(heading).results())
                        .forEach(found -> names.add(found.group(1)));
            }
            return names.stream().sorted().toList();
        }
    }

    /** The names of the estimates that the reference describes in one place for all procedures. */
    private static List<String> estimates() {
        return rows("SHOW PROCEDURES YIELD name, argumentDescription WHERE name STARTS WITH 'motif.'"
                        + " AND NOT name ENDS WITH '.estimate' AND (name = 'motif.biclique.maximal.grown'"
                        + " OR any(argument IN argumentDescription WHERE argument.name = 'graph'))"
                        + " RETURN name + '.estimate' AS name")
                .stream()
                .map(row -> (String) row.get("name"))
                .toList();
    }

    @Test
    void everyProcedureAndFunctionOfTheReferenceIsThereAndNoOther() throws IOException {
        List<String> described = described(Pattern.compile("`(motif\\.[\\w.]+)`"));
        Stream<String> estimates = estimates().stream().filter(name -> !described.contains(name));
        assertThat(rows("SHOW PROCEDURES YIELD name WHERE name STARTS WITH 'motif.' RETURN name ORDER BY name"))
                .extracting(row -> row.get("name"))
                .isEqualTo(Stream.concat(described.stream(), estimates).sorted().toList());
        assertThat(rows("SHOW FUNCTIONS YIELD name WHERE name STARTS WITH 'motif.' RETURN name ORDER BY name"))
                .extracting(row -> row.get("name"))
                .isEqualTo(described(Pattern.compile("`(motif\\.[\\w.]+)\\(\\)`")));
        assertThat(rows("RETURN motif.version() AS version")).hasSize(1);
    }

    @Test
    void nothingIsSandboxedAway() {
        rows("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED', {relationshipIds: true})");
        assertThat(rows("CALL motif.butterfly.stats('g') YIELD count")).containsExactly(Map.of("count", 10L * 6));
        assertThat(rows("CALL motif.butterfly.stream('g') YIELD count RETURN sum(count) AS sum"))
                .containsExactly(Map.of("sum", 4L * 60));
        assertThat(rows("CALL motif.butterfly.write('g', {writeProperty: 'b', per: 'RELATIONSHIP'})"
                        + " YIELD propertiesWritten"))
                .containsExactly(Map.of("propertiesWritten", 20L));
        assertThat(rows("MATCH ()-[r:RATED]->() RETURN DISTINCT r.b AS b")).containsExactly(Map.of("b", 12L));
        assertThat(rows("CALL motif.butterfly.write('g', {writeProperty: 'b'}) YIELD propertiesWritten"))
                .containsExactly(Map.of("propertiesWritten", 9L));
        assertThat(rows("MATCH (n) RETURN sum(n.b) AS sum")).containsExactly(Map.of("sum", 240L));
        assertThat(rows("CALL motif.biclique.count.stats('g', {p: 3, q: 2}) YIELD count"))
                .containsExactly(Map.of("count", 10L * 6));
        assertThat(rows("CALL motif.biclique.densest.stats('g', {p: 2, q: 2}) YIELD leftCount, rightCount"))
                .containsExactly(Map.of("leftCount", 5L, "rightCount", 4L));
        assertThat(rows("CALL motif.wing.stats('g') YIELD maxWing")).containsExactly(Map.of("maxWing", 4L * 3));
        assertThat(rows("CALL motif.tip.stats('g') YIELD maxTip")).containsExactly(Map.of("maxTip", 4L * 6));
        assertThat(rows("CALL motif.cohesion.stats('g') YIELD minCut")).containsExactly(Map.of("minCut", 4L));
        assertThat(rows("CALL motif.biclique.maximal.stats('g') YIELD count")).containsExactly(Map.of("count", 1L));
        assertThat(rows("CALL motif.biclique.maximal.stream('g', {nodes: true}) YIELD leftNodes, rightNodes"
                        + " RETURN size(leftNodes) AS left, labels(rightNodes[0]) AS right"))
                .containsExactly(Map.of("left", 5L, "right", List.of("Item")));
        assertThat(rows("CALL motif.biclique.maximal.graph('g') YIELD biclique, relationships, edges"
                        + " RETURN edges, labels(biclique) AS labels, size(relationships) AS size"))
                .containsExactly(Map.of("edges", 20L, "labels", List.of("Biclique"), "size", 9L));
        assertThat(rows("CALL motif.biclique.maximum('g') YIELD edges")).containsExactly(Map.of("edges", 20L));
        assertThat(rows("CALL motif.biclique.maximal.write('g', {writeBicliques: 'Biclique', jobId: 'j'})"
                        + " YIELD bicliquesWritten, relationshipsWritten"))
                .containsExactly(Map.of("bicliquesWritten", 1L, "relationshipsWritten", 9L));
        rows("MATCH (b:Biclique) DETACH DELETE b");
        assertThat(rows("CALL motif.report('g') YIELD html, parts"
                        + " RETURN size(html) > 1000000 AS whole, [part IN parts | part.status] AS states"))
                .containsExactly(Map.of("whole", true, "states", Collections.nCopies(5, "COMPLETE")));
        assertThat(rows("MATCH (u:User)-[:RATED]->(i:Item) WITH motif.graph.project('rows', u, i, {kind: 'BIPARTITE'})"
                        + " AS graph RETURN graph.relationshipCount AS n"))
                .containsExactly(Map.of("n", 20L));
        assertThat(rows("CALL motif.graph.drop(['g', 'rows']) YIELD graphName")).hasSize(2);
        assertThat(server.info("offHeapUsed")).isEqualTo("0 Bytes");
        assertThat(rows("CALL motif.listProgress() YIELD status RETURN DISTINCT status"))
                .containsExactly(Map.of("status", "FINISHED"));
    }

    /** The system property {@code neo4j.version} says which Neo4j the tests are to run with. */
    @Test
    void serverIsOfTheVersionThatIsToBeTested() {
        assertThat((String) server.info("neo4jVersion")).startsWith(System.getProperty("neo4j.version"));
    }

    @Test
    void misspeltKeyGetsASuggestion() {
        assertThatThrownBy(() -> rows("CALL motif.butterfly.stats('g', {concurency: 2})"))
                .hasMessageContaining("Unknown parameter `concurency` (did you mean 'concurrency'?)");
    }

    @Test
    void jarHoldsOnlyRelocatedLibraries() throws Exception {
        try (ZipFile jar = new ZipFile(System.getProperty("motif.jar"))) {
            assertThat(jar.stream().filter(entry -> !entry.isDirectory()))
                    .extracting(Object::toString)
                    .allMatch(name -> name.startsWith("dev/motif/")
                            || name.startsWith("META-INF/")
                            || name.startsWith("jcuda/")
                            || name.startsWith("lib/libJCudaDriver-"))
                    .noneMatch(name -> name.startsWith("dev/motif/bench/"))
                    .filteredOn(name -> name.startsWith("META-INF/services/"))
                    .containsExactlyInAnyOrder(
                            "META-INF/services/org.neo4j.configuration.SettingMigrator",
                            "META-INF/services/org.neo4j.kernel.extension.ExtensionFactory");
        }
    }

    /** Neo4j loads every class of a plugin and looks at its members, to find procedures, and warns where it cannot. */
    @Test
    void everyClassLoadsWithNeo4jAlone() throws Exception {
        List<String> failed = new ArrayList<>();
        Path file = Path.of(System.getProperty("motif.jar"));
        URL[] urls = {file.toUri().toURL()};
        try (ZipFile jar = new ZipFile(file.toFile());
                URLClassLoader loader = new URLClassLoader(urls, new Neo4jClasses())) {
            for (ZipEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().endsWith(".class")) {
                    String name = entry.getName().replaceFirst("\\.class$", "").replace('/', '.');
                    try {
                        Class<?> loaded = loader.loadClass(name);
                        assertThat(loaded.getDeclaredClasses()).isNotNull();
                        assertThat(loaded.getDeclaredMethods()).isNotNull();
                        assertThat(loaded.getDeclaredFields()).isNotNull();
                    } catch (LinkageError | ClassNotFoundException e) {
                        failed.add(name + ": " + e);
                    }
                }
            }
        }
        assertThat(failed).isEmpty();
    }

    /** The classes of Neo4j and of the JDK, without other libraries that happen to be there. */
    private static final class Neo4jClasses extends ClassLoader {
        Neo4jClasses() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.startsWith("org.neo4j.")) {
                throw new ClassNotFoundException(name);
            }
            return PluginJarIT.class.getClassLoader().loadClass(name);
        }
    }

    @Test
    void serverDoesNotWarnAboutTheJar() {
        assertThat(server.debugLog())
                .anyMatch(line -> hasLevel(line, "INFO"))
                .filteredOn(line -> hasLevel(line, "WARN") || hasLevel(line, "ERROR"))
                .noneMatch(line -> line.contains("motif"));
    }

    /** Whether a line of debug.log has this level: a word of its own in 5.26, the value of a JSON key in 2026. */
    private static boolean hasLevel(String line, String level) {
        return line.contains(" " + level + " ") || line.contains("\"level\":\"" + level + "\"");
    }

    /** Loading succeeds on a host with a driver; on others only libcuda.so.1 must be missing. */
    @Test
    void driverLibraryIsAllThatTheJarLacksForAGpu() throws Exception {
        URL jar = Path.of(System.getProperty("motif.jar")).toUri().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader())) {
            Class.forName("jcuda.driver.JCudaDriver", true, loader);
        } catch (UnsatisfiedLinkError e) {
            assertThat(e).hasMessageContaining("libcuda.so.1");
        }
    }

    /** Checks the file with the hash of the jar, which sha256sum -c can read. */
    @Test
    void sha256StandsBesideTheJar() throws Exception {
        Path jar = Path.of(System.getProperty("motif.jar"));
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
        assertThat(Path.of(jar + ".sha256"))
                .content()
                .isEqualToIgnoringNewLines(HexFormat.of().formatHex(hash) + "  " + jar.getFileName());
    }
}
