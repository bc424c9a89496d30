package dev.motif.cypher;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The running jobs of this server, and the last {@value #REMEMBERED} that ended. Thread-safe. */
public final class Jobs {
    private static final int REMEMBERED = 100;
    private static final Jobs SERVER = new Jobs();

    private final Map<Key, Job> running = new LinkedHashMap<>();
    private final Deque<Job> ended = new ArrayDeque<>();

    private record Key(String databaseId, String user, String jobId) {}

    public static Jobs server() {
        return SERVER;
    }

    /** @throws IllegalArgumentException when a job with this id is running */
    synchronized Job start(
            String jobId,
            String user,
            String databaseId,
            String task,
            Consumer<String> log,
            Consumer<String> statusDetails) {
        Key key = new Key(databaseId, user, jobId);
        if (running.containsKey(key)) {
            throw new IllegalArgumentException("A job with `jobId` '" + jobId + "' is already running ("
                    + running.get(key).task() + "): wait until it has ended, or use another `jobId`");
        }
        Job job = new Job(jobId, user, databaseId, task, log, statusDetails, () -> ended(key));
        running.put(key, job);
        return job;
    }

    private synchronized void ended(Key key) {
        ended.addFirst(running.remove(key));
        if (ended.size() > REMEMBERED) {
            ended.removeLast();
        }
    }

    /** The jobs of a user in a database: the running ones, then those that ended, the last first. */
    synchronized List<Job> list(String databaseId, String user) {
        List<Job> jobs = new ArrayList<>(running.values());
        jobs.addAll(ended);
        jobs.removeIf(job -> !job.databaseId().equals(databaseId) || !job.user().equals(user));
        return jobs;
    }
}
