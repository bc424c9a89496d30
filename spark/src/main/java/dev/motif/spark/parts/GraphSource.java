package dev.motif.spark.parts;

import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.util.SerializableConfiguration;

/**
 * A graph file as executors find it.
 *
 * @param bytes the length of the file when it was opened
 * @param modified when it was written, in milliseconds since 1970
 */
public record GraphSource(String path, long bytes, long modified, SerializableConfiguration hadoop)
        implements Serializable {
    /** @throws IOException when the file is not the one that was opened */
    public void check(FileStatus now) throws IOException {
        if (now.getLen() != bytes || now.getModificationTime() != modified) {
            throw new IOException("it changed since it was opened; open it again");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GraphSource source
                && path.equals(source.path)
                && bytes == source.bytes
                && modified == source.modified;
    }

    @Override
    public int hashCode() {
        return path.hashCode() * 31 + Long.hashCode(modified);
    }
}
