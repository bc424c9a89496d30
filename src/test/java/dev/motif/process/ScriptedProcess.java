package dev.motif.process;

import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/** The other end of a process that answers each graph first as one whose call was cancelled, and then that it keeps it. */
final class ScriptedProcess extends Process implements Connection.Receiver, AutoCloseable {
    private final Pipe there = Pipe.open();
    private final Pipe back = Pipe.open();
    private final Connection connection =
            new Connection(Channels.newInputStream(there.source()), Channels.newOutputStream(back.sink()));
    private final NativeMemory memory = new NativeMemory(1 << 26);
    private final CompletableFuture<Long> kept = new CompletableFuture<>();
    private final CompletableFuture<Long> forgotten = new CompletableFuture<>();
    private volatile boolean ended;

    ScriptedProcess() throws IOException {
        Thread thread = new Thread(() -> {
            try {
                connection.receive(this);
            } catch (IOException e) {
                kept.completeExceptionally(e);
                forgotten.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** The number of the graph that it keeps. */
    long kept() throws Exception {
        return kept.get();
    }

    /** The number of the graph that it was told to forget; waits for that. */
    long forgotten() throws Exception {
        return forgotten.get();
    }

    @Override
    public NativeMemory memory(long number) {
        return memory;
    }

    @Override
    public Graph graph(long number) {
        return null;
    }

    @Override
    public void received(long number, Message message, List<AutoCloseable> arrays) {
        if (message instanceof Message.Keep keep) {
            keep.graph().close();
            kept.complete(number);
            answer(number, new Message.Failure(new CancellationException("cancelled by the caller")));
            answer(number, new Message.Result(null));
        } else if (message instanceof Message.Forget) {
            forgotten.complete(number);
        }
    }

    private void answer(long number, Message message) {
        try {
            connection.send(number, message, null, Cancellation.NEVER);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void failed(long number, Throwable reason) {
        forgotten.completeExceptionally(reason);
    }

    @Override
    public OutputStream getOutputStream() {
        return Channels.newOutputStream(there.sink());
    }

    @Override
    public InputStream getInputStream() {
        return Channels.newInputStream(back.source());
    }

    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() {
        return 0;
    }

    @Override
    public int exitValue() {
        if (!ended) {
            throw new IllegalThreadStateException("it runs");
        }
        return 0;
    }

    @Override
    public void destroy() {
        ended = true;
    }

    @Override
    public void close() throws IOException {
        destroy();
        there.sink().close();
        back.sink().close();
    }
}
