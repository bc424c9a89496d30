package dev.motif.projection.filter;

import java.util.stream.Stream;

/** Comparisons, as they are written. */
public enum Operator {
    EQUAL("="),
    UNEQUAL("<>"),
    LESS("<"),
    AT_MOST("<="),
    GREATER(">"),
    AT_LEAST(">="),
    /** Equal to one of several values. */
    IN("IN"),
    STARTS_WITH("STARTS WITH"),
    ENDS_WITH("ENDS WITH"),
    CONTAINS("CONTAINS"),
    /** There is no value. */
    IS_NULL("IS NULL");

    private final String text;

    Operator(String text) {
        this.text = text;
    }

    static Stream<Operator> signs() {
        return Stream.of(EQUAL, UNEQUAL, LESS, AT_MOST, GREATER, AT_LEAST);
    }

    /** The operator as Cypher writes it. */
    public String text() {
        return text;
    }

    /** Whether it compares a text with a part of it. */
    public boolean isOfParts() {
        return this == STARTS_WITH || this == ENDS_WITH || this == CONTAINS;
    }

    /** The same of the operands in reverse order; of {@link #signs} alone. */
    public Operator reversed() {
        return switch (this) {
            case LESS -> GREATER;
            case AT_MOST -> AT_LEAST;
            case GREATER -> LESS;
            case AT_LEAST -> AT_MOST;
            default -> this;
        };
    }

    /**
     * The result for two values that are there and have no order, such as values of different types: one bit of {@link
     * Formula}.
     */
    public int ofUnordered(boolean equal) {
        return switch (this) {
            case EQUAL, IN -> equal ? Formula.TRUE : Formula.FALSE;
            case UNEQUAL -> equal ? Formula.FALSE : Formula.TRUE;
            case AT_MOST, AT_LEAST -> equal ? Formula.TRUE : Formula.NULL;
            case IS_NULL -> Formula.FALSE;
            default -> Formula.NULL;
        };
    }

    /** Whether it holds of two values in this order, as by {@link Long#compare}; of {@link #signs} alone. */
    public boolean holds(int order) {
        return switch (this) {
            case EQUAL -> order == 0;
            case UNEQUAL -> order != 0;
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case GREATER -> order > 0;
            case AT_LEAST -> order >= 0;
            default -> throw new IllegalStateException(name());
        };
    }

    /** Whether it holds of a text and a part; of those that {@link #isOfParts}. */
    public boolean holds(String whole, String part) {
        return switch (this) {
            case STARTS_WITH -> whole.startsWith(part);
            case ENDS_WITH -> whole.endsWith(part);
            case CONTAINS -> whole.contains(part);
            default -> throw new IllegalStateException(name());
        };
    }
}
