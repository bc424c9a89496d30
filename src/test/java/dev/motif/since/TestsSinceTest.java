package dev.motif.since;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TestsSinceTest {
    private static final String CSR = "dev.motif.graph.Csr";
    private static final String WING = "dev.motif.algorithm.level.wing.WingCpu";
    private static final String WING_ALGORITHM = "dev.motif.algorithm.level.wing.WingAlgorithm";
    private static final String EDGE_LIST = "dev.motif.graphs.EdgeList";
    private static final String ORDER_TEST = "dev.motif.graph.order.OrderTest";
    private static final String CSR_TEST = "dev.motif.graph.CsrTest";
    private static final String WING_TEST = "dev.motif.algorithm.level.wing.WingTest";
    private static final String TIP_TEST = "dev.motif.algorithm.level.tip.TipTest";
    private static final String REPORT_TEST = "dev.motif.report.ReportMakerTest";

    /** WingCpu uses Csr, WingAlgorithm uses WingCpu; the tests of wings use all of them, and lists of edges as others do. */
    private final TestsSince tests = new TestsSince(
            Map.of(
                    CSR,
                    Set.of(WING, CSR_TEST),
                    WING,
                    Set.of(WING_ALGORITHM, WING_TEST),
                    WING_ALGORITHM,
                    Set.of(WING_TEST),
                    EDGE_LIST,
                    Set.of("dev.motif.graphs.RandomGraphs"),
                    "dev.motif.graphs.RandomGraphs",
                    Set.of(WING_TEST, TIP_TEST)),
            List.of(ORDER_TEST, CSR_TEST, WING_TEST, TIP_TEST, REPORT_TEST));

    private Set<String> beyondAlways(String... files) {
        Set<String> chosen = new TreeSet<>(tests.of(Arrays.asList(files)));
        assertThat(chosen).containsAll(TestsSince.ALWAYS);
        chosen.removeAll(TestsSince.ALWAYS);
        return chosen;
    }

    @Test
    void unchangedClonesNeedTheTestsOfEveryChange() {
        assertThat(beyondAlways()).isEmpty();
    }

    @Test
    void changedClassNeedsItsPackageAndThatOfItsUsers() {
        assertThat(beyondAlways("src/main/java/dev/motif/graph/Csr.java"))
                .containsExactlyInAnyOrder(CSR_TEST, WING_TEST);
        assertThat(beyondAlways("src/main/java/dev/motif/algorithm/level/wing/WingCpu.java"))
                .containsExactly(WING_TEST);
    }

    @Test
    void changedHelperNeedsAllTestsThatReachIt() {
        assertThat(beyondAlways("src/test/java/dev/motif/graphs/EdgeList.java"))
                .containsExactlyInAnyOrder(TIP_TEST, WING_TEST);
    }

    @Test
    void changedTestNeedsItself() {
        assertThat(beyondAlways("src/test/java/dev/motif/graph/order/OrderTest.java"))
                .containsExactly(ORDER_TEST);
    }

    @Test
    void filesThatAreNoClassesAreKnownOrNeedAllTests() {
        assertThat(beyondAlways("docs/concepts.md", "spark/pom.xml", ".ci/faults", "README.md"))
                .isEmpty();
        assertThat(beyondAlways("src/main/resources/dev/motif/report/report.js"))
                .containsExactly(REPORT_TEST);
        assertThat(beyondAlways("pom.xml")).hasSize(5);
    }

    /** The names of {@link TestsSince#ALWAYS} are those of classes. */
    @Test
    void testsOfEveryChangeAreThere() throws ClassNotFoundException {
        for (String test : TestsSince.ALWAYS) {
            assertThat(Class.forName(test, false, getClass().getClassLoader())).isNotNull();
        }
    }
}
