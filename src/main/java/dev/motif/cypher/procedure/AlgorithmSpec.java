package dev.motif.cypher.procedure;

import dev.motif.backend.Algorithm;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.projection.EntityKind;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The common parts of the procedures {@code stats}, {@code stream}, {@code write} and {@code mutate} of an algorithm.
 * {@link MotifProcedures} makes a call of each of them.
 *
 * @param name the procedures without their last part, such as {@code "motif.ktruss"}
 * @param algorithm what runs
 * @param whole reads what {@code stats} is to compute
 * @param per reads whether the other procedures are about nodes or about relationships
 * @param each reads what the other procedures are to compute
 * @param elements what gets values when they are written
 * @param writer gives the values of a run to where they are written
 */
public record AlgorithmSpec<G extends Graph, C, R extends AutoCloseable>(
        String name,
        Algorithm<G, C, R> algorithm,
        Function<Configuration, C> whole,
        Function<Configuration, Granularity> per,
        BiFunction<Configuration, Granularity, C> each,
        BiFunction<C, Granularity, Set<EntityKind>> elements,
        BiConsumer<AlgorithmRun<R>, PropertyTarget> writer) {
    /** The values that a result has for its nodes or relationships. */
    @FunctionalInterface
    public interface Values<R> {
        /** The values of these nodes or relationships, by vertex or by edge; null where the result has none. */
        PropertyValues of(R result, EntityKind elements);
    }

    @FunctionalInterface
    public interface NodeValues<R> {
        /** The values of the nodes of {@code side}, by vertex; null where the result has none. */
        PropertyValues of(R result, Side side);
    }

    /** An algorithm with one kind of result, which is read alike for all procedures, and no values to write. */
    public static <G extends Graph, C, R extends AutoCloseable> AlgorithmSpec<G, C, R> of(
            String name, Algorithm<G, C, R> algorithm, Function<Configuration, C> parameters) {
        return new AlgorithmSpec<>(
                name,
                algorithm,
                parameters,
                given -> Granularity.NODE,
                (given, per) -> parameters.apply(given),
                (config, per) -> per.elements(),
                (run, target) -> {});
    }

    /** This algorithm when {@code stream}, {@code write} and {@code mutate} read their parameters otherwise than {@code stats}. */
    public AlgorithmSpec<G, C, R> each(Function<Configuration, C> parameters) {
        return new AlgorithmSpec<>(
                name, algorithm, whole, per, (given, chosen) -> parameters.apply(given), elements, writer);
    }

    /** This algorithm when the key {@code per} of these procedures chooses between nodes and relationships. */
    public AlgorithmSpec<G, C, R> eachPer(BiFunction<Configuration, Granularity, C> parameters) {
        return eachPer(Granularity.NODE, parameters);
    }

    /** This algorithm when the key {@code per} of these procedures chooses, and {@code absent} is chosen without the key. */
    public AlgorithmSpec<G, C, R> eachPer(Granularity absent, BiFunction<Configuration, Granularity, C> parameters) {
        return new AlgorithmSpec<>(
                name, algorithm, whole, given -> Granularity.of(given, absent), parameters, elements, writer);
    }

    /** This algorithm, which has a value for each relationship. */
    public AlgorithmSpec<G, C, R> relationshipValues(Function<R, PropertyValues> values) {
        return new AlgorithmSpec<>(
                        name,
                        algorithm,
                        whole,
                        given -> Granularity.RELATIONSHIP,
                        each,
                        (config, chosen) -> chosen.elements(),
                        writer)
                .values((result, of) -> of == EntityKind.RELATIONSHIPS ? values.apply(result) : null);
    }

    /** This algorithm, which has a value for each node of both sides, or of a unipartite graph. */
    public AlgorithmSpec<G, C, R> nodeValues(NodeValues<R> values) {
        return values((result, of) -> of.areNodes() ? values.of(result, of.side()) : null);
    }

    /** This algorithm, which has a value for each node of the sides that the configuration chooses. */
    public AlgorithmSpec<G, C, R> nodeValues(Function<C, Set<EntityKind>> sides, NodeValues<R> values) {
        return new AlgorithmSpec<>(name, algorithm, whole, per, each, (config, chosen) -> sides.apply(config), writer)
                .nodeValues(values);
    }

    /** This algorithm, whose results have these values. */
    public AlgorithmSpec<G, C, R> values(Values<R> values) {
        return writer((run, target) -> {
            for (EntityKind of : EntityKind.values()) {
                PropertyValues each = values.of(run.result(), of);
                if (each != null && of.areNodes()) {
                    target.writeNodes(run.projected().nodes(of), each);
                } else if (each != null) {
                    target.writeRelationships(run.projected(), each);
                }
            }
        });
    }

    /** This algorithm, whose runs write what {@code writing} gives the target. */
    public AlgorithmSpec<G, C, R> writer(BiConsumer<AlgorithmRun<R>, PropertyTarget> writing) {
        return new AlgorithmSpec<>(name, algorithm, whole, per, each, elements, writing);
    }
}
