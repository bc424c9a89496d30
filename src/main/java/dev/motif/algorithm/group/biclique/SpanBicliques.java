package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.group.biclique.model.MaximalBiclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.group.span.SpanFilter;
import dev.motif.algorithm.group.span.TimedGraph;
import dev.motif.algorithm.group.span.WindowParts.Parts;
import dev.motif.parallel.Cancellation;

/** Passes the maximal bicliques of windows on that are maximal with a span, with their vertices of the whole graph. For one worker. */
final class SpanBicliques implements MaximalBiclique {
    private final SpanFilter filter;
    private final MaximalBicliqueConsumer consumer;
    private int[] left = new int[0];
    private int[] right = new int[0];

    SpanBicliques(TimedGraph timed, MaximalBicliqueConsumer consumer, Cancellation cancellation) {
        this.filter = new SpanFilter(timed, cancellation);
        this.consumer = consumer;
    }

    /** Takes the bicliques of {@code parts}. */
    MaximalBicliqueConsumer in(Parts parts) {
        return biclique -> {
            left = new int[biclique.leftSize()];
            right = new int[biclique.rightSize()];
            biclique.copyLeft(left);
            biclique.copyRight(right);
            long start = parts.start(left[0]);
            left = parts.inWhole(0, left);
            right = parts.inWhole(1, right);
            if (filter.admits(left, right, start)) {
                consumer.accept(this);
            }
        };
    }

    @Override
    public int leftSize() {
        return left.length;
    }

    @Override
    public int rightSize() {
        return right.length;
    }

    @Override
    public void copyLeft(int[] target) {
        System.arraycopy(left, 0, target, 0, left.length);
    }

    @Override
    public void copyRight(int[] target) {
        System.arraycopy(right, 0, target, 0, right.length);
    }
}
