package dev.motif.cypher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.HeapBudget;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GzipMembersTest {
    private static final int LONG_LINE = 1 << 16;

    private final HeapBudget heap = new HeapBudget(1L << 30);

    @AfterEach
    void heapIsGivenBack() {
        assertThat(heap.liveBytes()).isZero();
    }

    /** A line that can hardly be compressed, in two bytes for each character. */
    private static String line(long number, int length) {
        SplittableRandom random = new SplittableRandom(number);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('\u0400' + random.nextInt(256)));
        }
        return text.append('\n').toString();
    }

    private static GzipMembers.Lines lines(int length) {
        return (worker, from, to, text) -> {
            for (long line = from; line < to; line++) {
                text.write(line(line, length));
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 4, 10", "1, 1, 4, 10", "1000, 7, 1, 10", "1000, 7, 4, 10", "1000, 1000, 4, 10", "40, 9, 4, 65536"
    })
    void membersInOrderAreTheWholeText(long count, long grain, int threads, int length) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        GzipMembers members = new GzipMembers(file, Workers.of(threads), heap);
        try (Writer head = members.member("mark")) {
            head.write("head\n");
        }
        members.write(count, grain, lines(length));

        StringBuilder expected = new StringBuilder("head\n");
        for (long line = 0; line < count; line++) {
            expected.append(line(line, length));
        }
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(file.toByteArray()))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(expected.toString());
        }
        assertThat(heap.peakBytes()).isLessThanOrEqualTo(threads * (1L << 18));
    }

    @Test
    void heapThatIsNotThereIsAnError() {
        HeapBudget little = new HeapBudget(1 << 10);
        GzipMembers members = new GzipMembers(OutputStream.nullOutputStream(), Workers.of(2), little);
        assertThatThrownBy(() -> members.write(100, 1, lines(1))).isInstanceOf(HeapBudget.Exceeded.class);
        assertThat(little.liveBytes()).isZero();
    }

    @Test
    void errorOfTheFileEndsAllThreads() {
        AtomicLong written = new AtomicLong();
        OutputStream full = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                if (written.incrementAndGet() > LONG_LINE) {
                    throw new IOException("no space");
                }
            }
        };
        GzipMembers members = new GzipMembers(full, Workers.of(4), heap);
        assertThatThrownBy(() -> members.write(1000, 2, lines(LONG_LINE)))
                .isInstanceOf(IOException.class)
                .hasMessage("no space");
    }

    @Test
    void errorOfALineEndsThreadsThatWaitForTheirTurn() {
        GzipMembers members = new GzipMembers(OutputStream.nullOutputStream(), Workers.of(4), heap);
        assertThatThrownBy(() -> members.write(1000, 8, (worker, from, to, text) -> {
                    lines(LONG_LINE).write(worker, from, to, text);
                    if (from == 16) {
                        throw new IllegalArgumentException("line 16");
                    }
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("line 16");
    }

    @Test
    void cancelledCallEnds() {
        AtomicLong begun = new AtomicLong();
        Cancellation afterTen = () -> begun.get() > 10;
        GzipMembers members =
                new GzipMembers(OutputStream.nullOutputStream(), new Workers(4, afterTen, Progress.NONE), heap);
        assertThatThrownBy(() -> members.write(Long.MAX_VALUE / 2, 1, (worker, from, to, text) -> {
                    begun.incrementAndGet();
                    text.write(line(from, 10));
                }))
                .isInstanceOf(CancellationException.class);
    }
}
