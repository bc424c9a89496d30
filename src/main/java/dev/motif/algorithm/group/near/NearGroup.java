package dev.motif.algorithm.group.near;

/** A near-group that a search is at: it may change once who receives it has returned. */
interface NearGroup {
    /** How many vertices it has on a side. */
    int size(int side);

    /** The vertices in the graph that it has on a side, ascending. */
    int[] members(int side);

    /** The vertices of a near-group by side. */
    record Members(int[]... members) implements NearGroup {
        @Override
        public int size(int side) {
            return members[side].length;
        }

        @Override
        public int[] members(int side) {
            return members[side];
        }
    }

    /** A near-group whose sides are exchanged. */
    record Turned(NearGroup group) implements NearGroup {
        @Override
        public int size(int side) {
            return group.size(1 - side);
        }

        @Override
        public int[] members(int side) {
            return group.members(1 - side);
        }
    }
}
