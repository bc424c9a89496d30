package dev.motif.research.gbc.order;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import java.util.function.IntUnaryOperator;

/**
 * New numbers for vertices, which they have in sets. Closing it frees its memory.
 *
 * <p>Each 32 consecutive numbers, from a multiple of 32 on, make up a block: a word of a bitmap.
 */
public final class VertexPermutation implements AutoCloseable {
    private final OffHeapInts numbers;
    private final OffHeapInts vertices;

    private VertexPermutation(OffHeapInts numbers, OffHeapInts vertices) {
        this.numbers = numbers;
        this.vertices = vertices;
    }

    /**
     * Numbers {@code count} vertices by {@code key}, the smallest first, ties by vertex. Keys are 0 or more. The scope
     * owns the result.
     */
    public static VertexPermutation by(int count, IntUnaryOperator key, OffHeapScope scope) {
        OffHeapInts numbers = scope.ints(count);
        OffHeapInts vertices = scope.ints(count);
        ascending(count, key, numbers, scope);
        for (int v = 0; v < count; v++) {
            vertices.set(numbers.get(v), v);
        }
        scope.keep(numbers);
        scope.keep(vertices);
        return scope.own(new VertexPermutation(numbers, vertices));
    }

    /**
     * Sets {@code numbers} to the position of each vertex in ascending order of the keys, ties by vertex. A counting
     * sort; keys are 0 or more.
     */
    public static void ascending(int count, IntUnaryOperator key, OffHeapInts numbers, OffHeapScope scope) {
        int largest = 0;
        for (int v = 0; v < count; v++) {
            largest = Math.max(largest, key.applyAsInt(v));
        }
        OffHeapInts next = scope.zeroedInts(largest + 2L);
        for (int v = 0; v < count; v++) {
            next.add(key.applyAsInt(v) + 1L, 1);
        }
        for (long k = 1; k <= largest; k++) {
            next.add(k + 1, next.get(k));
        }
        for (int v = 0; v < count; v++) {
            numbers.set(v, next.add(key.applyAsInt(v), 1));
        }
        scope.close(next);
    }

    public int count() {
        return (int) numbers.length();
    }

    public int numberOf(int vertex) {
        return numbers.get(vertex);
    }

    public int vertexAt(int number) {
        return vertices.get(number);
    }

    /** Exchanges the vertices of two numbers. */
    public void exchange(int number, int otherNumber) {
        int vertex = vertices.get(number);
        int otherVertex = vertices.get(otherNumber);
        vertices.set(number, otherVertex);
        vertices.set(otherNumber, vertex);
        numbers.set(vertex, otherNumber);
        numbers.set(otherVertex, number);
    }

    @Override
    public void close() {
        numbers.close();
        vertices.close();
    }
}
