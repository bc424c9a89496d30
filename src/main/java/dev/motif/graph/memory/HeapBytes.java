package dev.motif.graph.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** How many bytes objects take on the heap of a HotSpot JVM, whose sizes are multiples of 8. */
public final class HeapBytes {
    /** A reference in a field or an array. */
    public static final int REFERENCE = hasCompressedReferences() ? Integer.BYTES : Long.BYTES;

    private static final int OBJECT_HEADER = 12;
    private static final int ARRAY_HEADER = 16;

    private HeapBytes() {}

    private static boolean hasCompressedReferences() {
        HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        return options != null
                && Boolean.parseBoolean(options.getVMOption("UseCompressedOops").getValue());
    }

    /** An object whose own fields take {@code fieldBytes} bytes. */
    public static long object(long fieldBytes) {
        return aligned(OBJECT_HEADER + fieldBytes);
    }

    /** An array of {@code length} elements of {@code elementBytes} bytes each. */
    public static long array(long length, int elementBytes) {
        return aligned(ARRAY_HEADER + length * elementBytes);
    }

    /** A string with its characters. */
    public static long of(String text) {
        boolean latin = text.chars().allMatch(character -> character <= 0xff);
        return object(REFERENCE + Integer.BYTES + 2) + array(text.length(), latin ? 1 : Character.BYTES);
    }

    private static long aligned(long bytes) {
        return (bytes + Long.BYTES - 1) & -Long.BYTES;
    }
}
