package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    @Test
    void everyProcedureIsThere() {
        assertThat(rows("SHOW PROCEDURES YIELD name WHERE name STARTS WITH 'motif.' RETURN name ORDER BY name"))
                .extracting(row -> row.get("name"))
                .containsExactly(
                        "motif.alphaBetaCore.communities.graph",
                        "motif.alphaBetaCore.communities.graph.estimate",
                        "motif.alphaBetaCore.communities.mutate",
                        "motif.alphaBetaCore.communities.mutate.estimate",
                        "motif.alphaBetaCore.communities.stats",
                        "motif.alphaBetaCore.communities.stats.estimate",
                        "motif.alphaBetaCore.communities.stream",
                        "motif.alphaBetaCore.communities.stream.estimate",
                        "motif.alphaBetaCore.communities.write",
                        "motif.alphaBetaCore.communities.write.estimate",
                        "motif.alphaBetaCore.mutate",
                        "motif.alphaBetaCore.mutate.estimate",
                        "motif.alphaBetaCore.stats",
                        "motif.alphaBetaCore.stats.estimate",
                        "motif.alphaBetaCore.stream",
                        "motif.alphaBetaCore.stream.estimate",
                        "motif.alphaBetaCore.write",
                        "motif.alphaBetaCore.write.estimate",
                        "motif.biclique.count.mutate",
                        "motif.biclique.count.mutate.estimate",
                        "motif.biclique.count.sample",
                        "motif.biclique.count.sample.estimate",
                        "motif.biclique.count.sample.stream",
                        "motif.biclique.count.sample.stream.estimate",
                        "motif.biclique.count.stats",
                        "motif.biclique.count.stats.estimate",
                        "motif.biclique.count.stream",
                        "motif.biclique.count.stream.estimate",
                        "motif.biclique.count.write",
                        "motif.biclique.count.write.estimate",
                        "motif.biclique.densest.stats",
                        "motif.biclique.densest.stats.estimate",
                        "motif.biclique.densest.stream",
                        "motif.biclique.densest.stream.estimate",
                        "motif.biclique.list",
                        "motif.biclique.list.estimate",
                        "motif.biclique.lockstep.graph",
                        "motif.biclique.lockstep.graph.estimate",
                        "motif.biclique.lockstep.stats",
                        "motif.biclique.lockstep.stats.estimate",
                        "motif.biclique.lockstep.stream",
                        "motif.biclique.lockstep.stream.estimate",
                        "motif.biclique.maximal.graph",
                        "motif.biclique.maximal.graph.estimate",
                        "motif.biclique.maximal.grown",
                        "motif.biclique.maximal.grown.estimate",
                        "motif.biclique.maximal.mutate",
                        "motif.biclique.maximal.mutate.estimate",
                        "motif.biclique.maximal.stats",
                        "motif.biclique.maximal.stats.estimate",
                        "motif.biclique.maximal.stream",
                        "motif.biclique.maximal.stream.estimate",
                        "motif.biclique.maximal.write",
                        "motif.biclique.maximal.write.estimate",
                        "motif.biclique.maximum",
                        "motif.biclique.maximum.estimate",
                        "motif.biclique.near.graph",
                        "motif.biclique.near.graph.estimate",
                        "motif.biclique.near.stats",
                        "motif.biclique.near.stats.estimate",
                        "motif.biclique.near.stream",
                        "motif.biclique.near.stream.estimate",
                        "motif.biclique.rules.stats",
                        "motif.biclique.rules.stats.estimate",
                        "motif.biclique.rules.stream",
                        "motif.biclique.rules.stream.estimate",
                        "motif.butterfly.mutate",
                        "motif.butterfly.mutate.estimate",
                        "motif.butterfly.sample",
                        "motif.butterfly.sample.estimate",
                        "motif.butterfly.sample.stream",
                        "motif.butterfly.sample.stream.estimate",
                        "motif.butterfly.stats",
                        "motif.butterfly.stats.estimate",
                        "motif.butterfly.stream",
                        "motif.butterfly.stream.estimate",
                        "motif.butterfly.write",
                        "motif.butterfly.write.estimate",
                        "motif.clique.maximal.graph",
                        "motif.clique.maximal.graph.estimate",
                        "motif.clique.maximal.mutate",
                        "motif.clique.maximal.mutate.estimate",
                        "motif.clique.maximal.stats",
                        "motif.clique.maximal.stats.estimate",
                        "motif.clique.maximal.stream",
                        "motif.clique.maximal.stream.estimate",
                        "motif.clique.maximal.write",
                        "motif.clique.maximal.write.estimate",
                        "motif.clique.maximum",
                        "motif.clique.maximum.estimate",
                        "motif.clique.near.graph",
                        "motif.clique.near.graph.estimate",
                        "motif.clique.near.stats",
                        "motif.clique.near.stats.estimate",
                        "motif.clique.near.stream",
                        "motif.clique.near.stream.estimate",
                        "motif.clique.percolation.mutate",
                        "motif.clique.percolation.mutate.estimate",
                        "motif.clique.percolation.stats",
                        "motif.clique.percolation.stats.estimate",
                        "motif.clique.percolation.stream",
                        "motif.clique.percolation.stream.estimate",
                        "motif.clique.percolation.write",
                        "motif.clique.percolation.write.estimate",
                        "motif.clustering.mutate",
                        "motif.clustering.mutate.estimate",
                        "motif.clustering.stats",
                        "motif.clustering.stats.estimate",
                        "motif.clustering.stream",
                        "motif.clustering.stream.estimate",
                        "motif.clustering.write",
                        "motif.clustering.write.estimate",
                        "motif.cohesion.mutate",
                        "motif.cohesion.mutate.estimate",
                        "motif.cohesion.stats",
                        "motif.cohesion.stats.estimate",
                        "motif.cohesion.stream",
                        "motif.cohesion.stream.estimate",
                        "motif.cohesion.write",
                        "motif.cohesion.write.estimate",
                        "motif.commonNeighbors.mutate",
                        "motif.commonNeighbors.mutate.estimate",
                        "motif.commonNeighbors.pairs",
                        "motif.commonNeighbors.pairs.estimate",
                        "motif.commonNeighbors.stats",
                        "motif.commonNeighbors.stats.estimate",
                        "motif.commonNeighbors.stream",
                        "motif.commonNeighbors.stream.estimate",
                        "motif.commonNeighbors.write",
                        "motif.commonNeighbors.write.estimate",
                        "motif.gpu.list",
                        "motif.graph.compare",
                        "motif.graph.drop",
                        "motif.graph.dropProperties",
                        "motif.graph.edges.stream",
                        "motif.graph.exists",
                        "motif.graph.export",
                        "motif.graph.exportCsv",
                        "motif.graph.files",
                        "motif.graph.filter",
                        "motif.graph.fold",
                        "motif.graph.import",
                        "motif.graph.induce",
                        "motif.graph.list",
                        "motif.graph.nodeProperties.stream",
                        "motif.graph.project",
                        "motif.graph.project.estimate",
                        "motif.graph.refresh",
                        "motif.graph.relationshipProperties.stream",
                        "motif.graph.write",
                        "motif.graphlet.mutate",
                        "motif.graphlet.mutate.estimate",
                        "motif.graphlet.stats",
                        "motif.graphlet.stats.estimate",
                        "motif.graphlet.stream",
                        "motif.graphlet.stream.estimate",
                        "motif.graphlet.write",
                        "motif.graphlet.write.estimate",
                        "motif.jobs.cancel",
                        "motif.kclique.densest.stats",
                        "motif.kclique.densest.stats.estimate",
                        "motif.kclique.densest.stream",
                        "motif.kclique.densest.stream.estimate",
                        "motif.kclique.list",
                        "motif.kclique.list.estimate",
                        "motif.kclique.mutate",
                        "motif.kclique.mutate.estimate",
                        "motif.kclique.sample",
                        "motif.kclique.sample.estimate",
                        "motif.kclique.sample.stream",
                        "motif.kclique.sample.stream.estimate",
                        "motif.kclique.stats",
                        "motif.kclique.stats.estimate",
                        "motif.kclique.stream",
                        "motif.kclique.stream.estimate",
                        "motif.kclique.write",
                        "motif.kclique.write.estimate",
                        "motif.kcore.communities.graph",
                        "motif.kcore.communities.graph.estimate",
                        "motif.kcore.communities.mutate",
                        "motif.kcore.communities.mutate.estimate",
                        "motif.kcore.communities.stats",
                        "motif.kcore.communities.stats.estimate",
                        "motif.kcore.communities.stream",
                        "motif.kcore.communities.stream.estimate",
                        "motif.kcore.communities.write",
                        "motif.kcore.communities.write.estimate",
                        "motif.kcore.mutate",
                        "motif.kcore.mutate.estimate",
                        "motif.kcore.stats",
                        "motif.kcore.stats.estimate",
                        "motif.kcore.stream",
                        "motif.kcore.stream.estimate",
                        "motif.kcore.write",
                        "motif.kcore.write.estimate",
                        "motif.ktruss.communities.graph",
                        "motif.ktruss.communities.graph.estimate",
                        "motif.ktruss.communities.mutate",
                        "motif.ktruss.communities.mutate.estimate",
                        "motif.ktruss.communities.stats",
                        "motif.ktruss.communities.stats.estimate",
                        "motif.ktruss.communities.stream",
                        "motif.ktruss.communities.stream.estimate",
                        "motif.ktruss.communities.write",
                        "motif.ktruss.communities.write.estimate",
                        "motif.ktruss.mutate",
                        "motif.ktruss.mutate.estimate",
                        "motif.ktruss.stats",
                        "motif.ktruss.stats.estimate",
                        "motif.ktruss.stream",
                        "motif.ktruss.stream.estimate",
                        "motif.ktruss.write",
                        "motif.ktruss.write.estimate",
                        "motif.list",
                        "motif.listProgress",
                        "motif.memory.list",
                        "motif.nodeSimilarity.mutate",
                        "motif.nodeSimilarity.mutate.estimate",
                        "motif.nodeSimilarity.stats",
                        "motif.nodeSimilarity.stats.estimate",
                        "motif.nodeSimilarity.stream",
                        "motif.nodeSimilarity.stream.estimate",
                        "motif.nodeSimilarity.write",
                        "motif.nodeSimilarity.write.estimate",
                        "motif.nucleus.mutate",
                        "motif.nucleus.mutate.estimate",
                        "motif.nucleus.stats",
                        "motif.nucleus.stats.estimate",
                        "motif.nucleus.stream",
                        "motif.nucleus.stream.estimate",
                        "motif.nucleus.write",
                        "motif.nucleus.write.estimate",
                        "motif.report",
                        "motif.report.estimate",
                        "motif.research.cumbe.stats",
                        "motif.research.cumbe.stats.estimate",
                        "motif.research.gbc.stats",
                        "motif.research.gbc.stats.estimate",
                        "motif.research.intersection.stats",
                        "motif.research.intersection.stats.estimate",
                        "motif.research.pivoting.stats",
                        "motif.research.pivoting.stats.estimate",
                        "motif.scan.mutate",
                        "motif.scan.mutate.estimate",
                        "motif.scan.stats",
                        "motif.scan.stats.estimate",
                        "motif.scan.stream",
                        "motif.scan.stream.estimate",
                        "motif.scan.write",
                        "motif.scan.write.estimate",
                        "motif.sysInfo",
                        "motif.tip.communities.graph",
                        "motif.tip.communities.graph.estimate",
                        "motif.tip.communities.mutate",
                        "motif.tip.communities.mutate.estimate",
                        "motif.tip.communities.stats",
                        "motif.tip.communities.stats.estimate",
                        "motif.tip.communities.stream",
                        "motif.tip.communities.stream.estimate",
                        "motif.tip.communities.write",
                        "motif.tip.communities.write.estimate",
                        "motif.tip.mutate",
                        "motif.tip.mutate.estimate",
                        "motif.tip.stats",
                        "motif.tip.stats.estimate",
                        "motif.tip.stream",
                        "motif.tip.stream.estimate",
                        "motif.tip.write",
                        "motif.tip.write.estimate",
                        "motif.wing.communities.graph",
                        "motif.wing.communities.graph.estimate",
                        "motif.wing.communities.mutate",
                        "motif.wing.communities.mutate.estimate",
                        "motif.wing.communities.stats",
                        "motif.wing.communities.stats.estimate",
                        "motif.wing.communities.stream",
                        "motif.wing.communities.stream.estimate",
                        "motif.wing.communities.write",
                        "motif.wing.communities.write.estimate",
                        "motif.wing.mutate",
                        "motif.wing.mutate.estimate",
                        "motif.wing.stats",
                        "motif.wing.stats.estimate",
                        "motif.wing.stream",
                        "motif.wing.stream.estimate",
                        "motif.wing.write",
                        "motif.wing.write.estimate");
        assertThat(rows("SHOW FUNCTIONS YIELD name WHERE name STARTS WITH 'motif.' RETURN name ORDER BY name"))
                .extracting(row -> row.get("name"))
                .containsExactly(
                        "motif.graph.project",
                        "motif.util.asNode",
                        "motif.util.asNodes",
                        "motif.util.asRelationship",
                        "motif.version");
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
