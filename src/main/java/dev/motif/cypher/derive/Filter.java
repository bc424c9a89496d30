package dev.motif.cypher.derive;

import dev.motif.catalog.Column;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.projection.EntityKind;
import dev.motif.projection.filter.Formula;
import dev.motif.projection.filter.Operator;
import dev.motif.projection.value.Texts;
import dev.motif.projection.value.ValueType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongUnaryOperator;

/**
 * A condition on the columns of a relationship and its nodes. It is also asked about a node alone: what it says of anything
 * else is not known then. What cannot be true of a node is thus true of none of its relationships.
 */
sealed interface Filter {
    /** The possible values of the filter for {@code subject}: one or several bits of {@link Formula}. */
    int of(Subject subject);

    /**
     * The subject of a filter: numbers of an edge and of vertices, -1 for unknown ones.
     *
     * @param edge the relationship {@code r}
     * @param left the left node {@code l}
     * @param right the node {@code right}
     * @param node the node {@code n}
     * @param side what {@code node} is
     */
    record Subject(long edge, long left, long right, long node, EntityKind side) {
        static Subject ofNode(EntityKind side, int vertex) {
            return new Subject(
                    -1, side == EntityKind.LEFT ? vertex : -1, side == EntityKind.RIGHT ? vertex : -1, vertex, side);
        }
    }

    /** Whether there is no value. */
    record IsNull(Operand operand) implements Filter {
        @Override
        public int of(Subject subject) {
            if (!operand.isKnown(subject)) {
                return Formula.FALSE | Formula.TRUE;
            }
            return operand.isMissing(subject) ? Formula.TRUE : Formula.FALSE;
        }
    }

    /** The comparison of values that have no order: of different types, none of which are equal, or of durations. */
    record Unordered(Operand first, Operator operator, Operand second) implements Filter {
        @Override
        public int of(Subject subject) {
            if (!first.isKnown(subject) || !second.isKnown(subject)) {
                return Formula.UNKNOWN;
            }
            return first.isMissing(subject) || second.isMissing(subject)
                    ? Formula.NULL
                    : operator.ofUnordered(
                            first.type() == second.type() && first.bits(subject) == second.bits(subject));
        }
    }

    /** Whether the code of a text is one of some. */
    record OneOf(Operand operand, BitSet codes) implements Filter {
        @Override
        public int of(Subject subject) {
            if (!operand.isKnown(subject)) {
                return Formula.UNKNOWN;
            }
            long code = operand.bits(subject);
            return operand.isMissing(code) ? Formula.NULL : codes.get((int) code) ? Formula.TRUE : Formula.FALSE;
        }
    }

    /** A value, or what has one. */
    sealed interface Operand {
        ValueType type();

        default boolean isKnown(Subject subject) {
            return true;
        }

        /** The bits of the value, which is known but may be missing. */
        long bits(Subject subject);

        /** Whether these bits are no value. */
        default boolean isMissing(long bits) {
            return type().isMissing(bits);
        }

        /** Whether there is no value, which is known. */
        default boolean isMissing(Subject subject) {
            return isMissing(bits(subject));
        }
    }

    record Constant(ValueType type, long bits) implements Operand {
        @Override
        public long bits(Subject subject) {
            return bits;
        }

        @Override
        public boolean isMissing(long bits) {
            return false;
        }
    }

    /** A text, which {@link #comparison} gives a number. */
    record Text(String text) implements Operand {
        @Override
        public ValueType type() {
            return ValueType.STRING;
        }

        @Override
        public long bits(Subject subject) {
            throw new IllegalStateException("a text has no bits of its own");
        }

        @Override
        public boolean isMissing(Subject subject) {
            return false;
        }
    }

    /** Numbers in place of the codes of texts, which are in the order of the texts. */
    record Numbered(Operand operand, LongUnaryOperator numbers) implements Operand {
        @Override
        public ValueType type() {
            return ValueType.STRING;
        }

        @Override
        public boolean isKnown(Subject subject) {
            return operand.isKnown(subject);
        }

        @Override
        public long bits(Subject subject) {
            long code = operand.bits(subject);
            return isMissing(code) ? code : numbers.applyAsLong(code);
        }
    }

    /** The comparison of two operands as Cypher has it; codes of texts become numbers in one order. */
    static Filter comparison(Operand first, Operator operator, Operand second) {
        boolean numbers = first.type().isNumber() && second.type().isNumber();
        if (!numbers && first.type() != second.type() || first.type() == ValueType.DURATION) {
            return new Unordered(first, operator, second);
        }
        if (first.type() != ValueType.STRING) {
            return new Comparison(first, operator, second);
        }
        if (first instanceof Text text && second instanceof Text other) {
            int order = Arrays.compareUnsigned(
                    text.text.getBytes(StandardCharsets.UTF_8), other.text.getBytes(StandardCharsets.UTF_8));
            return new Comparison(new Constant(ValueType.INTEGER, order), operator, new Constant(ValueType.INTEGER, 0));
        }
        Texts texts = (first instanceof Property property ? property : (Property) second).texts();
        return new Comparison(numbered(first, texts), operator, numbered(second, texts));
    }

    /** Whether a text has a part, by an operator of parts. */
    static Filter ofPart(Operand whole, Operator operator, String part) {
        if (whole.type() != ValueType.STRING) {
            return new Unordered(whole, operator, new Text(part));
        }
        if (whole instanceof Text text) {
            Operand holds = new Constant(ValueType.BOOLEAN, operator.holds(text.text, part) ? 1 : 0);
            return new Comparison(holds, Operator.EQUAL, new Constant(ValueType.BOOLEAN, 1));
        }
        Texts texts = ((Property) whole).texts;
        BitSet codes = new BitSet();
        for (int code = 0; code < texts.count(); code++) {
            codes.set(code, operator.holds(texts.text(code), part));
        }
        return new OneOf(whole, codes);
    }

    /** Numbers a text of {@code texts} by twice its code and 1, and another by the even number between. */
    private static Operand numbered(Operand operand, Texts texts) {
        if (operand instanceof Text text) {
            return new Constant(ValueType.INTEGER, number(texts.find(text.text)));
        }
        Texts own = ((Property) operand).texts();
        if (own == texts) {
            return new Numbered(operand, code -> 2 * code + 1);
        }
        long[] numbers = new long[(int) own.count()];
        Arrays.setAll(numbers, code -> number(texts.find(own.text(code))));
        return new Numbered(operand, code -> numbers[(int) code]);
    }

    private static long number(long found) {
        return found >= 0 ? 2 * found + 1 : 2 * ~found;
    }

    enum Variable {
        RELATIONSHIP,
        LEFT,
        RIGHT,
        /** Each node of its own. */
        NODE;

        /** The number of what it is in a subject, -1 where that is not known. */
        long index(Subject subject) {
            return switch (this) {
                case RELATIONSHIP -> subject.edge;
                case LEFT -> subject.left;
                case RIGHT -> subject.right;
                case NODE -> subject.node;
            };
        }

        boolean isRight(Subject subject) {
            return this == RIGHT || this == NODE && subject.side == EntityKind.RIGHT;
        }
    }

    /**
     * How many neighbors a node has.
     *
     * @param left the neighbors of left nodes, or of all nodes of a unipartite graph
     * @param right the neighbors of right nodes; null in a unipartite graph
     */
    record Degree(Variable variable, Csr left, Csr right) implements Operand {
        static Degree of(Variable variable, Graph graph) {
            return graph instanceof BipartiteGraph bipartite
                    ? new Degree(variable, bipartite.left(), bipartite.right())
                    : new Degree(variable, ((UnipartiteGraph) graph).adjacency(), null);
        }

        @Override
        public ValueType type() {
            return ValueType.INTEGER;
        }

        @Override
        public boolean isKnown(Subject subject) {
            return variable.index(subject) >= 0;
        }

        @Override
        public long bits(Subject subject) {
            return (variable.isRight(subject) ? right : left).degree((int) variable.index(subject));
        }
    }

    /**
     * The value of a variable in a column.
     *
     * @param left the values of left nodes, or of all nodes of a unipartite graph; null where the variable has none
     * @param texts of which values are codes; null for other types
     */
    record Property(
            Variable variable, ValueType type, OffHeapLongs edges, OffHeapLongs left, OffHeapLongs right, Texts texts)
            implements Operand {
        static Property of(Variable variable, Column column) {
            return new Property(
                    variable,
                    column.type(),
                    column.values(EntityKind.RELATIONSHIPS),
                    column.values(EntityKind.LEFT),
                    column.values(EntityKind.RIGHT),
                    column.texts());
        }

        @Override
        public boolean isKnown(Subject subject) {
            return variable.index(subject) >= 0;
        }

        @Override
        public long bits(Subject subject) {
            OffHeapLongs values = variable == Variable.RELATIONSHIP ? edges : variable.isRight(subject) ? right : left;
            return values.get(variable.index(subject));
        }
    }

    /**
     * Compares exactly, also an INTEGER with a FLOAT; other values only with values of their type. NaN is unequal to
     * everything, and no other comparison holds for it.
     */
    record Comparison(Operand first, Operator operator, Operand second) implements Filter {
        @Override
        public int of(Subject subject) {
            if (!first.isKnown(subject) || !second.isKnown(subject)) {
                return Formula.UNKNOWN;
            }
            long a = first.bits(subject);
            long b = second.bits(subject);
            if (first.isMissing(a) || second.isMissing(b)) {
                return Formula.NULL;
            }
            boolean floatA = first.type() == ValueType.FLOAT;
            boolean floatB = second.type() == ValueType.FLOAT;
            boolean holds;
            if (!floatA && !floatB) {
                holds = operator.holds(Long.compare(a, b));
            } else if (floatA && Double.isNaN(Double.longBitsToDouble(a))
                    || floatB && Double.isNaN(Double.longBitsToDouble(b))) {
                holds = operator == Operator.UNEQUAL;
            } else if (!floatA) {
                holds = operator.holds(compare(a, Double.longBitsToDouble(b)));
            } else if (!floatB) {
                holds = operator.holds(-compare(b, Double.longBitsToDouble(a)));
            } else {
                double x = Double.longBitsToDouble(a);
                double y = Double.longBitsToDouble(b);
                // Not Double.compare, for which 0.0 and -0.0 differ.
                holds = operator.holds(x < y ? -1 : x > y ? 1 : 0);
            }
            return holds ? Formula.TRUE : Formula.FALSE;
        }

        /** Compares exactly; {@code b} is a number. */
        private static int compare(long a, double b) {
            if (b >= 0x1p63) {
                return -1;
            }
            if (b < -0x1p63) {
                return 1;
            }
            int whole = Long.compare(a, (long) b);
            double fraction = b - (long) b;
            return whole != 0 ? whole : fraction > 0 ? -1 : fraction < 0 ? 1 : 0;
        }
    }
}
