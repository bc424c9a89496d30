package dev.motif.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;

/**
 * The local files under another scheme. Whoever opens a file beside which there is one that ends in {@value #FAIL} or
 * {@value #HOLD} takes that away, and fails, or waits until Spark ends the task.
 */
public final class UnsteadyFileSystem extends RawLocalFileSystem {
    static final String SCHEME = "unsteady";
    static final String FAIL = ".fail";
    static final String HOLD = ".hold";
    static final String WRITING = "writing.fail";

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
        return super.open(path, bufferSize);
    }

    /** Fails for a file in a folder beside which there is one of the name {@value #WRITING}. */
    @Override
    public FSDataOutputStream create(
            Path path, boolean overwrite, int bufferSize, short replication, long blockSize, Progressable progress)
            throws IOException {
        if (taken(new Path(path.getParent().getParent(), WRITING), "")) {
            throw new IOException("this once");
        }
        return super.create(path, overwrite, bufferSize, replication, blockSize, progress);
    }

    private static boolean taken(Path path, String suffix) throws IOException {
        return Files.deleteIfExists(java.nio.file.Path.of(path.toUri().getPath() + suffix));
    }
}
