package dev.motif.graph.file;

import dev.motif.text.UserText;
import java.nio.file.Path;

/** Says that a file is no graph file, or is truncated or altered, and where. */
public final class GraphFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param where what is wrong, and the part of the file */
    public GraphFileException(Path file, String where) {
        super(UserText.message("'" + file.getFileName() + "' is no whole graph file: " + where));
    }
}
