package dev.motif.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.process.Tasks.Doing;
import dev.motif.process.Tasks.Facts;
import dev.motif.process.Tasks.Greedy;
import dev.motif.process.Tasks.Late;
import dev.motif.process.Tasks.LiveBytes;
import dev.motif.process.Tasks.Reading;
import dev.motif.process.Tasks.Summing;
import dev.motif.process.Tasks.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@LeavesNothing
@Timeout(600)
class WorkerProcessTest {
    private static final Map<Long, EdgeList> LISTS = new HashMap<>();
    private static final long HEAP_BYTES = 64L << 20;
    private static final long OFF_HEAP_BYTES = 64L << 20;

    /** Starting one takes most of the time of a test. */
    private static final WorkerProcess PROCESS =
            new WorkerProcess(HEAP_BYTES, OFF_HEAP_BYTES, TimeUnit.MINUTES.toNanos(5));

    private final NativeMemory memory = new NativeMemory(1L << 30);

    /** A test gets the process of the one before, if that has nothing left there. */
    @BeforeEach
    void processHoldsNothing() {
        if (PROCESS.pid() != 0 && PROCESS.<Long>ask(new LiveBytes()) != 0) {
            PROCESS.close();
        }
    }

    @AfterAll
    static void end() {
        PROCESS.close();
    }

    private BipartiteGraph graph(long seed) {
        return LISTS.computeIfAbsent(seed, own -> RandomGraphs.bipartite(own, 30_000, 20_000, 200_000, 1))
                .toGraph(memory, Workers.of(1));
    }

    private <R> R call(Task<R> task) {
        return PROCESS.call(task, null, null, Workers.of(1));
    }

    private void checkReading(BipartiteGraph graph) {
        try (Facts facts = PROCESS.call(new Reading(), graph, memory, Workers.of(1))) {
            assertThat(facts.rows()).isSameAs(graph.left());
            assertThat(facts.none().length()).isZero();
            assertThat(facts.neighbors().length()).isEqualTo(graph.edgeCount());
            Csr left = graph.left();
            assertThat(LongStream.range(0, graph.edgeCount())
                            .filter(slot -> facts.neighbors().get(slot) != left.neighbor(slot)))
                    .isEmpty();
            assertThat(IntStream.range(0, graph.leftCount())
                            .filter(v -> facts.degrees().get(v) != left.degree(v)
                                    || facts.sums().high().get(v) != left.degree(v)
                                    || facts.sums().low().get(v) != v))
                    .isEmpty();
            assertThat(facts.sums().get(1))
                    .isEqualTo(BigInteger.valueOf(left.degree(1)).shiftLeft(64).add(BigInteger.ONE));
        }
    }

    /** A task that runs on a thread of its own; returns once it has begun in the process. */
    private CompletableFuture<String> begun(boolean obeys, Cancellation cancellation) throws InterruptedException {
        CountDownLatch began = new CountDownLatch(1);
        Progress progress = new Progress() {
            @Override
            public void begin(String stage, long volume) {
                assertThat(stage).isEqualTo(Waiting.STAGE);
                assertThat(volume).isEqualTo(1000);
            }

            @Override
            public void advance(long amount) {
                began.countDown();
            }
        };
        CompletableFuture<String> result = CompletableFuture.supplyAsync(
                () -> PROCESS.call(new Waiting(obeys), null, null, new Workers(1, cancellation, progress)),
                task -> new Thread(task).start());
        began.await();
        return result;
    }

    private static void assertFails(CompletableFuture<?> call, Class<? extends Throwable> error, String message) {
        assertThatThrownBy(call::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(error)
                .hasMessageMatching(message);
    }

    @Test
    void runsInAProcessOfItsOwnWithTheOptionsOfThisOne() {
        System.setProperty("motif.test.isolation", "passed on");
        try (WorkerProcess other = new WorkerProcess(HEAP_BYTES, OFF_HEAP_BYTES)) {
            Task<List<Object>> about = new Doing<>(() -> List.of(
                    ProcessHandle.current().pid(),
                    System.getProperty("motif.test.isolation"),
                    Runtime.getRuntime().maxMemory() <= 2 * HEAP_BYTES));
            assertThat(other.call(about, null, null, Workers.of(1)))
                    .containsExactly(other.pid(), "passed on", true)
                    .doesNotContain(ProcessHandle.current().pid());
        } finally {
            System.clearProperty("motif.test.isolation");
        }
    }

    @Test
    void programThatIsNotThereIsAnErrorWithoutItsPath() {
        assertThatThrownBy(() -> WorkerHandle.start(List.of("/not/there/java"), Long.MAX_VALUE))
                .isInstanceOf(LostProcessException.class)
                .hasMessageStartingWith("the worker process cannot be started: error=2, ")
                .message()
                .doesNotContain("/not/there");
    }

    @Test
    void arraysAndRowsComeBackAsTheyAre() {
        try (BipartiteGraph graph = graph(1)) {
            checkReading(graph);
        }
    }

    /** The last call fails, and its arrays are freed too. */
    @Test
    void arraysOfATaskAreFreedWhenItHasEnded() {
        try (OffHeapLongs numbers = memory.zeroedLongs(100_000)) {
            numbers.set(99_999, 7);
            assertThat(call(new Summing(numbers))).isEqualTo(7);
            numbers.set(99_999, 0);
            assertThatThrownBy(() -> call(new Summing(numbers))).hasMessage("nothing to add up");
        }
        awaitLive(0);
    }

    @Test
    void whatIsPrintedIsNoMessage() {
        assertThat(call(new Doing<>(() -> {
                    System.out.println("a line of a task");
                    return 1;
                })))
                .isEqualTo(1);
    }

    @Test
    void graphIsCopiedOnceAndFreedWithTheGraph() {
        PROCESS.close();
        try (BipartiteGraph other = graph(2)) {
            try (BipartiteGraph graph = graph(1)) {
                assertThat(PROCESS.<Long>askWhereCopied(new LiveBytes(), graph)).isNull();
                checkReading(graph);
                awaitLive(graph.bytes());
                assertThat(PROCESS.<Long>askWhereCopied(new LiveBytes(), graph)).isEqualTo(graph.bytes());
                checkReading(graph);
                checkReading(other);
                awaitLive(graph.bytes() + other.bytes());
            }
            awaitLive(other.bytes());
        }
        awaitLive(0);
    }

    /** Graphs are forgotten, and results that have come are freed there, a little later. */
    private void awaitLive(long bytes) {
        while (call(new LiveBytes()) != bytes) {
            Thread.onSpinWait();
        }
    }

    @Test
    void manyCallsAtOnceGetTheirOwnResults() {
        List<BipartiteGraph> graphs =
                IntStream.range(0, 4).mapToObj(this::graph).toList();
        List<CompletableFuture<Void>> threads = IntStream.range(0, 12)
                .mapToObj(thread -> CompletableFuture.runAsync(
                        () -> IntStream.range(0, 5).forEach(call -> checkReading(graphs.get((thread + call) % 4))),
                        task -> new Thread(task).start()))
                .toList();
        threads.forEach(CompletableFuture::join);
        awaitLive(graphs.stream().mapToLong(BipartiteGraph::bytes).sum());
        graphs.forEach(BipartiteGraph::close);
    }

    @Test
    void exceptionsComeBackAsTheyAre() {
        assertThatThrownBy(() -> call(new Doing<Integer>(() -> {
                    throw new IllegalArgumentException("as asked");
                })))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("as asked");
        assertThatThrownBy(() -> call(new Doing<Integer>(() -> {
                    throw new StackOverflowError("too deep");
                })))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("too deep");
    }

    @Test
    void whatCannotBeSentIsAnErrorOfThatCallAlone() {
        Object here = new Object();
        assertThatThrownBy(() -> call(new Doing<>(() -> here))).hasMessageContaining("NotSerializable");
        long pid = call(new Doing<>(() -> ProcessHandle.current().pid()));
        assertThatThrownBy(() -> call(new Doing<>(Object::new))).hasMessageContaining("NotSerializable");
        assertThat(PROCESS.pid()).isEqualTo(pid);
    }

    /** Neither a task nor a result of another class is made, in whatever it is wrapped. */
    @Test
    void objectsThatNoMessageHasAreRefused() {
        long pid = call(new Doing<>(() -> ProcessHandle.current().pid()));
        List<URI> uris = List.of(URI.create("motif:test"));
        assertThatThrownBy(() -> call(new Doing<>(() -> uris.get(0).getPath())))
                .hasRootCauseMessage("no message between the processes has objects of java.net.URI");
        assertThatThrownBy(() -> call(new Doing<>(() -> new URI[][] {{URI.create("motif:test")}})))
                .hasRootCauseMessage("no message between the processes has objects of java.net.URI");
        assertThat(PROCESS.pid()).isEqualTo(pid);
    }

    @Test
    void cancelledCallEndsAndItsProcessGoesOn() throws Exception {
        AtomicBoolean cancelled = new AtomicBoolean();
        CompletableFuture<String> call = begun(true, cancelled::get);
        long pid = PROCESS.pid();
        cancelled.set(true);
        assertFails(call, CancellationException.class, "cancelled by the caller");
        assertThat(call(new Doing<>(() -> ProcessHandle.current().pid()))).isEqualTo(pid);
    }

    @Test
    void interruptedCallEndsAndItsProcessGoesOn() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        CountDownLatch began = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                PROCESS.call(new Waiting(true), null, null, new Workers(1, Cancellation.NEVER, new Progress() {
                    @Override
                    public void begin(String stage, long volume) {
                        began.countDown();
                    }

                    @Override
                    public void advance(long amount) {}
                }));
            } catch (CancellationException e) {
                interrupted.complete(Thread.currentThread().isInterrupted());
            }
        });
        thread.start();
        began.await();
        long pid = PROCESS.pid();
        thread.interrupt();
        assertThat(interrupted.get()).isTrue();
        assertThat(call(new Doing<>(() -> ProcessHandle.current().pid()))).isEqualTo(pid);
    }

    /** It may be of many gigabytes, and others wait for the way. */
    @Test
    void resultOfACancelledCallIsNotSent() {
        AtomicBoolean cancelled = new AtomicBoolean();
        Workers workers = new Workers(1, cancelled::get, new Progress() {
            @Override
            public void begin(String stage, long volume) {
                cancelled.set(true);
            }

            @Override
            public void advance(long amount) {}
        });
        long pid = call(new Doing<>(() -> ProcessHandle.current().pid()));
        assertThatThrownBy(() -> PROCESS.call(new Late(), null, memory, workers))
                .isInstanceOf(CancellationException.class);
        assertThat(call(new LiveBytes())).isZero();
        assertThat(PROCESS.pid()).isEqualTo(pid);
    }

    /** It stands still as one whose driver does not return. */
    @Test
    void questionThatGetsNoAnswerEndsTheProcess() {
        try (WorkerProcess impatient = new WorkerProcess(HEAP_BYTES, OFF_HEAP_BYTES, 300_000_000)) {
            long pid = impatient.call(new Doing<>(() -> ProcessHandle.current().pid()), null, null, Workers.of(1));
            signal("STOP", impatient);
            assertThatThrownBy(() -> impatient.ask(new LiveBytes()))
                    .isInstanceOf(LostProcessException.class)
                    .hasMessageContaining("the worker process gave no answer");
            assertThat(impatient.call(new Doing<>(() -> ProcessHandle.current().pid()), null, null, Workers.of(1)))
                    .isNotEqualTo(pid);
        }
    }

    /** A graph may be dropped while somebody asks for the memory of its copy, who is none of its users. */
    @Test
    void graphThatIsClosedMeanwhileIsNotCopiedAgain() throws Exception {
        WorkerHandle child = WorkerHandle.start(WorkerMain.command(HEAP_BYTES, OFF_HEAP_BYTES), Long.MAX_VALUE);
        try {
            BipartiteGraph graph = graph(1);
            child.call(new LiveBytes(), graph, memory, Workers.of(1));
            AtomicInteger asked = new AtomicInteger();
            Cancellation dropping = () -> {
                if (asked.getAndIncrement() == 0) {
                    graph.close();
                }
                return false;
            };
            assertThat(child.callWhereCopied(new LiveBytes(), graph, new Workers(1, dropping, Progress.NONE)))
                    .isBetween(0L, graph.bytes());
            assertThat(asked).hasPositiveValue();
            assertThat(child.<Long>callWhereCopied(new LiveBytes(), graph, Workers.of(1)))
                    .isNull();
            while (child.<Long>call(new LiveBytes(), null, null, Workers.of(1)) != 0) {
                Thread.onSpinWait();
            }
        } finally {
            child.end("the test is over");
        }
    }

    /** The answer to the cancellation overtakes the one that says that all of the graph has come. */
    @Test
    void graphWhoseCopyWasCancelledAsItCameIsForgotten() throws Exception {
        try (ScriptedProcess scripted = new ScriptedProcess();
                BipartiteGraph graph = graph(1)) {
            WorkerHandle child = new WorkerHandle(scripted, Long.MAX_VALUE);
            assertThatThrownBy(() -> child.call(new LiveBytes(), graph, memory, Workers.of(1)))
                    .isInstanceOf(CancellationException.class)
                    .hasMessage("cancelled by the caller");
            assertThat(scripted.forgotten()).isEqualTo(scripted.kept());
        }
    }

    @Test
    void processThatDoesNotEndACancelledCallIsEnded() throws Exception {
        try (WorkerProcess impatient = new WorkerProcess(HEAP_BYTES, OFF_HEAP_BYTES, 1_000_000_000)) {
            Workers cancelling = new Workers(1, () -> impatient.pid() != 0, Progress.NONE);
            assertThatThrownBy(() -> impatient.call(new Waiting(false), null, null, cancelling))
                    .isInstanceOf(CancellationException.class);
            assertThat(impatient.call(new Doing<>(() -> 1), null, null, Workers.of(1)))
                    .isEqualTo(1);
        }
    }

    @Test
    void killedProcessFailsItsCallsAndTheNextCallGetsANewOne() throws Exception {
        try (BipartiteGraph graph = graph(1)) {
            checkReading(graph);
            CompletableFuture<String> first = begun(true, Cancellation.NEVER);
            CompletableFuture<String> second = begun(true, Cancellation.NEVER);
            long pid = PROCESS.pid();
            ProcessHandle.of(pid).orElseThrow().destroyForcibly();
            String message = "the worker process has ended: exit status 137\\. The next call starts a new one\\.";
            assertFails(first, LostProcessException.class, message);
            assertFails(second, LostProcessException.class, message);
            checkReading(graph);
            assertThat(PROCESS.pid()).isNotEqualTo(pid);
        }
    }

    @Test
    void processThatATaskHasSpoiltIsEndedWithItsOtherCalls() throws Exception {
        CompletableFuture<String> other = begun(true, Cancellation.NEVER);
        long pid = PROCESS.pid();
        assertThatThrownBy(() -> call(new Doing<Integer>(() -> {
                    throw new LostProcessException("the device was lost", 3);
                })))
                .isInstanceOf(LostProcessException.class)
                .hasMessage("the worker process was ended: the device was lost. The next call starts a new one.")
                .satisfies(e -> assertThat(((LostProcessException) e).culprit()).hasValue(3));
        assertFails(other, LostProcessException.class, "the worker process was ended: the device was lost\\. .*");
        assertThatThrownBy(other::join).cause().satisfies(e -> assertThat(((LostProcessException) e).culprit())
                .isEmpty());
        assertThat(call(new Doing<>(() -> ProcessHandle.current().pid()))).isNotEqualTo(pid);
        assertThat(ProcessHandle.of(pid)).isEmpty();
    }

    @Test
    void processWithoutHeapEnds() {
        assertThatThrownBy(() -> call(new Greedy()))
                .isInstanceOf(LostProcessException.class)
                .hasMessageContaining("exit status 3");
        assertThat(call(new Doing<>(() -> 1))).isEqualTo(1);
    }

    @Test
    void resultThatDoesNotFitTheBudgetHereIsAnErrorOfThatCallAlone() {
        try (BipartiteGraph graph = graph(1)) {
            NativeMemory little = new NativeMemory(400_000);
            assertThatThrownBy(() -> PROCESS.call(new Reading(), graph, little, Workers.of(1)))
                    .isInstanceOf(OffHeapMemoryException.class);
            assertThat(little.liveBytes()).isZero();
            long pid = PROCESS.pid();
            checkReading(graph);
            assertThat(PROCESS.pid()).isEqualTo(pid);
            awaitLive(graph.bytes());
        }
    }

    @Test
    void graphThatDoesNotFitTheBudgetThereIsAnErrorOfThatCallAlone() {
        try (WorkerProcess small = new WorkerProcess(HEAP_BYTES, 1_000_000);
                BipartiteGraph graph = graph(1)) {
            assertThatThrownBy(() -> small.call(new Reading(), graph, memory, Workers.of(1)))
                    .isInstanceOf(OffHeapMemoryException.class)
                    .hasMessageContaining("Not enough off-heap memory");
            assertThat(small.call(new LiveBytes(), null, null, Workers.of(1))).isZero();
        }
    }

    /** Sends the worker process a signal. Where much else runs it may stop a little later, which this waits for. */
    private static void signal(String signal, WorkerProcess worker) {
        Path state = Path.of("/proc/" + worker.pid() + "/stat");
        try {
            int status = new ProcessBuilder("kill", "-" + signal, String.valueOf(worker.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            assertThat(status).isZero();
            while (signal.equals("STOP")
                    && Files.exists(state)
                    && !Files.readString(state).contains(") T ")) {
                Thread.onSpinWait();
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The process stands still until the call has been cancelled, so that only a part of the graph is on its way. */
    @Test
    void graphThatIsCancelledOnItsWayLeavesNothing() {
        call(new LiveBytes());
        long pid = PROCESS.pid();
        try (BipartiteGraph graph = graph(1)) {
            signal("STOP", PROCESS);
            AtomicInteger asked = new AtomicInteger();
            Workers cancelling = new Workers(1, () -> asked.incrementAndGet() > 3, Progress.NONE);
            CompletableFuture<Void> goingOn = CompletableFuture.runAsync(
                    () -> {
                        while (asked.get() <= 3) {
                            Thread.onSpinWait();
                        }
                        signal("CONT", PROCESS);
                    },
                    task -> new Thread(task).start());
            assertThatThrownBy(() -> PROCESS.call(new Reading(), graph, memory, cancelling))
                    .isInstanceOf(CancellationException.class);
            goingOn.join();
            assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
            assertThat(call(new LiveBytes())).isZero();
            checkReading(graph);
            awaitLive(graph.bytes());
        }
        assertThat(PROCESS.pid()).isEqualTo(pid);
    }

    @Test
    void callOfAProcessThatStandsStillCanBeCancelled() {
        try (WorkerProcess impatient = new WorkerProcess(HEAP_BYTES, OFF_HEAP_BYTES, 1_000_000_000);
                BipartiteGraph graph = graph(1)) {
            impatient.call(new LiveBytes(), null, null, Workers.of(1));
            long pid = impatient.pid();
            signal("STOP", impatient);
            AtomicInteger asked = new AtomicInteger();
            Workers cancelling = new Workers(1, () -> asked.incrementAndGet() > 3, Progress.NONE);
            assertThatThrownBy(() -> impatient.call(new Reading(), graph, memory, cancelling))
                    .isInstanceOf(CancellationException.class);
            impatient.call(new Reading(), graph, memory, Workers.of(1)).close();
            assertThat(impatient.pid()).isNotEqualTo(pid);
        }
    }

    /** A server that starts a worker process, prints its number, and then ends without a word. */
    static final class Server {
        private Server() {}

        public static void main(String[] args) {
            WorkerProcess worker = new WorkerProcess(HEAP_BYTES, OFF_HEAP_BYTES);
            System.out.println(
                    worker.call(new Doing<>(() -> ProcessHandle.current().pid()), null, null, Workers.of(1)));
            Thread busy = new Thread(() -> worker.call(new Waiting(false), null, null, Workers.of(1)));
            busy.setDaemon(true);
            busy.start();
            Runtime.getRuntime().halt(1);
        }
    }

    @Test
    void processEndsWithTheServer() throws Exception {
        Process server = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Server.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long pid;
        try (BufferedReader reader = server.inputReader()) {
            pid = Long.parseLong(reader.readLine());
        }
        CompletableFuture<ProcessHandle> end =
                ProcessHandle.of(pid).map(ProcessHandle::onExit).orElse(CompletableFuture.completedFuture(null));
        end.get(5, TimeUnit.MINUTES);
        assertThat(server.waitFor()).isEqualTo(1);
    }
}
