package dev.motif.process;

import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A process that runs tasks of this one, many at once. It is started when the first task comes. When it ends before its
 * tasks have, they fail, and the next task starts a new one. It ends with this JVM, however that ends. Thread-safe.
 */
public final class WorkerProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;

    /** How many times the patience a question may take: the first one starts the process and what it holds. */
    private static final int PATIENCES_TO_ANSWER = 6;

    private final List<String> command;
    private final long patienceNanos;
    private WorkerHandle child;

    /**
     * Starts nothing yet.
     *
     * @param heapBytes the most heap of the process
     * @param offHeapBytes its off-heap budget, for copies of graphs and for what tasks need
     */
    public WorkerProcess(long heapBytes, long offHeapBytes) {
        this(heapBytes, offHeapBytes, TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
    }

    /** @param patienceNanos after how long a process is ended that does not end a cancelled task */
    WorkerProcess(long heapBytes, long offHeapBytes, long patienceNanos) {
        this.command = WorkerMain.command(heapBytes, offHeapBytes);
        this.patienceNanos = patienceNanos;
    }

    /** Whether this JVM is such a process itself. */
    public static boolean isHere() {
        return WorkerMain.isHere();
    }

    /**
     * Runs a task in the process and returns its result. A graph is copied to the process for the first task about it and
     * stays there until it is closed.
     *
     * @param graph what the task is about, which must stay open; null for nothing
     * @param memory where off-heap arrays of the result are allocated, which the caller owns; null when it has none
     * @param workers the cancellation and progress of the task, and the number of its threads. A process that does not end
     *     a cancelled task within {@value #PATIENCE_SECONDS} seconds is ended
     * @throws LostProcessException when the process ended, or could not be started
     * @throws CancellationException when the task was cancelled, or the calling thread interrupted
     * @throws RuntimeException what the task threw
     */
    public <R> R call(Task<R> task, Graph graph, NativeMemory memory, Workers workers) {
        return running().call(task, graph, memory, workers);
    }

    /**
     * Runs a task that needs no time, for callers that cannot be cancelled. A process that gives no answer for long is ended.
     *
     * @throws LostProcessException when there is no answer
     */
    public <R> R ask(Task<R> question) {
        return answer(workers -> call(question, null, null, workers));
    }

    /**
     * Asks the process, as {@link #ask} does, when it is running and has a copy of {@code graph}, which may be closed
     * meanwhile; otherwise returns null. The task gets no graph when its copy was forgotten meanwhile.
     */
    public <R> R askWhereCopied(Task<R> question, Graph graph) {
        WorkerHandle now;
        synchronized (this) {
            now = child;
        }
        return now == null || !now.isAlive() ? null : answer(workers -> now.callWhereCopied(question, graph, workers));
    }

    private <R> R answer(Function<Workers, R> asking) {
        long start = System.nanoTime();
        long nanos = PATIENCES_TO_ANSWER * patienceNanos;
        try {
            return asking.apply(new Workers(1, () -> System.nanoTime() - start > nanos, Progress.NONE));
        } catch (CancellationException e) {
            throw new LostProcessException("the worker process gave no answer");
        }
    }

    private synchronized WorkerHandle running() {
        if (child == null || !child.isAlive()) {
            if (child != null) {
                // What it held is free then.
                child.awaitExit();
            }
            child = WorkerHandle.start(command, patienceNanos);
        }
        return child;
    }

    /** The operating system's number of the process; 0 when there is none. */
    synchronized long pid() {
        return child == null ? 0 : child.pid();
    }

    /** Ends the process if it is running; tasks that it runs fail. */
    @Override
    public synchronized void close() {
        if (child != null) {
            child.end("it was closed");
            child = null;
        }
    }
}
