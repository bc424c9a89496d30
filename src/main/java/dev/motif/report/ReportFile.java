package dev.motif.report;

import dev.motif.cypher.config.Configuration;
import dev.motif.text.Given;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Where a report is saved: in the folder that whoever runs the server named by {@value #FOLDER_PROPERTY}, and in no
 * other one. Without that property no call writes files.
 *
 * @param path the file
 * @param overwrite whether a file that exists is replaced
 */
record ReportFile(Path path, boolean overwrite) {
    /** The system property that names the folder. */
    static final String FOLDER_PROPERTY = "motif.files";

    private static final int MOST_CHARACTERS = 100;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*\\.html");

    /**
     * Reads {@code file} and {@code overwrite}; null when there is no {@code file}.
     *
     * @throws IllegalArgumentException when the name is not allowed, or the server has no folder for files
     */
    static ReportFile of(Configuration given) {
        String name = given.string("file", null);
        boolean overwrite = given.flag("overwrite", false);
        if (name == null) {
            if (overwrite) {
                throw new IllegalArgumentException("`overwrite: true` is for `file`, which is missing");
            }
            return null;
        }
        if (name.length() > MOST_CHARACTERS || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("`file` must be a name of at most " + MOST_CHARACTERS
                    + " letters of English, digits, '.', '_' and '-', that ends with .html and does not begin with"
                    + " '.', got " + Given.value(name));
        }
        return new ReportFile(folder().resolve(name), overwrite);
    }

    private static Path folder() {
        String folder = System.getProperty(FOLDER_PROPERTY);
        if (folder == null) {
            throw new IllegalArgumentException(
                    "`file` is not possible: this server saves no files, since its JVM has no" + " option -D"
                            + FOLDER_PROPERTY + "=FOLDER; without `file` the page is in the column html");
        }
        try {
            Path path = Path.of(folder).toAbsolutePath();
            if (Files.isDirectory(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            // As wrong as a folder that does not exist.
        }
        throw new IllegalArgumentException("`file` is not possible: the server's JVM option -D" + FOLDER_PROPERTY
                + " must name a folder that exists, got " + Given.value(folder));
    }

    /** @throws IllegalArgumentException when the file exists and must not be replaced */
    void check() {
        if (!overwrite && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw exists();
        }
    }

    private IllegalArgumentException exists() {
        return new IllegalArgumentException("`file` must be the name of a new file, or be given with `overwrite: true`,"
                + " got " + Given.value(path.getFileName().toString()) + ", which exists");
    }

    /** Saves the page and returns the path of the file. A link in the file's place is replaced, not followed. */
    String save(String page) {
        try {
            if (overwrite) {
                Path part = path.resolveSibling("." + UUID.randomUUID() + ".part");
                write(part, page);
                replace(part);
            } else {
                write(path, page);
            }
        } catch (FileAlreadyExistsException e) {
            throw exists();
        } catch (IOException e) {
            // Without the cause, since Neo4j shows the message of the innermost one in place of this.
            throw new IllegalStateException(
                    "the report could not be saved as " + Given.value(path.toString()) + ": " + e);
        }
        return path.toString();
    }

    /** Writes a file that must not exist; nothing stays of it after an error. */
    private static void write(Path file, String page) throws IOException {
        byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
        try (var out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            try {
                out.write(bytes);
            } catch (IOException e) {
                Files.deleteIfExists(file);
                throw e;
            }
        }
    }

    private void replace(Path part) throws IOException {
        try {
            Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw e;
        }
    }
}
