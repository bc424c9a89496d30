package dev.motif.cypher.call;

import dev.motif.catalog.DatabaseWatch;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Saver;
import dev.motif.cypher.job.Job;
import dev.motif.cypher.job.Jobs;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.projection.CallerTransaction;
import dev.motif.projection.GraphProjector;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.text.UserText;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.neo4j.configuration.Config;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.exceptions.KernelException;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.graphdb.WriteOperationsNotAllowedException;
import org.neo4j.internal.kernel.api.RelationshipScanCursor;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.api.exceptions.Status;
import org.neo4j.kernel.impl.api.KernelTransactionImplementation;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.impl.factory.DbmsInfo;
import org.neo4j.kernel.impl.locking.LockManager;
import org.neo4j.kernel.impl.util.DefaultValueMapper;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.lock.LockType;
import org.neo4j.lock.ResourceType;
import org.neo4j.logging.Log;
import org.neo4j.procedure.StatusDetailsAccessor;
import org.neo4j.procedure.TerminationGuard;
import org.neo4j.storageengine.api.TransactionIdStore;
import org.neo4j.values.AnyValue;
import org.neo4j.values.virtual.RelationshipVisitor;

/** One call of a procedure: its user, database and transaction, and whether the caller still waits. */
public final class Call {
    /** Stands for all users in lists. */
    public static final String ALL_USERS = "*";

    private static final String ADMIN = "admin";

    private static final String SERVERS = "CALL dbms.routing.getRoutingTable({}, $database) YIELD servers"
            + " UNWIND servers AS server WITH server WHERE server.role IN $roles"
            + " UNWIND server.addresses AS address RETURN DISTINCT address";

    private final String procedure;
    private final GraphDatabaseAPI database;
    private final KernelTransaction transaction;
    private final Log log;
    private final TerminationGuard terminationGuard;
    private final StatusDetailsAccessor statusDetails;
    private final NativeMemory memory;

    public Call(
            String procedure,
            GraphDatabaseService database,
            Transaction transaction,
            Log log,
            TerminationGuard terminationGuard,
            StatusDetailsAccessor statusDetails) {
        this.procedure = procedure;
        this.database = (GraphDatabaseAPI) database;
        // Taken now: once the transaction is terminated it can no longer be asked for.
        this.transaction = ((InternalTransaction) transaction).kernelTransaction();
        this.log = log;
        this.terminationGuard = terminationGuard;
        this.statusDetails = statusDetails;
        this.memory = OffHeapBudget.ofUser(user()).part();
    }

    /** The off-heap memory of this call, a part of its user's memory. */
    public NativeMemory memory() {
        return memory;
    }

    public String procedure() {
        return procedure;
    }

    /** The database, as injected: transactions that it begins have the rights of the caller. */
    public GraphDatabaseAPI database() {
        return database;
    }

    /** The name of the user who called, empty when authentication is off. */
    public String user() {
        return transaction.securityContext().subject().executingUser();
    }

    public String databaseId() {
        return DatabaseWatch.idOf(database);
    }

    /** The key in the catalog of this user's graph with this name in this database. */
    public GraphKey key(String graphName) {
        return key(graphName, null);
    }

    /**
     * The key in the catalog of a graph with this name in this database.
     *
     * @param username the graph's owner, null for the caller
     * @throws IllegalArgumentException as {@link #owner}
     */
    public GraphKey key(String graphName, String username) {
        return new GraphKey(databaseId(), database.databaseName(), owner(username), graphName);
    }

    /**
     * Whether the caller may see and end what belongs to others: a user with the role {@value #ADMIN}; in Neo4j's
     * Community Edition, which has no roles, every user.
     */
    public boolean isAdmin() {
        return database.dbmsInfo() == DbmsInfo.COMMUNITY
                || transaction.securityContext().roles().contains(ADMIN);
    }

    /**
     * The user whose graph or job the caller means.
     *
     * @param username null for the caller
     * @throws IllegalArgumentException when it is another user and the caller is no administrator
     */
    public String owner(String username) {
        if (username == null || username.equals(user())) {
            return user();
        }
        if (!isAdmin()) {
            throw new IllegalArgumentException("`username` must be " + UserText.value(user())
                    + ", the caller's own name, or be left out: only users with the role 'admin' may name others, got "
                    + UserText.value(username));
        }
        return username;
    }

    /**
     * The users whose graphs or jobs the caller asks for: as {@link #owner}, or all of them.
     *
     * @param username null for the caller, {@value #ALL_USERS} for all users, or for one of that name who may not see others
     */
    public Predicate<String> owners(String username) {
        String owner = owner(username);
        return ALL_USERS.equals(username) && isAdmin() ? any -> true : owner::equals;
    }

    /**
     * The saver of a file by this call.
     *
     * @param owner of the graph that it is about, to whom the file belongs then
     * @param overwrite whether a file that is there is replaced
     */
    public Saver saver(String owner, boolean overwrite) {
        return new Saver(owner, isAdmin(), overwrite);
    }

    /** Whether the caller's transaction holds changes. */
    public boolean hasUncommittedChanges() {
        return transaction.dataRead().transactionStateHasChanges();
    }

    /**
     * @throws IllegalArgumentException when the caller's transaction holds changes, or locks without any, for which writes
     *     would wait
     */
    public void checkNoUncommittedChanges() {
        if (hasUncommittedChanges() || holdsLocks()) {
            throw new IllegalArgumentException(
                    procedure
                            + " writes in transactions of its own, which would wait forever for the locks that this transaction holds"
                            + " by uncommitted changes, or by SET without a change: commit it first and call it in a new transaction");
        }
    }

    /** Whether the caller's transaction holds locks other than the locks of reading, of labels, types and indexes. */
    private boolean holdsLocks() {
        if (!(transaction instanceof KernelTransactionImplementation own)
                || own.lockClient().activeLockCount() == 0) {
            return false;
        }
        long id = own.lockClient().getTransactionId();
        AtomicBoolean found = new AtomicBoolean();
        database.getDependencyResolver()
                .resolveDependency(LockManager.class)
                .accept((type, resource, owner, entity, description, nanos, hash) -> {
                    boolean blocks = type == LockType.EXCLUSIVE
                            || resource == ResourceType.NODE
                            || resource == ResourceType.RELATIONSHIP;
                    if (owner == id && blocks) {
                        found.set(true);
                    }
                });
        return found.get();
    }

    /**
     * Throws what a write would throw when the caller has no right to write, or the database cannot be written to on this
     * server: it is read-only, or a copy whose writer is another server of a cluster, which the error names then.
     */
    public void checkCanWrite() {
        try (InternalTransaction own = CallerTransaction.begin(database)) {
            own.kernelTransaction().dataWrite();
        } catch (WriteOperationsNotAllowedException e) {
            throw new NotWritableException(procedure, database.databaseName(), otherServers("WRITE"), e);
        } catch (KernelException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Whether other servers of a cluster have this database too, and may have written to it. */
    public boolean isInCluster() {
        return database.dbmsInfo() != DbmsInfo.COMMUNITY
                && !otherServers("WRITE", "READ").isEmpty();
    }

    /** The other servers that have one of these roles for the database; none when Neo4j does not say. */
    private List<String> otherServers(String... roles) {
        Config config = database.getDependencyResolver().resolveDependency(Config.class);
        String own = config.get(BoltConnector.advertised_address).toString();
        try (InternalTransaction transaction = CallerTransaction.begin(database);
                Result servers = transaction.execute(
                        SERVERS, Map.of("database", database.databaseName(), "roles", List.of(roles)))) {
            return servers.stream()
                    .map(row -> String.valueOf(row.get("address")))
                    .filter(address -> !address.equals(own))
                    .toList();
        } catch (RuntimeException e) {
            return List.of();
        }
    }

    /** Whether the database has committed anything since the caller's transaction began; perhaps just before that. */
    public boolean othersHaveCommitted() {
        return database.getDependencyResolver()
                        .resolveDependency(TransactionIdStore.class)
                        .getLastCommittedTransaction()
                        .commitTimestamp()
                >= transaction.startTime();
    }

    /** Whether the caller's transaction sees a node with this id. */
    public boolean hasNode(long id) {
        return transaction.dataRead().nodeExists(id);
    }

    /** Whether the caller's transaction sees a relationship with this id. */
    public boolean hasRelationship(long id) {
        return transaction.dataRead().relationshipExists(id);
    }

    /** The nodes and relationships of a graph, as the caller's transaction sees them. */
    public EntityLookup entities(ProjectedGraph graph) {
        return new EntityLookup(transaction.internalTransaction(), graph);
    }

    /** The Java object that Neo4j would have passed to a procedure for {@code value}. */
    public Object toJava(AnyValue value) {
        return value.map(new DefaultValueMapper(transaction.internalTransaction()));
    }

    /**
     * Gives {@code visitor} the ends and the type of its relationship as the caller's transaction sees it; does nothing
     * when there is none.
     */
    public void read(RelationshipVisitor visitor) {
        try (RelationshipScanCursor cursor = transaction
                .cursors()
                .allocateRelationshipScanCursor(transaction.cursorContext(), transaction.memoryTracker())) {
            transaction.dataRead().singleRelationship(visitor.id(), cursor);
            if (cursor.next()) {
                visitor.visit(cursor.sourceNodeReference(), cursor.targetNodeReference(), cursor.type());
            }
        }
    }

    /** Makes the caller's transaction close {@code resource} when it ends, however it ends. */
    public void closeWithTransaction(AutoCloseable resource) {
        transaction.resourceMonitor().registerCloseableResource(resource);
    }

    /** Takes {@link #closeWithTransaction} back for {@code resource}, which has been closed already. */
    public void closedBefore(AutoCloseable resource) {
        transaction.resourceMonitor().unregisterCloseableResource(resource);
    }

    /** The cancellation of this call, which is requested when its transaction is killed, times out or is closed. */
    public Cancellation cancellation() {
        return () -> transaction.getReasonIfTerminated().isPresent() || !transaction.isOpen();
    }

    /**
     * Threads that stop when this call is cancelled. A job gets the threads that are given, or fewer where the other jobs of its
     * user leave no more.
     *
     * @throws IllegalArgumentException when these leave none
     */
    public Workers workers(int concurrency, Progress progress) {
        int given = progress instanceof Job job
                ? Jobs.server().giveThreads(job, concurrency, CallConfig.userLimit())
                : concurrency;
        return new Workers(given, cancellation(), progress);
    }

    /**
     * The memory that a projection would need, by Neo4j's count store.
     *
     * @throws IllegalArgumentException when a label or type does not exist
     */
    public ProjectionEstimate estimate(Projection projection, int readConcurrency) {
        GraphProjector projector = new GraphProjector(database, memory, workers(1, Progress.NONE));
        return new ProjectionEstimate(
                projection, withoutJob(() -> projector.expectedSize(projection)), readConcurrency);
    }

    /** Logs a warning with the name of the procedure. */
    public void warn(String message) {
        log.warn(UserText.message("[motif] " + procedure + ": " + message));
    }

    /**
     * Runs {@code work} as a job. The job ends when {@code work} fails. Otherwise the caller of this method, or {@code
     * work}, has to end it, since rows may be made later. What Neo4j throws for a killed transaction takes the place of
     * a cancellation.
     *
     * @throws IllegalArgumentException when a job with this id is running
     */
    public <T> T run(String jobId, boolean logProgress, Function<Job, T> work) {
        return run(Jobs.server().start(job(jobId, logProgress)), work);
    }

    /**
     * Runs {@code work} as a job whose id and lines of the log {@code given} says, the last keys that are read of it.
     *
     * @throws IllegalArgumentException also when something was given that nobody has asked for
     */
    public <T> T run(Configuration given, Function<Job, T> work) {
        String jobId = CallConfig.jobId(given);
        boolean logProgress = CallConfig.logProgress(given);
        given.rejectUnknown();
        return run(jobId, logProgress, work);
    }

    /**
     * Runs {@code work} as a job, as {@link #run(String, boolean, Function)} does; when a job with this id is running,
     * it does not run {@code work} and returns empty.
     */
    public <T> Optional<T> runUnlessRunning(String jobId, boolean logProgress, Function<Job, T> work) {
        Job job = job(jobId, logProgress);
        Optional<Job> started = Jobs.server().startUnlessRunning(job);
        if (started.isEmpty()) {
            job.skipped();
        }
        return started.map(running -> run(running, work));
    }

    /**
     * A job of this call, of which the log has a line when it ends, and at its level DEBUG one for every stage.
     *
     * @param logProgress whether it has these lines too when the job does not fail
     */
    private Job job(String jobId, boolean logProgress) {
        String prefix =
                "[motif] user=" + UserText.quoted(user()) + " database=" + UserText.quoted(database.databaseName())
                        + " procedure=" + procedure + " job=" + UserText.quoted(jobId) + " ";
        Job job = new Job(
                jobId,
                user(),
                databaseId(),
                procedure,
                logProgress ? stage -> log.debug(UserText.message(prefix + "stage=" + stage)) : stage -> {},
                (how, end) -> logEnd(how, UserText.message(prefix + end), logProgress),
                this::show,
                this::terminate);
        job.holding(database.databaseName(), memory::liveBytes, memory.heap()::liveBytes);
        return job;
    }

    private void logEnd(Job.Status how, String line, boolean logProgress) {
        if (how == Job.Status.FAILED) {
            log.warn(line);
        } else if (logProgress) {
            log.info(line);
        }
    }

    private <T> T run(Job job, Function<Job, T> work) {
        try {
            return work.apply(job);
        } catch (PartialWriteException e) {
            job.failed(e.reason());
            throw e.with(asReported(e.reason()));
        } catch (RuntimeException e) {
            job.failed(e);
            throw asReported(e);
        } catch (Error e) {
            job.failed(e);
            throw e;
        }
    }

    /** Does work that is no job. What Neo4j throws for a killed transaction takes the place of a cancellation. */
    public <T> T withoutJob(Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            throw asReported(e);
        }
    }

    /**
     * Returns what Neo4j throws for a killed transaction in place of a cancellation, and any other exception as it is.
     */
    private RuntimeException asReported(RuntimeException e) {
        if (!(e instanceof CancellationException)) {
            return e;
        }
        explainTimeout();
        try {
            terminationGuard.check();
        } catch (TransactionTerminatedException terminated) {
            return terminated;
        }
        return e;
    }

    /**
     * Wraps a stream of rows so that an exception while they are made ends {@code job} and is thrown as {@link
     * #run(String, boolean, Function)} throws it. Before each row it checks whether the call was cancelled: Neo4j takes
     * rows from a procedure without checking that. The job is finished once there is no further row, and cancelled when
     * the stream is closed before.
     */
    public <T> Stream<T> reporting(Job job, Stream<T> rows) {
        Iterator<T> all = rows.iterator();
        Cancellation cancellation = cancellation();
        Iterator<T> reporting = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return run(job, running -> {
                    cancellation.check();
                    boolean more = all.hasNext();
                    if (!more) {
                        job.close();
                    }
                    return more;
                });
            }

            @Override
            public T next() {
                return all.next();
            }
        };
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(reporting, Spliterator.ORDERED), false)
                .onClose(rows::close)
                .onClose(() -> job.failed(new CancellationException("closed before its end")));
    }

    private void terminate() {
        transaction.markForTermination(Status.Transaction.Terminated);
    }

    private void show(String details) {
        if (transaction.isOpen() && transaction.getReasonIfTerminated().isEmpty()) {
            statusDetails.setStatusDetails(details);
        }
    }

    private void explainTimeout() {
        transaction
                .getReasonIfTerminated()
                .filter(reason -> reason == Status.Transaction.TransactionTimedOut
                        || reason == Status.Transaction.TransactionTimedOutClientConfiguration)
                .ifPresent(reason -> warn("stopped by the timeout of its transaction; the setting"
                        + " db.transaction.timeout, or the client's own timeout, limits how long a call may take"));
    }
}
