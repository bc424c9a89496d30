package dev.motif.report.part;

import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Saver;
import dev.motif.cypher.config.ServerFile;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;

/**
 * Where a report is saved.
 *
 * @param file the file
 * @param overwrite whether a file that exists is replaced
 */
public record ReportFile(ServerFile file, boolean overwrite) {
    private static final String PARAMETER = "`file`";

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
        return new ReportFile(ServerFile.of(PARAMETER, name, ".html", false), overwrite);
    }

    /**
     * Saves the page and returns the path of the file. A link in the file's place is replaced, not followed.
     *
     * @param saver the second line of the file is a comment with the mark of its owner
     */
    public String save(String page, Saver saver) {
        int second = page.indexOf('\n') + 1;
        String marked = page.substring(0, second) + "<!-- " + saver.mark() + " -->\n" + page.substring(second);
        byte[] bytes = marked.getBytes(StandardCharsets.UTF_8);
        file.save(saver, to -> Channels.newOutputStream(to).write(bytes));
        return file.path().toString();
    }
}
