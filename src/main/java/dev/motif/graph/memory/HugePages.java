package dev.motif.graph.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * Asks Linux to back large blocks by huge pages ({@code madvise}, which transparent huge pages heed unless they are
 * {@code never}): a page of 4 KiB is given, and zeroed, at the first touch, which takes five times as long as copying its
 * content, and a look-up of addresses has 512 times fewer of the others to know.
 *
 * <p>The function is reached by JNA, which Neo4j itself brings and uses, and which is looked up by name as it is no
 * dependency. Where there is none, as where the kernel refuses, memory is as it is.
 */
final class HugePages {
    private static final long PAGE_BYTES = 1 << 12;

    /** The size of a huge page of x86-64, and of Arm with small pages of 4 KiB. */
    private static final long HUGE_PAGE_BYTES = 2 << 20;

    /** Smaller blocks hold at most one whole huge page. */
    private static final long LEAST_BYTES = 2 * HUGE_PAGE_BYTES;

    private static final int MADV_HUGEPAGE = 14;

    private static final boolean LINUX = System.getProperty("os.name").startsWith("Linux");

    /** Loaded at the first use. */
    private static final class Jna {
        /** {@code madvise} with its arguments in an array; null where there is no JNA. */
        static final MethodHandle MADVISE = find();

        private static MethodHandle find() {
            try {
                Class<?> function = Class.forName("com.sun.jna.Function");
                Object madvise = function.getMethod("getFunction", String.class, String.class)
                        .invoke(null, "c", "madvise");
                return MethodHandles.publicLookup()
                        .unreflect(function.getMethod("invokeInt", Object[].class))
                        .bindTo(madvise);
            } catch (ReflectiveOperationException | LinkageError e) {
                return null;
            }
        }
    }

    private static volatile boolean available = LINUX;

    private HugePages() {}

    /** Asks for huge pages for a block that is new. */
    static void advise(long address, long bytes) {
        if (bytes < LEAST_BYTES || !available) {
            return;
        }
        // All pages that the block touches: the pages at its ends are the allocator's too, which does no harm.
        long from = address & -PAGE_BYTES;
        long count = ((address + bytes + PAGE_BYTES - 1) & -PAGE_BYTES) - from;
        available = madvise(from, count) == 0;
    }

    private static int madvise(long from, long count) {
        if (RawMemory.FOREIGN) {
            return RawMemory.madvise(from, count, MADV_HUGEPAGE);
        }
        if (Jna.MADVISE == null) {
            return -1;
        }
        try {
            return (int) Jna.MADVISE.invokeExact(new Object[] {from, count, MADV_HUGEPAGE});
        } catch (Throwable e) {
            return -1;
        }
    }
}
