package dev.motif.cypher.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.Backend;
import dev.motif.backend.work.StageTimes;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.kernel.api.exceptions.Status;

class JobsTest {
    private final Jobs jobs = new Jobs();
    private final List<String> log = new ArrayList<>();
    private final List<String> details = new ArrayList<>();
    private final List<String> terminated = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

    private Job start(String jobId) {
        return start(jobId, "ann", "db1");
    }

    private Job job(String jobId, String user, String databaseId) {
        return new Job(
                jobId,
                user,
                databaseId,
                "motif.test",
                log::add,
                (how, line) -> log.add(line),
                details::add,
                () -> terminated.add(user + " " + jobId),
                nanos::get);
    }

    private void passes(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private Job start(String jobId, String user, String databaseId) {
        return jobs.start(job(jobId, user, databaseId));
    }

    private List<String> ids(String databaseId, String user) {
        return jobs.list(databaseId, user::equals).stream().map(Job::jobId).toList();
    }

    @Test
    void runningJobsComeBeforeThoseThatEndedTheLastFirst() {
        Job a = start("a");
        Job b = start("b");
        start("c");
        a.close();
        b.close();
        assertThat(ids("db1", "ann")).containsExactly("c", "b", "a");
    }

    @Test
    void jobsOfOtherUsersAndDatabasesAreNotListed() {
        start("a");
        start("a", "bob", "db1");
        start("a", "ann", "db2").close();
        assertThat(jobs.list("db1", "ann"::equals)).hasSize(1);
        assertThat(jobs.list("db1", "bob"::equals)).hasSize(1);
        assertThat(jobs.list("db2", "ann"::equals)).hasSize(1);
        assertThat(jobs.list("db2", "bob"::equals)).isEmpty();
    }

    @Test
    void idOfARunningJobIsRefusedUntilItEnds() {
        Job first = start("a");
        assertThatThrownBy(() -> start("a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A job with `jobId` 'a' is already running (motif.test): wait until it has ended, or use"
                        + " another `jobId`");
        first.close();
        start("a");
        assertThat(ids("db1", "ann")).containsExactly("a", "a");
    }

    @Test
    void jobsOfAUserShareTheirThreadsUntilTheyEnd() {
        Job first = start("a");
        Job second = start("b", "ann", "db2");
        Job third = start("c");
        assertThat(jobs.giveThreads(first, 3, 4)).isEqualTo(3);
        assertThat(jobs.giveThreads(second, 3, 4)).isEqualTo(1);
        assertThat(jobs.giveThreads(start("a", "bob", "db1"), 3, 4)).isEqualTo(3);
        assertThatThrownBy(() -> jobs.giveThreads(third, 1, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("other calls of the user have all of the 4 threads that the server's"
                        + " `motif.concurrency.limit.user` allows: wait until one has ended");
        // The most that a job was given at a time counts.
        assertThat(jobs.giveThreads(first, 2, 4)).isEqualTo(2);
        assertThatThrownBy(() -> jobs.giveThreads(third, 1, 4)).isInstanceOf(IllegalArgumentException.class);
        first.close();
        assertThat(jobs.giveThreads(second, 8, 4)).isEqualTo(4);
        second.close();
        assertThat(jobs.giveThreads(third, 8, 4)).isEqualTo(4);
        assertThat(jobs.giveThreads(third, 8, Integer.MAX_VALUE)).isEqualTo(8);
    }

    @Test
    void runningJobIsNotStartedAgainWhenThatIsNoError() {
        Job first = start("a");
        assertThat(jobs.startUnlessRunning(job("a", "ann", "db1"))).isEmpty();
        assertThat(jobs.startUnlessRunning(job("a", "bob", "db1"))).isPresent();
        first.close();
        assertThat(jobs.startUnlessRunning(job("a", "ann", "db1"))).isPresent();
        assertThat(ids("db1", "ann")).containsExactly("a", "a");
    }

    @Test
    void onlyARunningJobOfTheSameUserAndDatabaseIsTerminated() {
        Job job = start("a");
        assertThat(jobs.terminate("db1", "bob", "a")).isEmpty();
        assertThat(jobs.terminate("db2", "ann", "a")).isEmpty();
        assertThat(jobs.terminate("db1", "ann", "b")).isEmpty();
        assertThat(terminated).isEmpty();
        assertThat(jobs.terminate("db1", "ann", "a")).contains(job);
        assertThat(terminated).containsExactly("ann a");
        job.failed(new CancellationException());
        assertThat(jobs.terminate("db1", "ann", "a")).isEmpty();
        assertThat(terminated).hasSize(1);
    }

    @Test
    void hundredEndedJobsAreRemembered() {
        for (int i = 0; i < 130; i++) {
            start("job" + i).close();
        }
        Job running = start("running");
        assertThat(ids("db1", "ann"))
                .hasSize(101)
                .startsWith("running", "job129")
                .endsWith("job30");
        running.close();
    }

    @Test
    void jobEndsOnce() {
        Job finished = start("a");
        finished.close();
        finished.failed(new IllegalStateException("too late"));
        assertThat(finished.status()).isEqualTo(Job.Status.FINISHED);
        Job failed = start("b");
        failed.failed(new IllegalStateException("broken"));
        failed.close();
        assertThat(failed.status()).isEqualTo(Job.Status.FAILED);
        assertThat(ids("db1", "ann")).containsExactly("b", "a");
    }

    @Test
    void cancelledJobHasNotFailed() {
        Job killed = start("a");
        killed.failed(new CancellationException());
        assertThat(killed.status()).isEqualTo(Job.Status.CANCELED);
        Job terminated = start("b");
        terminated.failed(new TransactionTerminatedException(Status.Transaction.Terminated));
        assertThat(terminated.status()).isEqualTo(Job.Status.CANCELED);
    }

    @Test
    void stagesAndTheEndAreLogged() {
        Job job = start("a");
        StageTimes times = new StageTimes();
        job.about("it", times);
        job.on(Backend.CPU);
        job.begin("reading", 10);
        job.begin("counting", 0);
        times.add(StageTimes.Stage.COMPUTE, 12.4);
        passes(34);
        job.failed(new IllegalStateException("broken"));
        job.close();
        assertThat(log).hasSize(3).startsWith("reading", "counting");
        assertThat(log.get(2))
                .isEqualTo("graph='it' failed backend=CPU projectMillis=0 preProcessingMillis=0 transferMillis=0"
                        + " computeMillis=12 writeMillis=0 totalMillis=34 reason='broken'");
    }

    @Test
    void jobThatEndsBeforeItsGraphIsKnownIsLogged() {
        start("a").failed(new NullPointerException());
        assertThat(log)
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith("graph=none failed backend=none ")
                .endsWith(" reason='NullPointerException'");
    }

    @Test
    void progressIsThatOfTheStageWhereStagesAreNotKnown() {
        Job job = start("a");
        assertThat(job.stage()).isEqualTo("starting");
        assertThat(job.progress()).isEqualTo("n/a");
        assertThat(job.progressBar()).isEqualTo("[~~~~~~~~~~]");
        job.begin("counting", 200);
        assertThat(job.progress()).isEqualTo("0%");
        job.advance(85);
        assertThat(job.progress()).isEqualTo("42%");
        assertThat(job.progressBar()).isEqualTo("[####~~~~~~]");
        job.advance(500);
        assertThat(job.progress()).isEqualTo("100%");
        job.begin("writing", 3);
        assertThat(job.progress()).isEqualTo("0%");
        job.advance(1);
        assertThat(job.progress()).isEqualTo("33%");
        job.begin("tidying", 0);
        job.advance(5);
        assertThat(job.progress()).isEqualTo("n/a");
        job.close();
        assertThat(job.progress()).isEqualTo("100%");
        assertThat(job.progressBar()).isEqualTo("[##########]");
    }

    @Test
    void plannedStagesShareTheBar() {
        Job job = start("a");
        job.plan(List.of("counting", "writing"));
        job.begin("counting", 200);
        job.advance(100);
        assertThat(job.progress()).isEqualTo("25%");
        job.begin("writing", 3);
        assertThat(job.progress()).isEqualTo("50%");
        assertThat(job.progressBar()).isEqualTo("[#####~~~~~]");
    }

    @Test
    void failedJobKeepsItsProgress() {
        Job job = start("a");
        job.begin("counting", 4);
        job.advance(1);
        job.failed(new IllegalStateException());
        assertThat(job.progress()).isEqualTo("25%");
        assertThat(job.message()).isEqualTo("IllegalStateException");
    }

    @Test
    void failedJobAloneHasAMessageWhichIsCutAndEscaped() {
        Job failed = start("a");
        assertThat(failed.message()).isNull();
        failed.failed(new IllegalStateException("no\nroom" + "!".repeat(100_000)));
        assertThat(failed.message()).startsWith("no\\nroom!!").hasSizeLessThan(2100);
        Job cancelled = start("b");
        cancelled.failed(new CancellationException("cancelled by the caller"));
        assertThat(cancelled.message()).isNull();
        Job finished = start("c");
        finished.close();
        finished.failed(new IllegalStateException("too late"));
        assertThat(finished.message()).isNull();
    }

    @Test
    void statusDetailsAreShownWhenTheyChange() {
        Job job = start("a");
        job.begin("reading", 0);
        job.publish();
        job.begin("counting", 100);
        job.publish();
        job.advance(1);
        job.publish();
        job.publish();
        assertThat(details)
                .containsExactly(
                        "motif.test: reading",
                        "motif.test: counting 0% [~~~~~~~~~~]",
                        "motif.test: counting 1% [~~~~~~~~~~]");
    }

    /** Advances by a unit a millisecond, for {@code millis} that are a multiple of 20. */
    private void steadily(Job job, long millis) {
        for (long done = 0; done < millis; done += 20) {
            passes(20);
            job.advance(20);
            job.publish();
        }
    }

    @Test
    void remainingTimeIsShownOnceItIsKnown() {
        Job job = start("a");
        job.plan(List.of("counting"));
        job.begin("counting", 60_000);
        steadily(job, 2980);
        assertThat(job.remaining()).isEmpty();
        assertThat(details.get(details.size() - 1)).matches("motif\\.test: counting 4% \\[.{10}]");
        steadily(job, 3020);
        assertThat(job.remaining().orElseThrow().toMillis()).isBetween(53_999L, 54_001L);
        assertThat(details.get(details.size() - 1)).matches("motif\\.test: counting 10% \\[.{10}] 5[34]s left");
        job.close();
        assertThat(job.remaining()).isEmpty();
    }

    @Test
    void remainingTimeOfAStageIsSaidToBeThat() {
        Job job = start("a");
        job.plan(List.of("counting", "writing"));
        job.begin("counting", 60_000);
        steadily(job, 6000);
        assertThat(job.stageRemaining().orElseThrow().toMillis()).isBetween(53_999L, 54_001L);
        assertThat(job.remaining()).isEmpty();
        assertThat(details.get(details.size() - 1)).matches(".* 5[34]s left in this stage");
        job.close();
        assertThat(job.stageRemaining()).isEmpty();
    }

    @Test
    void elapsedTimeStopsWhenTheJobEnds() {
        Job job = start("a");
        passes(2);
        assertThat(job.elapsed()).isEqualTo(Duration.ofMillis(2));
        job.close();
        passes(5);
        assertThat(job.elapsed()).isEqualTo(Duration.ofMillis(2));
    }

    @Test
    void endedJobsAreRememberedUpToALimitAndHoldNothingOfTheirTransactions() {
        List<WeakReference<?>> held = new ArrayList<>();
        for (int user = 0; user < 1000; user++) {
            List<String> transaction = new ArrayList<>();
            held.add(new WeakReference<>(transaction));
            Job job = jobs.start(new Job(
                    "j".repeat(256),
                    "user" + user,
                    "db1",
                    "motif.test",
                    transaction::add,
                    (how, line) -> transaction.add(line),
                    transaction::add,
                    () -> transaction.add("killed")));
            job.begin("counting", 1);
            job.close();
            job.publish();
            job.terminate();
        }
        assertThat(IntStream.range(0, 1000)
                        .filter(user -> !ids("db1", "user" + user).isEmpty()))
                .hasSize(100);
        System.gc();
        assertThat(held).allMatch(transaction -> transaction.get() == null);
    }
}
