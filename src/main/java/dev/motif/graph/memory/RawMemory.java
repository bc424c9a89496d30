package dev.motif.graph.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Optional;
import java.util.concurrent.Callable;
import sun.misc.Unsafe;

/**
 * Memory off the heap at absolute addresses, without any check: the callers know that what they name is theirs. The only
 * place that says how such memory is reached.
 *
 * <p>That is {@code sun.misc.Unsafe} while the JVM allows it, which Java 24 and 25 warn of. Where it is refused, it is
 * {@code java.lang.foreign}, final since Java 22: found by reflection, once, so that Java 17 compiles it and one class
 * serves all versions, and kept as constant handles, which compile to loads and stores. They cost a little more, see
 * docs/operations/server.md. The JVM warns of them once unless {@code --enable-native-access} names ALL-UNNAMED.
 */
final class RawMemory {
    /** Larger than all addresses and offsets. */
    private static final long MOST = Long.MAX_VALUE >> 2;

    private static final Unsafe UNSAFE = unsafe();
    private static final Foreign FOREIGN_API = isUnsafeAllowed() ? null : new Foreign();

    /** Whether memory is reached by {@code java.lang.foreign}. */
    static final boolean FOREIGN = FOREIGN_API != null;

    /** Values at an address. */
    private static final VarHandle INT = FOREIGN ? FOREIGN_API.values("JAVA_INT_UNALIGNED") : null;

    private static final VarHandle LONG = FOREIGN ? FOREIGN_API.values("JAVA_LONG_UNALIGNED") : null;

    /** Values at an address that is a multiple of their size, with atomic operations. */
    private static final VarHandle ATOMIC_INT = FOREIGN ? FOREIGN_API.values("JAVA_INT") : null;

    private static final VarHandle ATOMIC_LONG = FOREIGN ? FOREIGN_API.values("JAVA_LONG") : null;

    /** Functions of the C library, for which sizes and addresses are longs. */
    private static final MethodHandle MALLOC =
            FOREIGN ? FOREIGN_API.function("malloc", "JAVA_LONG", "JAVA_LONG") : null;

    private static final MethodHandle REALLOC =
            FOREIGN ? FOREIGN_API.function("realloc", "JAVA_LONG", "JAVA_LONG", "JAVA_LONG") : null;
    private static final MethodHandle FREE = FOREIGN ? FOREIGN_API.function("free", null, "JAVA_LONG") : null;
    private static final MethodHandle MEMSET =
            FOREIGN ? FOREIGN_API.function("memset", null, "JAVA_LONG", "JAVA_INT", "JAVA_LONG") : null;
    private static final MethodHandle MEMMOVE =
            FOREIGN ? FOREIGN_API.function("memmove", null, "JAVA_LONG", "JAVA_LONG", "JAVA_LONG") : null;

    private static final MethodHandle MADVISE =
            FOREIGN ? FOREIGN_API.function("madvise", "JAVA_INT", "JAVA_LONG", "JAVA_LONG", "JAVA_INT") : null;

    /** Copies between arrays on the heap and memory at an address. */
    private static final MethodHandle FROM_BYTES = FOREIGN ? FOREIGN_API.fromHeap("JAVA_BYTE") : null;

    private static final MethodHandle FROM_INTS = FOREIGN ? FOREIGN_API.fromHeap("JAVA_INT_UNALIGNED") : null;
    private static final MethodHandle FROM_LONGS = FOREIGN ? FOREIGN_API.fromHeap("JAVA_LONG_UNALIGNED") : null;
    private static final MethodHandle TO_BYTES = FOREIGN ? FOREIGN_API.toHeap("JAVA_BYTE") : null;
    private static final MethodHandle TO_INTS = FOREIGN ? FOREIGN_API.toHeap("JAVA_INT_UNALIGNED") : null;

    private RawMemory() {}

    /**
     * Memory whose values are undefined, in huge pages where it is large and the machine has them.
     *
     * @param bytes above 0
     * @throws OutOfMemoryError when the machine has no more
     */
    static long allocate(long bytes) {
        try {
            long address = FOREIGN ? checked((long) MALLOC.invokeExact(bytes), bytes) : UNSAFE.allocateMemory(bytes);
            HugePages.advise(address, bytes);
            return address;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Calls {@code madvise} of the C library, where memory is {@link #FOREIGN}. */
    static int madvise(long address, long bytes, int advice) {
        try {
            return (int) MADVISE.invokeExact(address, bytes, advice);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Changes the size of a block, and returns its address, which may be another one; see {@link #allocate}. */
    static long reallocate(long address, long bytes) {
        if (!FOREIGN) {
            return UNSAFE.reallocateMemory(address, bytes);
        }
        try {
            return checked((long) REALLOC.invokeExact(address, bytes), bytes);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static long checked(long address, long bytes) {
        if (address == 0) {
            throw new OutOfMemoryError("Unable to allocate " + bytes + " bytes");
        }
        return address;
    }

    static void free(long address) {
        if (!FOREIGN) {
            UNSAFE.freeMemory(address);
            return;
        }
        try {
            FREE.invokeExact(address);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static void zero(long address, long bytes) {
        if (!FOREIGN) {
            UNSAFE.setMemory(address, bytes, (byte) 0);
            return;
        }
        try {
            MEMSET.invokeExact(address, 0, bytes);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Copies between two places, which may overlap. */
    static void copy(long source, long target, long bytes) {
        if (!FOREIGN) {
            UNSAFE.copyMemory(source, target, bytes);
            return;
        }
        try {
            MEMMOVE.invokeExact(target, source, bytes);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** An address whose sign the compiler knows, so that it leaves out the check of the bounds. */
    private static long at(long base, long offset) {
        return (base & MOST) + (offset & MOST);
    }

    static int getInt(long base, long offset) {
        return FOREIGN ? (int) INT.get(at(base, offset)) : UNSAFE.getInt(base + offset);
    }

    static void putInt(long base, long offset, int value) {
        if (FOREIGN) {
            INT.set(at(base, offset), value);
        } else {
            UNSAFE.putInt(base + offset, value);
        }
    }

    static long getLong(long base, long offset) {
        return FOREIGN ? (long) LONG.get(at(base, offset)) : UNSAFE.getLong(base + offset);
    }

    static void putLong(long base, long offset, long value) {
        if (FOREIGN) {
            LONG.set(at(base, offset), value);
        } else {
            UNSAFE.putLong(base + offset, value);
        }
    }

    static long getLongVolatile(long base, long offset) {
        return FOREIGN ? (long) ATOMIC_LONG.getVolatile(at(base, offset)) : UNSAFE.getLongVolatile(null, base + offset);
    }

    static int getAndAddInt(long base, long offset, int delta) {
        return FOREIGN
                ? (int) ATOMIC_INT.getAndAdd(at(base, offset), delta)
                : UNSAFE.getAndAddInt(null, base + offset, delta);
    }

    static long getAndAddLong(long base, long offset, long delta) {
        return FOREIGN
                ? (long) ATOMIC_LONG.getAndAdd(at(base, offset), delta)
                : UNSAFE.getAndAddLong(null, base + offset, delta);
    }

    static int getAndSetInt(long base, long offset, int value) {
        return FOREIGN
                ? (int) ATOMIC_INT.getAndSet(at(base, offset), value)
                : UNSAFE.getAndSetInt(null, base + offset, value);
    }

    static boolean compareAndSetInt(long base, long offset, int expected, int value) {
        return FOREIGN
                ? ATOMIC_INT.compareAndSet(at(base, offset), expected, value)
                : UNSAFE.compareAndSwapInt(null, base + offset, expected, value);
    }

    static boolean compareAndSetLong(long base, long offset, long expected, long value) {
        return FOREIGN
                ? ATOMIC_LONG.compareAndSet(at(base, offset), expected, value)
                : UNSAFE.compareAndSwapLong(null, base + offset, expected, value);
    }

    /** Copies the elements of an array on the heap from {@code index} on to an address. */
    static void copy(byte[] source, int index, long target, int count) {
        if (FOREIGN) {
            fromHeap(FROM_BYTES, source, index, target, count);
        } else {
            UNSAFE.copyMemory(source, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) index, null, target, count);
        }
    }

    /** Copies ints from the heap; see {@link #copy(byte[], int, long, int)}. */
    static void copy(int[] source, int index, long target, int count) {
        if (FOREIGN) {
            fromHeap(FROM_INTS, source, index, target, count);
        } else {
            long from = Unsafe.ARRAY_INT_BASE_OFFSET + (long) index * Integer.BYTES;
            UNSAFE.copyMemory(source, from, null, target, (long) count * Integer.BYTES);
        }
    }

    /** Copies longs from the heap; see {@link #copy(byte[], int, long, int)}. */
    static void copy(long[] source, int index, long target, int count) {
        if (FOREIGN) {
            fromHeap(FROM_LONGS, source, index, target, count);
        } else {
            long from = Unsafe.ARRAY_LONG_BASE_OFFSET + (long) index * Long.BYTES;
            UNSAFE.copyMemory(source, from, null, target, (long) count * Long.BYTES);
        }
    }

    /** Copies elements at an address to the beginning of an array on the heap. */
    static void copy(long source, byte[] target, int count) {
        if (FOREIGN) {
            toHeap(TO_BYTES, source, target, count);
        } else {
            UNSAFE.copyMemory(null, source, target, Unsafe.ARRAY_BYTE_BASE_OFFSET, count);
        }
    }

    /** Copies ints to the heap; see {@link #copy(long, byte[], int)}. */
    static void copy(long source, int[] target, int count) {
        if (FOREIGN) {
            toHeap(TO_INTS, source, target, count);
        } else {
            UNSAFE.copyMemory(null, source, target, Unsafe.ARRAY_INT_BASE_OFFSET, (long) count * Integer.BYTES);
        }
    }

    private static void fromHeap(MethodHandle copy, Object source, int index, long target, int count) {
        try {
            copy.invokeExact(source, index, target, count);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static void toHeap(MethodHandle copy, long source, Object target, int count) {
        try {
            copy.invokeExact(source, target, 0, count);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Throws what a handle has thrown, where that is unchecked; any other exception is an error here. */
    private static Error unexpected(Throwable e) {
        if (e instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return e instanceof Error error ? error : new AssertionError(e);
    }

    private static boolean isUnsafeAllowed() {
        try {
            UNSAFE.freeMemory(UNSAFE.allocateMemory(Long.BYTES));
            return true;
        } catch (UnsupportedOperationException | NoSuchMethodError e) {
            return false;
        }
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The members of {@code java.lang.foreign} that are needed, found by name. */
    private static final class Foreign {
        private final Class<?> segmentType = found(() -> type("MemorySegment"));
        private final Class<?> layoutType = found(() -> type("ValueLayout"));

        /** A segment of all addresses, which lives for ever. */
        private final Object everything = found(() -> segmentType
                .getMethod("reinterpret", long.class)
                .invoke(segmentType.getField("NULL").get(null), Long.MAX_VALUE));

        private static Class<?> type(String name) throws ClassNotFoundException {
            return Class.forName("java.lang.foreign." + name);
        }

        private static <T> T found(Callable<T> byReflection) {
            try {
                return byReflection.call();
            } catch (Exception e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private Object layout(String name) throws ReflectiveOperationException {
            return layoutType.getField(name).get(null);
        }

        /** Access to values of a layout by address. */
        VarHandle values(String layout) {
            return found(() -> {
                VarHandle ofSegment =
                        (VarHandle) layoutType.getMethod("varHandle").invoke(layout(layout));
                return ((VarHandle) MethodHandles.class
                                .getMethod("insertCoordinates", VarHandle.class, int.class, Object[].class)
                                .invoke(null, ofSegment, 0, new Object[] {everything}))
                        .withInvokeExactBehavior();
            });
        }

        /** A copy of (an array on the heap, first index, address, count). */
        MethodHandle fromHeap(String layout) {
            return copy(layout, 2, Object.class, int.class, segmentType, layoutType, long.class, int.class);
        }

        /** A copy of (address, an array on the heap, first index, count). */
        MethodHandle toHeap(String layout) {
            return copy(layout, 0, segmentType, layoutType, long.class, Object.class, int.class, int.class);
        }

        /** @param place the place of the segment among the arguments, before the layout */
        private MethodHandle copy(String layout, int place, Class<?>... arguments) {
            return found(() -> MethodHandles.insertArguments(
                    MethodHandles.lookup().unreflect(segmentType.getMethod("copy", arguments)),
                    place,
                    everything,
                    layout(layout)));
        }

        /** A function of the C library. Each argument, and the result unless it is void, is a {@code JAVA_...} layout. */
        MethodHandle function(String name, String result, String... arguments) {
            return found(() -> {
                Class<?> linkerType = type("Linker");
                Class<?> descriptorType = type("FunctionDescriptor");
                Class<?> memoryLayoutType = type("MemoryLayout");
                Object layouts = Array.newInstance(memoryLayoutType, arguments.length);
                for (int i = 0; i < arguments.length; i++) {
                    Array.set(layouts, i, layout(arguments[i]));
                }
                Object descriptor = result == null
                        ? descriptorType.getMethod("ofVoid", layouts.getClass()).invoke(null, layouts)
                        : descriptorType
                                .getMethod("of", memoryLayoutType, layouts.getClass())
                                .invoke(null, layout(result), layouts);
                Object linker = linkerType.getMethod("nativeLinker").invoke(null);
                Object symbols = linkerType.getMethod("defaultLookup").invoke(linker);
                Optional<?> symbol = (Optional<?>)
                        type("SymbolLookup").getMethod("find", String.class).invoke(symbols, name);
                Object options = Array.newInstance(type("Linker$Option"), 0);
                return (MethodHandle) linkerType
                        .getMethod("downcallHandle", segmentType, descriptorType, options.getClass())
                        .invoke(linker, symbol.orElseThrow(), descriptor, options);
            });
        }
    }
}
