package dev.motif.cypher.config;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who saves a file, and which files that are there may be replaced.
 *
 * <p>A file belongs to the user who saved it, and says so itself, so that this holds for copies of it, after a crash and on
 * every server that shares the folder. A saved graph has its owner in its header; a table and a page have a {@link #mark}.
 * A file that names nobody was saved by an earlier version or without authentication, or is not Motif's.
 *
 * @param user the owner of what is saved; empty when authentication is off
 * @param administrator whether the caller may replace files that name nobody
 * @param overwrite whether a file that is there is replaced
 */
public record Saver(String user, boolean administrator, boolean overwrite) {
    private static final String MARK = "motif-user ";

    /** The comment in the header of a gzip file, or of the second line of a page, with the name encoded as in a URL. */
    private static final Pattern MARKED = Pattern.compile(
            "(?:\\x1f\\x8b.{8}|<!DOCTYPE html>\n<!-- )" + MARK + "([A-Za-z0-9.*_+%-]*)(?:\\x00| -->)", Pattern.DOTALL);

    private static final int MOST_BYTES = 1 << 12;

    /**
     * The comment by which {@link #markedIn} knows the owner of a file: the header of a gzip file has it, or the second line
     * of a page. It has neither brackets nor bytes of 0.
     */
    public String mark() {
        return MARK + URLEncoder.encode(user, StandardCharsets.UTF_8);
    }

    /** The owner that a file names by its {@link #mark}; empty when it has none. */
    static String markedIn(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Matcher start = MARKED.matcher(new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1));
            return start.lookingAt() ? URLDecoder.decode(start.group(1), StandardCharsets.UTF_8) : "";
        } catch (IllegalArgumentException e) {
            // A name that nobody has encoded.
            return "";
        }
    }

    /** Whether the file of {@code owner} may be replaced; who replaces a file that names nobody must be an administrator. */
    boolean mayReplace(String owner) {
        return owner.isEmpty() ? administrator || user.isEmpty() : owner.equals(user);
    }
}
