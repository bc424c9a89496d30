package dev.motif.cypher.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.Column;
import dev.motif.catalog.ColumnLease;
import dev.motif.catalog.Columns;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.CanceledPolls;
import dev.motif.leaks.LeavesNothing;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.TestGraphs;
import dev.motif.projection.value.ValueType;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests making graphs of others without memory, and when it is cancelled. */
@LeavesNothing
class DerivationTest {
    private static final GraphKey KEY = new GraphKey("id", "neo4j", "ann", "g");
    private static final String FILTER = "r.r > 3 AND n.n < 100";

    private final NativeMemory memory = new NativeMemory(1 << 24);
    private long before;

    @BeforeEach
    void addGraph() {
        before = TestDatabase.liveBytes();
        CatalogGraph graph = GraphCatalog.server()
                .add(KEY, Map.of(), () -> new WithColumns(TestGraphs.random(memory, 200, 150, 900, 3), List.of()));
        try (Columns.Addition addition = graph.columns().add(List.of("r", "n"), OffHeapBudget.memory())) {
            fill(addition, graph, "r", EntityKind.RELATIONSHIPS);
            fill(addition, graph, "n", EntityKind.LEFT);
            fill(addition, graph, "n", EntityKind.RIGHT);
            addition.publish();
        }
    }

    private static void fill(Columns.Addition addition, CatalogGraph graph, String name, EntityKind elements) {
        long count = elements.count(graph.projected());
        var values = addition.values(name, ValueType.INTEGER, elements, count);
        LongStream.range(0, count).forEach(i -> values.set(i, i % 150));
    }

    @AfterEach
    void nothingIsLeft() {
        GraphCatalog.server().drop(List.of(KEY), true).forEach(CatalogGraph::release);
        assertThat(TestDatabase.liveBytes()).isEqualTo(before);
    }

    private static void derive(NativeMemory own, Workers workers, Function<Derivation, WithColumns> what) {
        try (ColumnLease source = ColumnLease.acquire(KEY, Columns.ALL, Columns.ALL)) {
            WithColumns derived = what.apply(new Derivation(source, own, workers));
            derived.columns().forEach(Column::release);
            derived.graph().close();
        }
    }

    @Test
    void nothingStaysWhenAnAllocationFails() {
        AllocationFailures.check(own -> derive(own, Workers.of(1), made -> made.filtered(FILTER)));
        AllocationFailures.check(own -> derive(
                own,
                Workers.of(1),
                made -> made.induced(LongStream.range(50, 300).toArray())));
    }

    @Test
    void nothingStaysWhenItIsCancelledAtAnyTime() {
        assertThat(CanceledPolls.check(memory, 1, workers -> derive(memory, workers, made -> made.filtered(FILTER))))
                .isGreaterThan(10);
    }
}
