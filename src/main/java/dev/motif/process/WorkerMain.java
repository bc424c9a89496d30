package dev.motif.process;

import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.process.Message.Advance;
import dev.motif.process.Message.Call;
import dev.motif.process.Message.Cancel;
import dev.motif.process.Message.Failure;
import dev.motif.process.Message.Forget;
import dev.motif.process.Message.Keep;
import dev.motif.process.Message.Result;
import dev.motif.process.Message.Stage;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The main class of a worker process: runs the tasks that come in by its standard input, until that is closed. */
final class WorkerMain implements Connection.Receiver {
    /** The start of the names of JVM options that a worker process gets too. */
    private static final String OWN_OPTIONS = "motif.";

    private static final String CANCELLED = "cancelled by the caller";

    private static volatile boolean here;

    private final Connection connection;
    private final NativeMemory memory;
    private final Map<Long, Graph> graphs = new ConcurrentHashMap<>();
    private final Map<Long, Running> running = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private record Running(Graph graph, AtomicBoolean cancelled) {}

    private WorkerMain(Connection connection, NativeMemory memory) {
        this.connection = connection;
        this.memory = memory;
    }

    /** The command that starts a worker process with the JVM, classes and options of this one. */
    static List<String> command(long heapBytes, long offHeapBytes) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heapBytes);
        command.add("-XX:+ExitOnOutOfMemoryError");
        // The standard output is for messages alone.
        command.add("-XX:+DisplayVMOutputToStderr");
        if (WorkerMain.class.desiredAssertionStatus()) {
            command.add("-ea");
        }
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(OWN_OPTIONS) || name.equals("java.io.tmpdir")) {
                command.add("-D" + name + "=" + System.getProperty(name));
            }
        }
        command.addAll(List.of("-cp", classPath(), WorkerMain.class.getName(), String.valueOf(offHeapBytes)));
        return command;
    }

    /** The jar of this class, which holds all that is needed; where the classes are in no jar, the whole class path. */
    private static String classPath() {
        try {
            Path place = Path.of(WorkerMain.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Files.isDirectory(place) ? System.getProperty("java.class.path") : place.toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws IOException {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        here = true;
        WorkerMain worker = new WorkerMain(new Connection(System.in, out), new NativeMemory(Long.parseLong(args[0])));
        try {
            worker.connection.receive(worker);
        } finally {
            // At once, whatever tasks are doing: nobody waits for them any more.
            Runtime.getRuntime().halt(0);
        }
    }

    static boolean isHere() {
        return here;
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
    public void failed(long number, Throwable reason) {
        threads.execute(() -> fail(number, reason));
    }

    @Override
    public void received(long number, Message message, List<AutoCloseable> arrays) {
        if (message instanceof Call call) {
            Running now = new Running(graphs.get(call.graph()), new AtomicBoolean());
            running.put(number, now);
            threads.execute(() -> run(number, call, now, arrays));
        } else if (message instanceof Keep keep) {
            graphs.put(number, keep.graph());
            threads.execute(() -> send(number, new Result(null), null, Cancellation.NEVER));
        } else if (message instanceof Forget) {
            forget(number);
        } else if (message instanceof Cancel) {
            cancel(number);
        }
    }

    /** Frees a graph; does nothing when it never arrived as a whole. */
    private void forget(long number) {
        Graph graph = graphs.remove(number);
        if (graph != null) {
            graph.close();
        }
    }

    /** Cancels a call; one that is not running has not arrived as a whole, or has been answered. */
    private void cancel(long number) {
        Running call = running.get(number);
        if (call == null) {
            failed(number, new CancellationException(CANCELLED));
        } else {
            call.cancelled.set(true);
        }
    }

    /** @param arrays the arrays of the task, which are freed when it has ended */
    private void run(long number, Call call, Running now, List<AutoCloseable> arrays) {
        Told progress = new Told(number);
        Workers workers = new Workers(call.concurrency(), now.cancelled::get, progress);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            arrays.forEach(scope::own);
            Object value = call.task().run(now.graph, memory, workers);
            try {
                progress.tell();
                send(number, new Result(value), now.graph, now.cancelled::get);
            } finally {
                if (value instanceof AutoCloseable closeable) {
                    closeable.close();
                }
            }
            if (now.cancelled.get()) {
                // The result may not have been sent as a whole; if it was, nobody hears this.
                fail(number, new CancellationException(CANCELLED));
            }
        } catch (Throwable e) {
            fail(number, e);
        } finally {
            running.remove(number);
        }
    }

    private void fail(long number, Throwable reason) {
        try {
            send(number, new Failure(reason), null, Cancellation.NEVER);
        } catch (IllegalStateException e) {
            send(number, new Failure(new IllegalStateException(reason.toString())), null, Cancellation.NEVER);
        }
    }

    /** @throws IllegalStateException when the message cannot be written as bytes */
    private void send(long number, Message message, Graph graph, Cancellation cancellation) {
        try {
            connection.send(number, message, graph, cancellation);
        } catch (ObjectStreamException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            // The server is gone, which ends this process.
        }
    }

    /** Progress that is told to the server, but not for each small step. */
    private final class Told implements Progress {
        private static final long PAUSE_NANOS = 50_000_000;

        private final long number;
        private final AtomicLong amount = new AtomicLong();
        private long toldNanos = System.nanoTime();

        Told(long number) {
            this.number = number;
        }

        @Override
        public void begin(String stage, long volume) {
            tell();
            send(number, new Stage(stage, volume), null, Cancellation.NEVER);
        }

        @Override
        public void advance(long more) {
            amount.addAndGet(more);
        }

        @Override
        public void publish() {
            if (System.nanoTime() - toldNanos > PAUSE_NANOS) {
                tell();
            }
        }

        /** Tells what has not been told yet. */
        void tell() {
            toldNanos = System.nanoTime();
            long more = amount.getAndSet(0);
            if (more > 0) {
                send(number, new Advance(more), null, Cancellation.NEVER);
            }
        }
    }
}
