package dev.motif.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.TaskContext;

/**
 * The local files under another scheme. Whoever opens a file beside which there is one that ends in {@value #FAIL} or
 * {@value #HOLD} takes that away, and fails, or waits until Spark ends the task; {@value #KILL} kills the executor, if the task is
 * not the first of its stage. For files in the folder of pieces, what is beside the folder counts: {@code neighbors.make.kill}
 * for who makes {@code neighbors-7} there, {@code neighbors.kill} for who opens it.
 */
public final class UnsteadyFileSystem extends RawLocalFileSystem {
    static final String SCHEME = "unsteady";
    static final String FAIL = ".fail";
    static final String HOLD = ".hold";
    static final String KILL = ".kill";
    static final String WRITING = "writing.fail";
    /** Beside the folder of pieces: whoever begins the whole file waits until that folder is gone, and says when it goes on. */
    static final String LATE = "graph.make.late";

    static final String GOES_ON = "graph.make.on";

    @Override
    public URI getUri() {
        return URI.create(SCHEME + ":///");
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        if (taken(path, FAIL)) {
            throw new FileNotFoundException("this once");
        }
        if (taken(path, HOLD)) {
            try {
                TimeUnit.HOURS.sleep(1);
            } catch (InterruptedException e) {
                throw (IOException) new InterruptedIOException("killed").initCause(e);
            }
        }
        if (TaskContext.get() != null && TaskContext.getPartitionId() > 0 && taken(path, KILL)
                || taken(besideFolder(path), KILL)) {
            kill();
        }
        return super.open(path, bufferSize);
    }

    @Override
    public FSDataOutputStream createNonRecursive(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        Path beside = besideFolder(path);
        if (taken(new Path(beside.getParent(), WRITING), "")) {
            throw new IOException("this once");
        }
        if (taken(beside, ".make" + KILL)) {
            kill();
        }
        if (beside.getName().equals("graph") && taken(new Path(beside.getParent(), LATE), "")) {
            awaitEnd(path.getParent());
            try {
                return super.createNonRecursive(path, permission, flags, bufferSize, replication, blockSize, progress);
            } finally {
                Files.createFile(local(new Path(beside.getParent(), GOES_ON)));
            }
        }
        return super.createNonRecursive(path, permission, flags, bufferSize, replication, blockSize, progress);
    }

    /** Without the end of its name, as if it were beside its folder. */
    private static Path besideFolder(Path path) {
        return new Path(path.getParent().getParent(), path.getName().split("-", 2)[0]);
    }

    /** As a machine would that does not hear from Spark. */
    private static void awaitEnd(Path folder) {
        boolean interrupted = false;
        while (Files.exists(local(folder))) {
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the process as {@code kill -9} does: nothing is tidied up. */
    private static void kill() {
        Runtime.getRuntime().halt(137);
    }

    private static boolean taken(Path path, String suffix) throws IOException {
        return Files.deleteIfExists(local(path.suffix(suffix)));
    }

    private static java.nio.file.Path local(Path path) {
        return java.nio.file.Path.of(path.toUri().getPath());
    }
}
