package dev.motif.projection.filter;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * Conditions joined by AND, OR and NOT. An answer is a set of what may be true, by Cypher's three values, in which a
 * comparison with no value is {@link #NULL}: a condition of which nothing is known may be all three.
 *
 * @param <C> the conditions
 */
public sealed interface Formula<C> {
    /** The answer that the formula may be false; one bit. */
    int FALSE = 1;

    /** The answer that the formula may be null; one bit. */
    int NULL = 2;

    /** The answer that the formula may be true; one bit. */
    int TRUE = 4;

    /** The answer that the formula may be anything. */
    int UNKNOWN = FALSE | NULL | TRUE;

    /** The answer of the formula from the answers of its conditions; only conditions that matter are asked. */
    int of(ToIntFunction<C> answers);

    /** This with another formula in place of each condition. */
    <D> Formula<D> replacing(Function<C, Formula<D>> change);

    Stream<C> conditions();

    record Condition<C>(C condition) implements Formula<C> {
        @Override
        public int of(ToIntFunction<C> answers) {
            return answers.applyAsInt(condition);
        }

        @Override
        public <D> Formula<D> replacing(Function<C, Formula<D>> change) {
            return change.apply(condition);
        }

        @Override
        public Stream<C> conditions() {
            return Stream.of(condition);
        }
    }

    /** All of some formulas; of none, it is true. */
    record And<C>(List<Formula<C>> parts) implements Formula<C> {
        @Override
        public int of(ToIntFunction<C> answers) {
            int all = TRUE;
            for (int i = 0; i < parts.size() && all != FALSE; i++) {
                all = and(all, parts.get(i).of(answers));
            }
            return all;
        }

        private static int and(int a, int b) {
            boolean isNull = (a & NULL) != 0 && (b & (NULL | TRUE)) != 0 || (b & NULL) != 0 && (a & (NULL | TRUE)) != 0;
            return a & b & TRUE | (a | b) & FALSE | (isNull ? NULL : 0);
        }

        @Override
        public <D> Formula<D> replacing(Function<C, Formula<D>> change) {
            return new And<>(parts.stream().map(part -> part.replacing(change)).toList());
        }

        @Override
        public Stream<C> conditions() {
            return parts.stream().flatMap(Formula::conditions);
        }
    }

    record Not<C>(Formula<C> part) implements Formula<C> {
        @Override
        public int of(ToIntFunction<C> answers) {
            int answer = part.of(answers);
            return answer & NULL | ((answer & TRUE) != 0 ? FALSE : 0) | ((answer & FALSE) != 0 ? TRUE : 0);
        }

        @Override
        public <D> Formula<D> replacing(Function<C, Formula<D>> change) {
            return new Not<>(part.replacing(change));
        }

        @Override
        public Stream<C> conditions() {
            return part.conditions();
        }
    }

    static <C> Formula<C> and(List<Formula<C>> parts) {
        return parts.size() == 1 ? parts.get(0) : new And<>(parts);
    }

    static <C> Formula<C> or(List<Formula<C>> parts) {
        return parts.size() == 1
                ? parts.get(0)
                : new Not<>(new And<>(parts.stream().<Formula<C>>map(Not::new).toList()));
    }
}
