package dev.motif.graph.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RawMemoryTest {
    @Test
    void isReachedByUnsafe() {
        assertFalse(RawMemory.FOREIGN);
        useEverything();
    }

    @Test
    void isReachedWithoutAWarningWhereUnsafeIsRefused() throws Exception {
        String java = output(new ProcessBuilder(".ci/newest-java", "24")).strip();
        assumeFalse(java.isEmpty(), "Java 24 or newer is installed");
        String printed = output(new ProcessBuilder(
                java,
                "-ea",
                "--sun-misc-unsafe-memory-access=deny",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                RawMemoryTest.class.getName()));
        assertEquals("foreign", printed.strip());
    }

    @Test
    void largeBlocksAreMarkedForHugePages() throws Exception {
        assumeTrue(Files.exists(Path.of("/sys/kernel/mm/transparent_hugepage/enabled")), "Linux has huge pages");
        long block = RawMemory.allocate(40 << 20);
        try {
            Matcher mapping = Pattern.compile("(?ms)^(\\w+)-(\\w+) .*?^VmFlags:(.*?)$")
                    .matcher(Files.readString(Path.of("/proc/self/smaps")));
            long middle = block + (20 << 20);
            String flags = mapping.results()
                    .filter(found -> Long.compareUnsigned(Long.parseUnsignedLong(found.group(1), 16), middle) <= 0
                            && Long.compareUnsigned(Long.parseUnsignedLong(found.group(2), 16), middle) > 0)
                    .map(found -> found.group(3))
                    .findFirst()
                    .orElseThrow();
            assertTrue((flags + " ").contains(" hg "), flags);
        } finally {
            RawMemory.free(block);
        }
    }

    private static String output(ProcessBuilder command) throws Exception {
        Process process = command.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), printed);
        return printed;
    }

    /** The part that runs on the newer Java. */
    public static void main(String[] arguments) {
        assertTrue(RawMemory.FOREIGN);
        useEverything();
        System.out.println("foreign");
    }

    private static void useEverything() {
        long block = RawMemory.allocate(64);
        RawMemory.zero(block, 64);
        RawMemory.putInt(block, 4, -7);
        assertEquals(List.of(0, -7), List.of(RawMemory.getInt(block, 0), RawMemory.getInt(block, 4)));
        assertEquals(-7, RawMemory.getAndAddInt(block, 4, 10));
        assertEquals(3, RawMemory.getAndSetInt(block, 4, 5));
        assertTrue(RawMemory.compareAndSetInt(block, 4, 5, 6));
        assertFalse(RawMemory.compareAndSetInt(block, 4, 5, 7));
        RawMemory.putLong(block, 8, Long.MIN_VALUE);
        assertEquals(Long.MIN_VALUE, RawMemory.getAndAddLong(block, 8, 1));
        assertTrue(RawMemory.compareAndSetLong(block, 8, Long.MIN_VALUE + 1, 1L << 40));
        assertFalse(RawMemory.compareAndSetLong(block, 8, 0, 1));
        assertEquals(1L << 40, RawMemory.getLongVolatile(block, 8));

        RawMemory.copy(new long[] {9, 1, 2, 9}, 1, block + 16, 2);
        RawMemory.copy(block + 16, block + 24, 16); // overlapping
        assertEquals(
                List.of(1L, 1L, 2L),
                List.of(RawMemory.getLong(block, 16), RawMemory.getLong(block, 24), RawMemory.getLong(block, 32)));
        RawMemory.copy(new int[] {3, 4, 5}, 1, block, 2);
        int[] ints = new int[3];
        RawMemory.copy(block, ints, 2);
        assertArrayEquals(new int[] {4, 5, 0}, ints);
        RawMemory.copy(new byte[] {6, 7, 8}, 1, block + 1, 2); // at no multiple of anything
        byte[] bytes = new byte[3];
        RawMemory.copy(block + 1, bytes, 2);
        assertArrayEquals(new byte[] {7, 8, 0}, bytes);

        block = RawMemory.reallocate(block, 8);
        assertEquals(5, RawMemory.getInt(block, 4));
        RawMemory.free(block);
        assertThrows(OutOfMemoryError.class, () -> RawMemory.allocate(1L << 60));
    }
}
