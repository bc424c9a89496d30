package dev.motif.cypher.derive;

import dev.motif.catalog.Column;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.projection.EntityKind;
import java.util.List;

/**
 * A condition on the columns of a relationship and its nodes. It is also asked about a node alone: what it says of anything
 * else is unknown then, and so may be its truth, by the three-valued logic of Kleene. What is false of a node is thus false
 * of all its relationships.
 */
sealed interface Filter {
    /** How true a filter is. The order is that of truth: AND is the least of its parts, OR the greatest. */
    enum Truth {
        FALSE,
        UNKNOWN,
        TRUE
    }

    Truth of(Subject subject);

    /**
     * What a filter is asked about: numbers of an edge and of vertices, -1 for those that are not known.
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

    /** Of two parts or more. */
    record And(List<Filter> parts) implements Filter {
        @Override
        public Truth of(Subject subject) {
            Truth least = Truth.TRUE;
            for (int i = 0; i < parts.size() && least != Truth.FALSE; i++) {
                Truth truth = parts.get(i).of(subject);
                least = truth.compareTo(least) < 0 ? truth : least;
            }
            return least;
        }
    }

    /** Of two parts or more. */
    record Or(List<Filter> parts) implements Filter {
        @Override
        public Truth of(Subject subject) {
            Truth greatest = Truth.FALSE;
            for (int i = 0; i < parts.size() && greatest != Truth.TRUE; i++) {
                Truth truth = parts.get(i).of(subject);
                greatest = truth.compareTo(greatest) > 0 ? truth : greatest;
            }
            return greatest;
        }
    }

    record Not(Filter part) implements Filter {
        @Override
        public Truth of(Subject subject) {
            return switch (part.of(subject)) {
                case TRUE -> Truth.FALSE;
                case FALSE -> Truth.TRUE;
                case UNKNOWN -> Truth.UNKNOWN;
            };
        }
    }

    /** A number, or what has one. */
    sealed interface Operand {
        Column.Type type();

        boolean isKnown(Subject subject);

        /** The bits of the number, which is known. */
        long bits(Subject subject);
    }

    record Constant(Column.Type type, long bits) implements Operand {
        @Override
        public boolean isKnown(Subject subject) {
            return true;
        }

        @Override
        public long bits(Subject subject) {
            return bits;
        }
    }

    /** Whose value is compared. */
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
     * @param right those of right nodes; null in a unipartite graph
     */
    record Degree(Variable variable, Csr left, Csr right) implements Operand {
        static Degree of(Variable variable, Graph graph) {
            return graph instanceof BipartiteGraph bipartite
                    ? new Degree(variable, bipartite.left(), bipartite.right())
                    : new Degree(variable, ((UnipartiteGraph) graph).adjacency(), null);
        }

        @Override
        public Column.Type type() {
            return Column.Type.INTEGER;
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
     */
    record Property(Variable variable, Column.Type type, OffHeapLongs edges, OffHeapLongs left, OffHeapLongs right)
            implements Operand {
        static Property of(Variable variable, Column column) {
            return new Property(
                    variable,
                    column.type(),
                    column.values(EntityKind.RELATIONSHIPS),
                    column.values(EntityKind.LEFT),
                    column.values(EntityKind.RIGHT));
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

    /** Comparisons, as they are written. */
    enum Operator {
        EQUAL("="),
        UNEQUAL("<>"),
        LESS("<"),
        AT_MOST("<="),
        GREATER(">"),
        AT_LEAST(">=");

        final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        private boolean holds(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case UNEQUAL -> order != 0;
                case LESS -> order < 0;
                case AT_MOST -> order <= 0;
                case GREATER -> order > 0;
                case AT_LEAST -> order >= 0;
            };
        }
    }

    /** Compares exactly, also an INTEGER with a FLOAT. NaN is unequal to everything, and no other comparison holds for it. */
    record Comparison(Operand first, Operator operator, Operand second) implements Filter {
        @Override
        public Truth of(Subject subject) {
            if (!first.isKnown(subject) || !second.isKnown(subject)) {
                return Truth.UNKNOWN;
            }
            long a = first.bits(subject);
            long b = second.bits(subject);
            boolean integerA = first.type() == Column.Type.INTEGER;
            boolean integerB = second.type() == Column.Type.INTEGER;
            boolean holds;
            if (integerA && integerB) {
                holds = operator.holds(Long.compare(a, b));
            } else if (!integerA && Double.isNaN(Double.longBitsToDouble(a))
                    || !integerB && Double.isNaN(Double.longBitsToDouble(b))) {
                holds = operator == Operator.UNEQUAL;
            } else if (integerA) {
                holds = operator.holds(compare(a, Double.longBitsToDouble(b)));
            } else if (integerB) {
                holds = operator.holds(-compare(b, Double.longBitsToDouble(a)));
            } else {
                double x = Double.longBitsToDouble(a);
                double y = Double.longBitsToDouble(b);
                // Not Double.compare, for which 0.0 and -0.0 differ.
                holds = operator.holds(x < y ? -1 : x > y ? 1 : 0);
            }
            return holds ? Truth.TRUE : Truth.FALSE;
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
