package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeviceMemoryTest {
    private static final long MIB = 1 << 20;

    /** Memory that only has addresses, which begin anew where something was freed. */
    private static final class Addresses implements DeviceMemory.Source {
        private final TreeMap<Long, Long> allocated = new TreeMap<>();
        private final long limit;
        private int allocations;

        Addresses(long limit) {
            this.limit = limit;
        }

        @Override
        public synchronized long allocate(long bytes) {
            if (bytes() + bytes > limit) {
                return 0;
            }
            allocations++;
            long address = MIB;
            for (Map.Entry<Long, Long> block : allocated.entrySet()) {
                if (block.getKey() - address >= bytes) {
                    break;
                }
                address = block.getKey() + block.getValue();
            }
            allocated.put(address, bytes);
            return address;
        }

        @Override
        public synchronized void free(long address) {
            assertThat(allocated.remove(address)).as("freed once").isNotNull();
        }

        synchronized long bytes() {
            return allocated.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private final Addresses source = new Addresses(1024 * MIB);
    private final DeviceMemory memory = new DeviceMemory(source, () -> Long.MAX_VALUE, true);

    @Test
    void blocksNeverOverlapAndAllIsGivenBack() {
        Random random = new Random(1);
        TreeMap<Long, Long> live = new TreeMap<>();
        for (int step = 0; step < 20_000; step++) {
            if (live.size() > 40 || (!live.isEmpty() && random.nextInt(3) == 0)) {
                Long address = live.ceilingKey((long) (random.nextDouble() * live.lastKey()));
                memory.free(address);
                live.remove(address);
            } else {
                long bytes = 1 + (long) Math.exp(random.nextDouble() * Math.log(12 * MIB));
                long address = memory.allocate(bytes);
                assertThat(address % 256).isZero();
                assertThat(address).isPositive();
                Map.Entry<Long, Long> before = live.floorEntry(address);
                assertThat(before == null || before.getKey() + before.getValue() <= address)
                        .isTrue();
                Long after = live.ceilingKey(address);
                assertThat(after == null || address + bytes <= after).isTrue();
                live.put(address, bytes);
            }
        }
        live.keySet().forEach(memory::free);
        assertThat(memory.keptBytes()).isEqualTo(source.bytes());
        assertThat(memory.giveBack()).isPositive();
        assertThat(source.bytes()).isZero();
        assertThat(memory.keptBytes()).isZero();
    }

    @Test
    void freedBlocksServeAgain() {
        for (int call = 0; call < 100; call++) {
            List<Long> blocks = new ArrayList<>();
            for (long bytes : new long[] {1, 1000, 3 * MIB, 100 * MIB, 300 * MIB}) {
                blocks.add(memory.allocate(bytes));
            }
            blocks.forEach(memory::free);
        }
        assertThat(source.allocations).isEqualTo(3);
    }

    @Test
    void aLargeBlockServesForSlightlyLessOnly() {
        memory.free(memory.allocate(100 * MIB));
        long loose = memory.allocate(95 * MIB);
        assertThat(source.allocations).isEqualTo(1);
        memory.free(loose);
        memory.allocate(50 * MIB);
        assertThat(source.allocations).isEqualTo(2);
        memory.free(memory.allocate(400 * MIB));
        memory.allocate(390 * MIB);
        assertThat(source.allocations).isEqualTo(4);
    }

    @Test
    void whatIsKeptIsGivenBackBeforeAnAllocationFails() {
        memory.free(memory.allocate(600 * MIB));
        memory.free(memory.allocate(1));
        long large = memory.allocate(1000 * MIB);
        assertThat(large).isPositive();
        assertThat(memory.allocate(100 * MIB)).isZero();
        assertThat(memory.allocate(20 * MIB)).as("no room for a chunk").isPositive();
        assertThat(memory.allocate(1 * MIB)).as("a small block of its own").isPositive();
    }

    @Test
    void whatIsKeptIsGivenBackBeforeMoreThanTheLimitIsHeld() {
        DeviceMemory limited = new DeviceMemory(source, () -> 300 * MIB, true);
        limited.free(limited.allocate(200 * MIB));
        limited.free(limited.allocate(150 * MIB));
        assertThat(source.bytes()).isEqualTo(150 * MIB);
    }

    @Test
    void aBlockIsFreedOnlyOnce() {
        long block = memory.allocate(100);
        memory.free(block);
        assertThatThrownBy(() -> memory.free(block)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void withoutKeepingEveryBlockIsTheSources() {
        DeviceMemory plain = new DeviceMemory(source, () -> Long.MAX_VALUE, false);
        long first = plain.allocate(100);
        long second = plain.allocate(100);
        assertThat(source.allocated).hasSize(2);
        plain.free(first);
        plain.free(second);
        assertThat(source.bytes()).isZero();
    }

    @Test
    void lostMemoryIsForgotten() {
        long block = memory.allocate(100);
        memory.free(memory.allocate(20 * MIB));
        memory.free(block);
        memory.forget();
        assertThat(memory.keptBytes()).isZero();
        assertThat(memory.allocate(100)).isPositive();
        assertThat(source.allocations).isEqualTo(3);
    }

    @Test
    void manyThreadsGetBlocksOfTheirOwn() {
        ConcurrentSkipListMap<Long, Long> owners = new ConcurrentSkipListMap<>();
        List<Thread> threads = IntStream.range(0, 8)
                .mapToObj(thread -> new Thread(() -> {
                    Random random = new Random(thread);
                    for (int step = 0; step < 5_000; step++) {
                        long block = memory.allocate(1 + random.nextInt(100_000));
                        if (owners.put(block, (long) thread) != null) {
                            throw new AssertionError("given to two threads");
                        }
                        owners.remove(block);
                        memory.free(block);
                        if (step % 1000 == 0) {
                            memory.giveBack();
                        }
                    }
                }))
                .toList();
        List<Throwable> failures = new ArrayList<>();
        threads.forEach(thread -> thread.setUncaughtExceptionHandler((where, failure) -> {
            synchronized (failures) {
                failures.add(failure);
            }
        }));
        threads.forEach(Thread::start);
        threads.forEach(thread -> {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(failures).isEmpty();
        memory.giveBack();
        assertThat(source.bytes()).isZero();
    }
}
