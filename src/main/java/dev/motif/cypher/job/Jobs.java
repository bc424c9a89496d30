package dev.motif.cypher.job;

import dev.motif.text.UserText;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The running jobs of this server, and the last {@value #REMEMBERED} that ended. Two running jobs of one user in one
 * database never have the same id. Thread-safe.
 */
public final class Jobs {
    private static final int REMEMBERED = 100;
    private static final Jobs SERVER = new Jobs();

    private final Map<Key, Job> running = new LinkedHashMap<>();
    private final Deque<Job> ended = new ArrayDeque<>();
    private final Map<Job.Status, Long> endedSoFar = new EnumMap<>(Job.Status.class);
    private Duration waitedSoFar = Duration.ZERO;

    private record Key(String databaseId, String user, String jobId) {
        static Key of(Job job) {
            return new Key(job.databaseId(), job.user(), job.jobId());
        }
    }

    /** The jobs of all databases and users of this server. */
    public static Jobs server() {
        return SERVER;
    }

    /**
     * Adds {@code job} to the running ones until it ends, and returns it.
     *
     * @throws IllegalArgumentException when a job of the same database, user and id is running
     */
    public synchronized Job start(Job job) {
        Job other = running.get(Key.of(job));
        if (other != null) {
            throw new IllegalArgumentException("A job with `jobId` " + UserText.value(job.jobId())
                    + " is already running (" + other.task() + "): wait until it has ended, or use another `jobId`");
        }
        return add(job);
    }

    /**
     * Adds {@code job} to the running ones as {@link #start} does; empty when one of the same id is running already.
     */
    public synchronized Optional<Job> startUnlessRunning(Job job) {
        return running.containsKey(Key.of(job)) ? Optional.empty() : Optional.of(add(job));
    }

    private Job add(Job job) {
        Key key = Key.of(job);
        job.whenEnded(() -> ended(key));
        running.put(key, job);
        return job;
    }

    /**
     * Gives a running job the threads that are wanted, or fewer where the other jobs of its user leave no more. A job keeps the most that it was
     * given until it ends.
     *
     * @param limit the most of all jobs of a user together, in all databases
     * @throws IllegalArgumentException when the others leave none
     */
    public synchronized int giveThreads(Job job, int wanted, int limit) {
        int ofOthers = running.values().stream()
                .filter(other -> other != job && other.user().equals(job.user()))
                .mapToInt(Job::threads)
                .sum();
        if (ofOthers >= limit) {
            throw new IllegalArgumentException("other calls of the user have all of the " + limit
                    + " threads that the server's `motif.concurrency.limit.user` allows: wait until one has ended");
        }
        int given = Math.min(wanted, limit - ofOthers);
        job.keepThreads(given);
        return given;
    }

    /**
     * Kills the transaction of a running job and returns the job; empty when no job with this id is running. The job
     * cannot end during this call, so its transaction cannot have been closed and used again for another query.
     */
    public synchronized Optional<Job> terminate(String databaseId, String user, String jobId) {
        Optional<Job> job = Optional.ofNullable(running.get(new Key(databaseId, user, jobId)));
        job.ifPresent(Job::terminate);
        return job;
    }

    private synchronized void ended(Key key) {
        Job job = running.remove(key);
        endedSoFar.merge(job.status(), 1L, Long::sum);
        waitedSoFar = waitedSoFar.plus(job.waited());
        ended.addFirst(job);
        if (ended.size() > REMEMBERED) {
            ended.removeLast();
        }
    }

    /** The running jobs of all databases and users, as they began. */
    public synchronized List<Job> running() {
        return List.copyOf(running.values());
    }

    /** How many jobs have ended like this since the server was started. */
    public synchronized long ended(Job.Status how) {
        return endedSoFar.getOrDefault(how, 0L);
    }

    /** How long all jobs together have waited for memory of GPUs since the server was started. */
    public synchronized Duration waited() {
        return running.values().stream().map(Job::waited).reduce(waitedSoFar, Duration::plus);
    }

    /** The jobs of some users in a database: the running ones as they began, then the ended ones, the latest first. */
    public synchronized List<Job> list(String databaseId, Predicate<String> users) {
        List<Job> jobs = new ArrayList<>(running.values());
        jobs.addAll(ended);
        jobs.removeIf(job -> !job.databaseId().equals(databaseId) || !users.test(job.user()));
        return jobs;
    }
}
