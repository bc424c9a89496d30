package dev.motif.timing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes down which tests and classes are the slowest of a build, to the file that the system property
 * {@value #FILE_PROPERTY} names. Writes nothing without it, as when an IDE runs a test. Registered as a service of
 * JUnit.
 */
public final class SlowestTests implements TestExecutionListener {
    static final String FILE_PROPERTY = "motif.slowest";
    static final String BUILD_PROPERTY = "motif.build";
    private static final int LONGEST_NAME = 140;

    private final LongSupplier nanoTime;
    private final SlowestReport report;
    private final Map<TestIdentifier, Long> starts = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Timed> tests = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Timed> classes = new ConcurrentLinkedQueue<>();
    private TestPlan plan;

    /** The listener that JUnit creates. */
    public SlowestTests() {
        this(System::nanoTime, reportOfThisBuild());
    }

    /** @param report the report to add to, null to write nothing */
    SlowestTests(LongSupplier nanoTime, SlowestReport report) {
        this.nanoTime = nanoTime;
        this.report = report;
    }

    private static SlowestReport reportOfThisBuild() {
        String file = System.getProperty(FILE_PROPERTY);
        return file == null ? null : new SlowestReport(Path.of(file), System.getProperty(BUILD_PROPERTY));
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        starts.put(test, nanoTime.getAsLong());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        long millis = (nanoTime.getAsLong() - starts.remove(test)) / 1_000_000;
        TestSource source = test.getSource().orElse(null);
        if (test.isTest()) {
            tests.add(new Timed(millis, name(test)));
        } else if (source instanceof ClassSource container) {
            classes.add(new Timed(millis, container.getClassName()));
        }
    }

    /** The class and method of a test, and the parameters if it has some. */
    private String name(TestIdentifier test) {
        String method = test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(source -> source.getClassName() + " " + source.getMethodName())
                .orElseGet(() -> className(test) + " " + test.getDisplayName());
        boolean oneOfSeveral = plan.getParent(test)
                .flatMap(TestIdentifier::getSource)
                .filter(MethodSource.class::isInstance)
                .isPresent();
        String name = oneOfSeveral ? method + " " + test.getDisplayName() : method;
        String line = name.lines().findFirst().orElseThrow();
        return line.substring(0, Math.min(line.length(), LONGEST_NAME));
    }

    /** The class of a test that is not a method, such as a rule of ArchUnit. */
    private String className(TestIdentifier test) {
        return plan.getParent(test)
                .map(parent -> parent.getSource()
                        .filter(ClassSource.class::isInstance)
                        .map(source -> ((ClassSource) source).getClassName())
                        .orElseGet(() -> className(parent)))
                .orElse("");
    }

    @Override
    public void testPlanExecutionFinished(TestPlan finished) {
        if (report == null) {
            return;
        }
        try {
            report.add(List.copyOf(tests), List.copyOf(classes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        tests.clear();
        classes.clear();
    }
}
