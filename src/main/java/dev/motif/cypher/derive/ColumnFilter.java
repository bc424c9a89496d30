package dev.motif.cypher.derive;

import dev.motif.catalog.Column;
import dev.motif.catalog.ColumnLease;
import dev.motif.catalog.Columns;
import dev.motif.cypher.derive.Filter.Operand;
import dev.motif.cypher.derive.Filter.Subject;
import dev.motif.cypher.derive.Filter.Variable;
import dev.motif.graph.Graph;
import dev.motif.projection.EntityKind;
import dev.motif.projection.filter.FilterParser;
import dev.motif.projection.filter.FilterParser.Comparison;
import dev.motif.projection.filter.FilterParser.Constant;
import dev.motif.projection.filter.FilterParser.Property;
import dev.motif.projection.filter.Formula;
import dev.motif.projection.filter.Operator;
import dev.motif.projection.value.ValueType;
import dev.motif.text.Suggestions;
import dev.motif.text.UserText;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.values.storable.DurationValue;
import org.neo4j.values.storable.IntegralValue;
import org.neo4j.values.storable.Value;

/**
 * A filter whose columns have been looked up in a graph. Variables are {@code r} and {@code relationship}; {@code l},
 * {@code left}, {@code t} and {@code right} in bipartite graphs; {@code n} and {@code node}. Nodes have the column {@code degree} in every graph.
 *
 * @param usesNode whether the filter says something of every node, whatever its side
 */
record ColumnFilter(Formula<Filter> formula, boolean usesNode) {
    private static final Map<String, Variable> BIPARTITE = Map.of(
            "r", Variable.RELATIONSHIP,
            "relationship", Variable.RELATIONSHIP,
            "l", Variable.LEFT,
            "left", Variable.LEFT,
            "t", Variable.RIGHT,
            "right", Variable.RIGHT,
            "n", Variable.NODE,
            "node", Variable.NODE);
    private static final Map<String, Variable> UNIPARTITE = Map.of(
            "r", Variable.RELATIONSHIP,
            "relationship", Variable.RELATIONSHIP,
            "n", Variable.NODE,
            "node", Variable.NODE);

    /**
     * Reads a filter.
     *
     * @param source the graph and all its columns
     * @throws IllegalArgumentException when the text is no filter, or names a column that is not there
     */
    static ColumnFilter of(String text, ColumnLease source) {
        boolean bipartite = source.graph().projected().isBipartite();
        Map<String, Variable> variables = bipartite ? BIPARTITE : UNIPARTITE;
        FilterParser parser = new FilterParser(
                "filter",
                text,
                variables.keySet(),
                bipartite
                        ? "a value, or a column of r (the relationship), l (its left node), t (its right node), or n (each node)"
                        : "a value, or a column of r (the relationship) or n (each of its nodes)");
        Formula<Comparison> parsed = parser.parse();
        Map<String, Column> columns = Stream.concat(source.ofNodes().stream(), source.ofRelationships().stream())
                .collect(Collectors.toMap(Column::name, Function.identity(), (a, b) -> a, LinkedHashMap::new));
        Binder binder = new Binder(parser, source.graph().projected().graph(), bipartite, variables, columns);
        return new ColumnFilter(
                parsed.replacing(binder::formula), parsed.conditions().anyMatch(binder::usesNode));
    }

    /** The possible values of the filter for {@code subject}: one or several bits of {@link Formula}. */
    int of(Subject subject) {
        return formula.of(filter -> filter.of(subject));
    }

    /** Binds the names in a parsed condition to variables and columns of a graph, and makes its {@link Filter}. */
    private record Binder(
            FilterParser parser,
            Graph graph,
            boolean bipartite,
            Map<String, Variable> variables,
            Map<String, Column> columns) {
        boolean usesNode(Comparison comparison) {
            return Stream.concat(Stream.of(comparison.first()), comparison.others().stream())
                    .anyMatch(operand -> operand instanceof Property property
                            && variables.get(property.variable()) == Variable.NODE);
        }

        Formula<Filter> formula(Comparison comparison) {
            Operator operator = comparison.operator();
            Operand first = operand(comparison, comparison.first());
            if (operator == Operator.IS_NULL) {
                return new Formula.Condition<>(new Filter.IsNull(first));
            }
            if (operator.isOfParts()) {
                String part = text((Constant) comparison.second());
                return new Formula.Condition<>(Filter.ofPart(first, operator, part));
            }
            Operator ofEach = operator == Operator.IN ? Operator.EQUAL : operator;
            return Formula.or(comparison.others().stream()
                    .<Formula<Filter>>map(other ->
                            new Formula.Condition<>(Filter.comparison(first, ofEach, operand(comparison, other))))
                    .toList());
        }

        private Operand operand(Comparison comparison, FilterParser.Operand given) {
            if (given instanceof Property property) {
                return property(property, variables.get(property.variable()));
            }
            Value value = ((Constant) given).value();
            ValueType type = ValueType.of(value);
            if (value instanceof DurationValue duration && duration.get(ChronoUnit.DAYS) != 0) {
                throw parser.wrong(
                        comparison.start(),
                        "a column has durations of hours, minutes and seconds, of which none is equal to one of days:"
                                + " write duration('PT24H') in place of duration('P1D')");
            }
            try {
                return type == ValueType.STRING
                        ? new Filter.Text(text((Constant) given))
                        : new Filter.Constant(
                                type, value instanceof IntegralValue integer ? integer.longValue() : type.bits(value));
            } catch (ArithmeticException e) {
                throw parser.wrong(comparison.start(), "a value must be " + e.getMessage());
            }
        }

        private static String text(Constant text) {
            return (String) text.value().asObject();
        }

        private Operand property(Property given, Variable variable) {
            int start = given.start();
            String name = given.column();
            Column column = columns.get(name);
            if (column == null && name.equals(Columns.DEGREE)) {
                if (variable == Variable.RELATIONSHIP) {
                    throw parser.wrong(
                            start,
                            "a degree is of nodes: write " + (bipartite ? "l.degree or right.degree" : "n.degree"));
                }
                return Filter.Degree.of(variable, graph);
            }
            if (column == null) {
                throw parser.wrong(
                        start,
                        "there is no column " + Suggestions.listed(List.of(name), UserText::value, columns.keySet())
                                + ". " + Columns.there(columns.keySet()));
            }
            boolean has =
                    switch (variable) {
                        case RELATIONSHIP -> !column.isOfNodes();
                        case LEFT -> column.has(EntityKind.LEFT);
                        case RIGHT -> column.has(EntityKind.RIGHT);
                        case NODE -> column.has(EntityKind.LEFT) && (!bipartite || column.has(EntityKind.RIGHT));
                    };
            if (!has) {
                throw parser.wrong(
                        start,
                        "column " + UserText.value(name) + " is of " + column.of(bipartite) + ", which "
                                + given.variable()
                                + " has not: write " + variableOf(column) + "."
                                + (FilterParser.isPlain(name)
                                        ? name
                                        : "`" + UserText.name(name.replace("`", "``")) + "`"));
            }
            if (column.lists() != null) {
                throw parser.wrong(
                        start,
                        "column " + UserText.value(name)
                                + " has lists, which a filter cannot compare: project it with an" + " `aggregation`");
            }
            return Filter.Property.of(variable, column);
        }

        private String variableOf(Column column) {
            if (!column.isOfNodes()) {
                return "r";
            }
            boolean left = column.has(EntityKind.LEFT);
            return !bipartite || left && column.has(EntityKind.RIGHT) ? "n" : left ? "l" : "right";
        }
    }
}
