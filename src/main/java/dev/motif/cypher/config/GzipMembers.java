package dev.motif.cypher.config;

import dev.motif.graph.memory.HeapBudget;
import dev.motif.parallel.Workers;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes text as a gzip file of several members, which readers take for one (RFC 1952, 2.2): workers make and compress
 * members side by side. The file has them in order. A member holds few compressed bytes until all before it are written, so
 * memory does not grow with the file.
 *
 * @param file stays open
 * @param heap has the bytes that wait
 */
public record GzipMembers(OutputStream file, Workers workers, HeapBudget heap) {
    /** The compressed bytes with which a member waits for its turn; a member with more goes on once it is its turn. */
    private static final int WAITING_BYTES = 1 << 18;

    private static final int TEXT_CHARS = 1 << 13;

    /** Writes the lines {@code [from, to)}. Workers are numbered from 0. */
    @FunctionalInterface
    public interface Lines {
        void write(int worker, long from, long to, Writer text) throws IOException;
    }

    /**
     * Starts a member that the calling thread writes; closing it ends the member.
     *
     * @param comment in ASCII, without bytes of 0
     */
    public Writer member(String comment) throws IOException {
        return member(file, comment);
    }

    private static Writer member(OutputStream to, String comment) throws IOException {
        return new BufferedWriter(
                new OutputStreamWriter(new CommentedGzip(to, comment), StandardCharsets.UTF_8), TEXT_CHARS);
    }

    /** Writes {@code count} lines, in members of {@code grain} lines. */
    public void write(long count, long grain, Lines lines) throws IOException {
        int threads = (int) Math.min(workers.concurrency(), (count + grain - 1) / grain);
        AtomicLong next = new AtomicLong();
        Turns turns = new Turns();
        try (HeapBudget.Share waiting = heap.share("compressed rows", (long) threads * WAITING_BYTES)) {
            workers.run(threads, (worker, group) -> {
                for (long from = next.getAndAdd(grain); from < count; from = next.getAndAdd(grain)) {
                    if (group.stopped()) {
                        return;
                    }
                    OutputStream member =
                            new BufferedOutputStream(new AtItsTurn(turns, from / grain, group), WAITING_BYTES);
                    try (Writer text = member(member, "")) {
                        lines.write(worker, from, Math.min(count, from + grain), text);
                    }
                    member.flush();
                    turns.next();
                }
            });
        } catch (IllegalStateException e) {
            // Workers wrap checked exceptions.
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** The number of the member that may write to the file. */
    private static final class Turns {
        private long turn;

        synchronized void await(long member, Workers.Group group) throws InterruptedException {
            group.await(this, () -> turn == member);
            if (turn != member) {
                throw new CancellationException("no member before this one is written any more");
            }
        }

        synchronized void next() {
            turn++;
            notifyAll();
        }
    }

    /** The output of a member, each of whose writes waits until all members before it are written. */
    private final class AtItsTurn extends OutputStream {
        private final Turns turns;
        private final long member;
        private final Workers.Group group;

        AtItsTurn(Turns turns, long member, Workers.Group group) {
            this.turns = turns;
            this.member = member;
            this.group = group;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                turns.await(member, group);
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
            file.write(bytes, from, length);
        }
    }
}
