package dev.motif.cypher.config;

import dev.motif.text.UserText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file that calls save: in the folder that whoever runs the server named by {@value #FOLDER_PROPERTY}, and in no other
 * one. Without that property no call writes or reads files.
 *
 * @param parameter what errors call the parameter that names it
 * @param path the file
 */
public record ServerFile(String parameter, Path path) {
    /** The system property that names the folder. */
    public static final String FOLDER_PROPERTY = "motif.files";

    private static final int MOST_CHARACTERS = 100;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");

    /** The names that files have until they are whole. */
    private static final Pattern PART = Pattern.compile("\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.part");

    /** The byte of a file that is locked while it is written; behind all bytes that files have. */
    private static final long LOCKED = 1L << 62;

    /** The files that calls of this process are saving, and the files that they write first. */
    private static final Set<Path> ARRIVING = ConcurrentHashMap.newKeySet();

    /**
     * The file with a name that a caller gave.
     *
     * @param parameter what errors call the parameter
     * @param extension what the name has to end with; added where {@code added}
     * @throws IllegalArgumentException when the name is not allowed, or the server has no folder for files
     */
    public static ServerFile of(String parameter, String name, String extension, boolean added) {
        boolean allowed = name != null
                && name.length() <= MOST_CHARACTERS
                && NAME.matcher(name).matches()
                && (added || name.endsWith(extension) && name.length() > extension.length());
        if (!allowed) {
            throw new IllegalArgumentException(parameter + " must be a name of at most " + MOST_CHARACTERS
                    + " letters of English, digits, '.', '_' and '-', that "
                    + (added ? "" : "ends with " + extension + " and ") + "does not begin with '.', got "
                    + UserText.value(name));
        }
        return new ServerFile(parameter, folder(parameter).resolve(added ? name + extension : name));
    }

    /**
     * The folder of the server's files.
     *
     * @throws IllegalArgumentException when it has none; does not say what the folder is called, since users see it
     */
    public static Path folder(String parameter) {
        String folder = System.getProperty(FOLDER_PROPERTY);
        if (folder == null) {
            throw new IllegalArgumentException(parameter + " is not possible: this server saves no files, since its JVM"
                    + " has no option -D" + FOLDER_PROPERTY + "=FOLDER");
        }
        try {
            Path path = Path.of(folder).toAbsolutePath();
            if (Files.isDirectory(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            // An invalid path is as wrong as a folder that does not exist.
        }
        throw new IllegalArgumentException(parameter + " is not possible: the server's JVM option -D" + FOLDER_PROPERTY
                + " must name a folder that exists");
    }

    /** The name, without the folder. */
    public String name() {
        return path.getFileName().toString();
    }

    /** Reads whose file is in the folder. */
    @FunctionalInterface
    public interface OwnerReader {
        /**
         * The owner that a file names.
         *
         * @param file a regular file, or a link to one
         * @return empty when it names nobody
         */
        String of(Path file) throws IOException;
    }

    /** @throws IllegalArgumentException when there is a file that {@code saver} must not replace */
    public void check(Saver saver) {
        check(saver, Saver::markedIn);
    }

    private void check(Saver saver, OwnerReader owners) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(path)) {
            throw new IllegalArgumentException(parameter + " " + UserText.value(name()) + " is no regular file");
        }
        if (!saver.overwrite()) {
            throw exists();
        }
        String owner = owner(owners);
        if (!saver.mayReplace(owner)) {
            throw new IllegalArgumentException(parameter + " " + UserText.value(name())
                    + (owner.isEmpty()
                            ? " is a file that names no owner: only users with the role 'admin' may replace it"
                            : " is a file of another user"));
        }
    }

    /**
     * The owner of the file that is there; a file that cannot be read, a dangling link and a link to something else
     * name nobody.
     */
    private String owner(OwnerReader owners) {
        try {
            return Files.isRegularFile(path) ? owners.of(path) : "";
        } catch (IOException e) {
            return "";
        }
    }

    private IllegalArgumentException exists() {
        return new IllegalArgumentException(parameter + " must be the name of a new file, or be given with"
                + " `overwrite: true`, got " + UserText.value(name()) + ", which exists");
    }

    /** The fault of a file, without the paths that exceptions of files have, since paths are the server's business. */
    public static String reason(IOException e) {
        String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }

    private IllegalStateException notSaved(String reason) {
        // Without a cause, since Neo4j shows the message of the innermost one in place of this.
        return new IllegalStateException(UserText.value(name()) + " could not be saved: " + reason);
    }

    /** Writes an empty file, and leaves it open; what it leaves after an error is deleted. */
    @FunctionalInterface
    public interface Writer {
        void write(FileChannel file) throws IOException;
    }

    /**
     * Saves the file: under another name, until it is whole and on the disk. A link in the file's place is replaced, not
     * followed.
     *
     * @param writer writes {@link Saver#mark} near the beginning
     * @throws IllegalArgumentException when there is a file that {@code saver} must not replace, or another call is saving it
     * @throws IllegalStateException when it cannot be written
     */
    public void save(Saver saver, Writer writer) {
        save(saver, Saver::markedIn, writer);
    }

    /**
     * Saves the file as {@link #save(Saver, Writer)} does.
     *
     * @param owners finds the owner that {@code writer} has written
     */
    public void save(Saver saver, OwnerReader owners, Writer writer) {
        if (!ARRIVING.add(path)) {
            throw new IllegalArgumentException(
                    parameter + " " + UserText.value(name()) + " is being saved by another call");
        }
        try {
            check(saver, owners);
            Path part = path.resolveSibling("." + UUID.randomUUID() + ".part");
            ARRIVING.add(part);
            try (FileChannel file = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                lock(file);
                writer.write(file);
                file.force(true);
                check(saver, owners);
                Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
                ARRIVING.remove(part);
            }
        } catch (FileAlreadyExistsException e) {
            throw exists();
        } catch (UncheckedIOException e) {
            throw notSaved(e.getMessage());
        } catch (IOException e) {
            throw notSaved(reason(e));
        } finally {
            ARRIVING.remove(path);
        }
    }

    /** Locks a file that is open for writing, until it is closed; false when another process has locked it. */
    private static boolean lock(FileChannel file) {
        try {
            return file.tryLock(LOCKED, 1, false) != null;
        } catch (IOException e) {
            // A file system without locks, where nobody can tell that a file was abandoned.
            return false;
        }
    }

    /**
     * Deletes the unfinished files of killed servers: files in the server's folder that no process has locked, since
     * several servers may share the folder.
     *
     * @return how many there were; 0 also when the server has no folder
     * @throws UncheckedIOException when the folder cannot be read
     */
    public static int deleteAbandoned() {
        String folder = System.getProperty(FOLDER_PROPERTY);
        int deleted = 0;
        if (folder != null && Files.isDirectory(Path.of(folder))) {
            try (Stream<Path> files = Files.list(Path.of(folder).toAbsolutePath())) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    if (PART.matcher(file.getFileName().toString()).matches() && isAbandoned(file)) {
                        deleted += Files.deleteIfExists(file) ? 1 : 0;
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return deleted;
    }

    private static boolean isAbandoned(Path part) {
        // A file of this process must not even be opened: closing it would end the lock.
        if (ARRIVING.contains(part) || !Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (FileChannel file = FileChannel.open(part, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            return lock(file);
        } catch (IOException e) {
            return false;
        }
    }
}
