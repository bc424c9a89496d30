package dev.motif.projection;

/** Some node ids, in any order and also repeatedly. A negative one stands for no node. */
interface NodeIdSequence {
    int size();

    long get(int index);
}
