package dev.motif.text;

import java.util.List;

/**
 * A fingerprint of a group of nodes, by which the same group is known again: the same for the same nodes in any order,
 * in every run and on every machine that has the database. Of a million different groups, two have the same one with a
 * probability of about {@code 10^-27}.
 *
 * <p>Each node id is mixed to 128 bits by two finalizers of a 64-bit hash, and the mixed ids of the members are added
 * up. Source of the mixing: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
 * doi:10.1145/2660193.2660195.
 */
public final class GroupId {
    /** The description of the column of a row or a new node. */
    public static final String DESCRIPTION = "A fingerprint of the nodes: the same for the same nodes in every run";

    /** The hexadecimal digits of 64 bits. */
    private static final int DIGITS = Long.SIZE / 4;

    private static final long FIRST_GAMMA = 0x9e3779b97f4a7c15L;
    private static final long SECOND_GAMMA = 0xd1342543de82ef95L;

    private GroupId() {}

    /** The fingerprint of the group of these node ids: 32 hexadecimal digits. */
    public static String of(List<Long> nodeIds) {
        return of(nodeIds, List.of());
    }

    /** The fingerprint of the group of all of these node ids. */
    public static String of(List<Long> nodeIds, List<Long> more) {
        long size = (long) nodeIds.size() + more.size();
        long high = mix(size + FIRST_GAMMA) + sum(nodeIds, FIRST_GAMMA) + sum(more, FIRST_GAMMA);
        long low = mix(size + SECOND_GAMMA) + sum(nodeIds, SECOND_GAMMA) + sum(more, SECOND_GAMMA);
        return hex(mix(high)) + hex(mix(low));
    }

    private static long sum(List<Long> nodeIds, long gamma) {
        long sum = 0;
        for (long id : nodeIds) {
            sum += mix(mix(id + gamma) + gamma);
        }
        return sum;
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }

    /** Whether {@code text} has the form of a fingerprint. */
    public static boolean isOne(String text) {
        return text.length() == 2 * DIGITS
                && text.chars().allMatch(digit -> digit >= '0' && digit <= '9' || digit >= 'a' && digit <= 'f');
    }

    /** The upper 64 bits of a fingerprint. */
    public static long high(String id) {
        return Long.parseUnsignedLong(id, 0, DIGITS, 16);
    }

    /** The lower 64 bits of a fingerprint. */
    public static long low(String id) {
        return Long.parseUnsignedLong(id, DIGITS, 2 * DIGITS, 16);
    }

    private static String hex(long value) {
        String digits = Long.toHexString(value);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }
}
