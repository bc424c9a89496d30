package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.neo4j.TestDatabase;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMX;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reads the figures over JMX, by a connection to a free port of this machine. */
class MotifStatusTest {
    private static final MBeanServer LOCAL = ManagementFactory.getPlatformMBeanServer();

    private static JMXConnectorServer server;
    private static JMXConnector client;
    private static MBeanServerConnection connection;

    /** The server is that of this test. */
    @SuppressWarnings("BanJNDI")
    @BeforeAll
    static void connect() throws Exception {
        TestDatabase.emptied();
        server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi://localhost"), null, LOCAL);
        server.start();
        client = JMXConnectorFactory.connect(server.getAddress());
        connection = client.getMBeanServerConnection();
    }

    @AfterAll
    static void disconnect() throws Exception {
        client.close();
        server.stop();
        TestDatabase.emptied();
    }

    private static Set<ObjectName> names() throws Exception {
        return connection.queryNames(new ObjectName("dev.motif:*"), null);
    }

    @Test
    void attributesAreDescribed() throws Exception {
        assertThat(connection.getMBeanInfo(new ObjectName(MotifStatus.NAME)).getAttributes())
                .hasSize(MotifMXBean.class.getMethods().length)
                .allSatisfy(attribute -> assertThat(attribute.getDescription()).hasSizeGreaterThan(10));
    }

    /** The rules of jmx_exporter make the figures of the attributes that the dashboard and the alerts ask for. */
    @Test
    void dashboardAsksForFiguresThatThereAre() throws Exception {
        Set<String> figures = new TreeSet<>();
        for (MBeanAttributeInfo attribute :
                connection.getMBeanInfo(new ObjectName(MotifStatus.NAME)).getAttributes()) {
            figures.add("motif_"
                    + attribute.getName().replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT));
        }
        figures.remove("motif_version");
        Path folder = Path.of("docker", "monitoring");
        assertThat(JsonParser.parseString(Files.readString(folder.resolve("grafana.json")))
                        .isJsonObject())
                .isTrue();
        Set<String> asked = new TreeSet<>();
        for (String file : List.of("grafana.json", "alerts.yaml")) {
            Matcher names = Pattern.compile("\\bmotif_\\w+").matcher(Files.readString(folder.resolve(file)));
            while (names.find()) {
                asked.add(names.group());
            }
        }
        assertThat(asked).isEqualTo(figures);
    }

    @Test
    void figuresAreThoseOfTheServer() throws Exception {
        MotifMXBean motif = JMX.newMXBeanProxy(connection, new ObjectName(MotifStatus.NAME), MotifMXBean.class);
        assertThat(motif.getOffHeapLimitBytes())
                .isEqualTo(OffHeapBudget.memory().limitBytes());
        assertThat(motif.getVersion())
                .isEqualTo(TestDatabase.row("RETURN motif.version() AS v").get("v"));
        long live = motif.getOffHeapLiveBytes();
        try (OffHeapLongs held = OffHeapBudget.memory().longs(1000)) {
            assertThat(motif.getOffHeapLiveBytes()).isEqualTo(live + held.bytes());
            assertThat(motif.getHeapLimitBytes())
                    .isEqualTo(OffHeapBudget.heap().limitBytes())
                    .isGreaterThan(motif.getHeapLiveBytes());
            assertThat(motif.getHeapPeakBytes()).isGreaterThanOrEqualTo(motif.getHeapLiveBytes());
            assertThat(motif.getOffHeapPeakBytes()).isGreaterThanOrEqualTo(live + held.bytes());
        }
        long finished = motif.getFinishedCalls();
        long failed = motif.getFailedCalls();
        long canceled = motif.getCanceledCalls();
        assertThat(motif.getGraphs()).isZero();
        TestDatabase.rows("CREATE (:User)-[:RATED]->(:Item)");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED')");
        TestDatabase.rows("CALL motif.butterfly.stats('g', {backend: 'CPU'})");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.butterfly.stats('missing')"));
        TestDatabase.rows("CALL motif.butterfly.stream('g', {backend: 'CPU'}) YIELD nodeId RETURN nodeId LIMIT 1");
        assertThat(motif.getGraphs()).isOne();
        assertThat(motif.getFinishedCalls()).isEqualTo(finished + 2);
        assertThat(motif.getFailedCalls()).isEqualTo(failed + 1);
        assertThat(motif.getCanceledCalls()).isEqualTo(canceled + 1);
        assertThat(motif.getRunningCalls()).isZero();
        assertThat(motif.getOffHeapUnusedPreparedBytes())
                .isEqualTo(OffHeapBudget.memory().forms().unusedBytes());
        assertThat(motif.getWaitingCalls()).isZero();
        assertThat(motif.getWaitMillis()).isNotNegative();
        assertThat(motif.getDeviceReservedBytes()).isBetween(0L, motif.getDeviceLimitBytes());
        assertThat(motif.getDeviceGraphBytes()).isNotNegative();
        assertThat(motif.getDevices()).isNotNegative();
    }

    @Test
    void figuresHaveTheFirstFreeNameUntilTheLastServerStops() throws Exception {
        ObjectName name = new ObjectName(MotifStatus.NAME);
        assertThat(names()).containsExactly(name);
        MotifStatus.unregister();
        assertThat(names()).isEmpty();
        // The plain name belongs to other classes of Motif.
        LOCAL.registerMBean(new MotifStatus(), name);
        MotifStatus.register();
        assertThat(names()).containsExactlyInAnyOrder(name, new ObjectName(MotifStatus.NAME + ",instance=2"));
        MotifStatus.unregister();
        LOCAL.unregisterMBean(name);
        MotifStatus.register();
        assertThat(names()).containsExactly(name);
    }

    @Test
    void logBeginsWithWhatMotifRunsOn() throws Exception {
        PluginServer.await("the first line", () -> TestDatabase.log().stream()
                .anyMatch(line -> line.contains("[motif] version=")));
        assertThat(TestDatabase.log())
                .filteredOn(line -> line.contains("[motif] version="))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("version='"
                        + TestDatabase.row("RETURN motif.version() AS v").get("v") + "' offHeapLimit='")
                .containsPattern(" offHeapLimitOfAUser='none' heapLimit='.+' gpus='.+'");
    }
}
