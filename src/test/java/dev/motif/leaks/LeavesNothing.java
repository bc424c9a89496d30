package dev.motif.leaks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.gpu.GpuDevice;
import dev.motif.graph.memory.NativeMemory;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Checks after each test of a class that no bytes stay allocated in any {@link NativeMemory} or on any {@link GpuDevice} that
 * is in one of its fields. Methods that run before and after each test belong to the test. What a test class with one instance
 * allocates for all its tests must be freed after the last one.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(LeavesNothing.Check.class)
public @interface LeavesNothing {
    /** The extension of JUnit. */
    final class Check implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {
        private static final Namespace NAMESPACE = Namespace.create(Check.class);

        @Override
        public void beforeEach(ExtensionContext context) throws IllegalAccessException {
            Map<NativeMemory, Long> kept = isKept(context)
                    ? held(context, NativeMemory.class).stream()
                            .collect(Collectors.toMap(memory -> memory, Check::liveBytes))
                    : Map.of();
            context.getStore(NAMESPACE).put(NativeMemory.class, kept);
        }

        @Override
        public void afterEach(ExtensionContext context) throws IllegalAccessException {
            Map<?, ?> kept = context.getStore(NAMESPACE).get(NativeMemory.class, Map.class);
            for (NativeMemory memory : held(context, NativeMemory.class)) {
                Object bytes = kept.get(memory);
                assertThat(liveBytes(memory)).as("live bytes").isEqualTo(bytes == null ? 0L : bytes);
            }
            if (!isKept(context)) {
                checkDevices(context);
            }
        }

        /** The live bytes off the heap, and the bytes that are counted on it. */
        private static long liveBytes(NativeMemory memory) {
            return memory.liveBytes() + memory.heap().liveBytes();
        }

        /** Whether the instance of a test is that of the next one. */
        private static boolean isKept(ExtensionContext context) {
            return context.getTestInstanceLifecycle().orElseThrow() == Lifecycle.PER_CLASS;
        }

        @Override
        public void afterAll(ExtensionContext context) throws IllegalAccessException {
            for (NativeMemory memory : held(context, NativeMemory.class)) {
                assertThat(liveBytes(memory)).as("live bytes after all tests").isZero();
            }
            checkDevices(context);
        }

        private static void checkDevices(ExtensionContext context) throws IllegalAccessException {
            for (GpuDevice device : held(context, GpuDevice.class)) {
                assertThat(device.liveBytes())
                        .as("live bytes of %s", device.info())
                        .isZero();
                assertThat(device.reservedBytes())
                        .as("reserved bytes of %s", device.info())
                        .isZero();
            }
        }

        /** The objects of {@code type} that fields of the test and of its class hold, alone or in lists. */
        private static <T> List<T> held(ExtensionContext context, Class<T> type) throws IllegalAccessException {
            Object test = context.getTestInstance().orElse(null);
            List<T> found = new ArrayList<>();
            for (Class<?> of = context.getRequiredTestClass(); of != Object.class; of = of.getSuperclass()) {
                for (Field field : of.getDeclaredFields()) {
                    boolean isStatic = Modifier.isStatic(field.getModifiers());
                    if ((isStatic || test != null)
                            && (type.isAssignableFrom(field.getType()) || field.getType() == List.class)) {
                        field.setAccessible(true);
                        Object value = field.get(test);
                        (value instanceof List<?> list ? list.stream() : Stream.ofNullable(value))
                                .filter(type::isInstance)
                                .map(type::cast)
                                .forEach(found::add);
                    }
                }
            }
            return found.stream().distinct().toList();
        }
    }
}
