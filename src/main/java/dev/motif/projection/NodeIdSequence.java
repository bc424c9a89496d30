package dev.motif.projection;

/** Some node ids in any order, possibly with repetitions. A negative id stands for no node. */
interface NodeIdSequence {
    int size();

    long get(int index);
}
