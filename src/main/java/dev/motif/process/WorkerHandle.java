package dev.motif.process;

import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.process.Message.Advance;
import dev.motif.process.Message.Failure;
import dev.motif.process.Message.Result;
import dev.motif.process.Message.Stage;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The server's end of one worker process. Sending may have to wait for the process, so that other threads do it: a call
 * waits for events alone, and can always be cancelled.
 */
final class WorkerHandle implements Connection.Receiver {
    private static final long TICK_MILLIS = 50;
    private static final long EXIT_SECONDS = 10;
    private static final String AGAIN = ". The next call starts a new one.";
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "motif-worker-process");
        thread.setDaemon(true);
        return thread;
    });

    private final Process process;
    private final long patienceNanos;
    private final Connection connection;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, Running> running = new ConcurrentHashMap<>();
    private final Map<Graph, Copy> copies = new ConcurrentHashMap<>();

    /** Why the process is not used any more; null as long as it is. */
    private volatile String ended;

    /** A call that has not ended. */
    private static final class Running {
        private final Graph graph;
        private final NativeMemory memory;
        private final BlockingQueue<Message> events = new LinkedBlockingQueue<>();
        private volatile boolean cancelled;

        Running(Graph graph, NativeMemory memory) {
            this.graph = graph;
            this.memory = memory;
        }
    }

    /** A copy of a graph in the process, which one call at a time tries to make. */
    private static final class Copy {
        private final ReentrantLock lock = new ReentrantLock();

        /** The number of the process, 0 until it is known. */
        private volatile long number;
    }

    /** Takes the messages of a process that has been started. */
    WorkerHandle(Process process, long patienceNanos) {
        this.process = process;
        this.patienceNanos = patienceNanos;
        this.connection = new Connection(process.getInputStream(), process.getOutputStream());
        THREADS.execute(this::receive);
    }

    /** @throws LostProcessException when the operating system cannot start it */
    static WorkerHandle start(List<String> command, long patienceNanos) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        // Options that are meant for the server's JVM, such as the port of a debugger.
        builder.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        try {
            return new WorkerHandle(builder.start(), patienceNanos);
        } catch (IOException e) {
            // The cause has what the system says, without the command and its path.
            throw new LostProcessException(
                    "the worker process cannot be started: " + (e.getCause() == null ? e : e.getCause()).getMessage());
        }
    }

    boolean isAlive() {
        return ended == null && process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Ends the process; calls that it runs fail. */
    void end(String reason) {
        if (ended == null) {
            ended = "the worker process was ended: " + reason;
        }
        awaitExit();
    }

    /** Waits a while until the process has ended, which it does by itself or is made to; false when it has not. */
    boolean awaitExit() {
        if (ended != null) {
            process.destroyForcibly();
        }
        try {
            return process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void receive() {
        String reason;
        try {
            connection.receive(this);
            reason = awaitExit() ? "exit status " + process.exitValue() : "it closed its output";
        } catch (IOException | RuntimeException | Error e) {
            reason = e.toString();
        }
        if (ended == null) {
            ended = "the worker process has ended: " + reason;
        }
        process.destroyForcibly();
        running.keySet().forEach(number -> tell(number, lost()));
    }

    /** The error for calls of a process that has ended. */
    private Failure lost() {
        return new Failure(new LostProcessException(ended + AGAIN));
    }

    @Override
    public NativeMemory memory(long number) {
        Running call = running.get(number);
        // Messages about calls without arrays need none.
        return call == null ? null : call.memory == null ? new NativeMemory(1) : call.memory;
    }

    @Override
    public Graph graph(long number) {
        Running call = running.get(number);
        return call == null ? null : call.graph;
    }

    @Override
    public void received(long number, Message message, List<AutoCloseable> arrays) {
        if (message instanceof Failure failure && failure.reason() instanceof LostProcessException lost) {
            end(lost.getMessage());
            OptionalInt culprit = lost.culprit();
            tell(
                    number,
                    culprit.isEmpty()
                            ? lost()
                            : new Failure(new LostProcessException(ended + AGAIN, culprit.getAsInt())));
        } else {
            tell(number, message);
        }
    }

    @Override
    public void failed(long number, Throwable reason) {
        tell(number, new Failure(reason));
    }

    private void tell(long number, Message event) {
        Running call = running.get(number);
        if (call != null) {
            call.events.add(event);
        }
    }

    <R> R call(Task<R> task, Graph graph, NativeMemory memory, Workers workers) {
        return call(task, graph == null ? 0 : copy(graph, workers), graph, memory, workers);
    }

    /** Calls a task on a graph that has a copy here; null when it has none. Makes none, since the graph may be closed. */
    <R> R callWhereCopied(Task<R> task, Graph graph, Workers workers) {
        Copy copy = copies.get(graph);
        return copy == null || copy.number == 0 ? null : call(task, copy.number, null, null, workers);
    }

    @SuppressWarnings("unchecked")
    private <R> R call(Task<R> task, long copy, Graph graph, NativeMemory memory, Workers workers) {
        return (R) call(
                numbers.incrementAndGet(), new Message.Call(task, copy, workers.concurrency()), graph, memory, workers);
    }

    /** The number of the copy of a graph, which is made when there is none; others wait meanwhile. */
    private long copy(Graph graph, Workers workers) {
        Copy copy = copies.computeIfAbsent(graph, any -> new Copy());
        lock(copy.lock, workers.cancellation());
        try {
            if (copy.number == 0) {
                // Each attempt has its own number: answers to an earlier one may still come.
                long number = numbers.incrementAndGet();
                try {
                    call(number, Message.Keep.of(graph), null, null, workers.beside());
                } catch (RuntimeException | Error e) {
                    // The process may have it nevertheless.
                    forget(number);
                    throw e;
                }
                copy.number = number;
                graph.whenClosed(() -> forget(graph, copy));
            }
            return copy.number;
        } finally {
            copy.lock.unlock();
        }
    }

    private static void lock(ReentrantLock lock, Cancellation cancellation) {
        try {
            while (!lock.tryLock(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
                cancellation.check();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private void forget(Graph graph, Copy copy) {
        copies.remove(graph);
        forget(copy.number);
    }

    private void forget(long number) {
        if (isAlive()) {
            THREADS.execute(() -> send(number, new Message.Forget(), null));
        }
    }

    /** Sends a message and returns the result that comes back. */
    private Object call(long number, Message message, Graph graph, NativeMemory memory, Workers workers) {
        workers.cancellation().check();
        Running call = new Running(graph, memory);
        running.put(number, call);
        try {
            if (ended != null) {
                tell(number, lost());
            }
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(number, message, call), THREADS);
            return await(number, call, sending, workers);
        } finally {
            running.remove(number);
        }
    }

    /** A process that is gone is told of by {@link #receive}. */
    private void send(long number, Message message, Running call) {
        try {
            connection.send(number, message, null, () -> call != null && call.cancelled);
        } catch (ObjectStreamException | RuntimeException | Error e) {
            if (call != null) {
                call.events.add(new Failure(e));
            }
        } catch (IOException e) {
            process.destroyForcibly();
        }
    }

    /** Passes events of a call on until it has ended in the process and nothing is being sent for it any more. */
    private Object await(long number, Running call, CompletableFuture<Void> sending, Workers workers) {
        CompletableFuture<Void> sent = sending;
        boolean interrupted = false;
        Throwable failure = null;
        long cancelledNanos = 0;
        Message event = null;
        while (!(event instanceof Result) && !(event instanceof Failure)) {
            try {
                event = call.events.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            try {
                show(event, workers.progress());
                if (!call.cancelled && (interrupted || workers.cancellation().requested())) {
                    failure = new CancellationException(interrupted ? "interrupted" : "cancelled by the caller");
                }
            } catch (RuntimeException | Error e) {
                failure = e;
            }
            if (failure != null && !call.cancelled) {
                call.cancelled = true;
                cancelledNanos = System.nanoTime();
                sent = cancel(number, sent);
            } else if (call.cancelled && System.nanoTime() - cancelledNanos > patienceNanos) {
                end("it did not end a cancelled call within " + TimeUnit.NANOSECONDS.toSeconds(patienceNanos)
                        + " seconds");
            }
        }
        sent.exceptionally(e -> null).join();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return resultOf(event, failure);
    }

    private CompletableFuture<Void> cancel(long number, CompletableFuture<Void> sent) {
        try {
            return sent.thenRunAsync(() -> send(number, new Message.Cancel(), null), THREADS);
        } catch (RuntimeException | Error e) {
            // Nothing may be freed that is still being sent.
            end("a call could not be cancelled: " + e);
            return sent;
        }
    }

    private static void show(Message event, Progress progress) {
        if (event instanceof Stage stage) {
            progress.begin(stage.name(), stage.volume());
        } else if (event instanceof Advance advance) {
            progress.advance(advance.amount());
        }
        progress.publish();
    }

    /** @param failure of the caller, which is thrown for a call that came to nothing; null for none */
    private static Object resultOf(Message last, Throwable failure) {
        if (last instanceof Result result) {
            return result.value();
        }
        Throwable reason = failure != null ? failure : ((Failure) last).reason();
        if (reason instanceof RuntimeException e) {
            throw e;
        }
        throw new IllegalStateException(reason.toString(), reason);
    }
}
