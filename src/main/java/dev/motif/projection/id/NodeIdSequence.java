package dev.motif.projection.id;

/** Some node ids in any order, possibly with repetitions. A negative id stands for no node. */
public interface NodeIdSequence {
    int size();

    long get(int index);
}
