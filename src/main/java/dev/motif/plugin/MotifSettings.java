package dev.motif.plugin;

import dev.motif.catalog.DatabaseWatch;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.ServerFile;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.neo4j.configuration.SettingMigrator;
import org.neo4j.logging.InternalLog;

/**
 * Reads the settings of Motif from neo4j.conf, where each has the name of the JVM property that means the same. A
 * property that is set wins; otherwise it gets the setting's value.
 *
 * <p>Neo4j declares settings in its own namespaces only, and does not start with an undeclared one. Before it looks, it
 * lets migrators change what was read, so this one takes the settings of Motif out. A misspelt one is left in, and
 * reported.
 */
public final class MotifSettings implements SettingMigrator {
    /** The settings; each with a check of its value, whose error says what is allowed and what was given. */
    static final Map<String, Consumer<String>> CHECKS = new TreeMap<>();

    static {
        for (String name : List.of(
                "motif.offheap.limit", "motif.offheap.limit.user", HeapBudget.LIMIT_PROPERTY, "motif.gpu.memory")) {
            CHECKS.put(name, value -> Bytes.parse(name, value));
        }
        CHECKS.put(ServerFile.FOLDER_PROPERTY, value -> ServerFile.folder("Saving files"));
        // Each database that starts checks the names of its files.
        CHECKS.put(GraphsAtStart.FILES_PROPERTY, value -> {});
        checkedBy(GraphsAtStart.VERIFY_PROPERTY, "true|false", "'true' or 'false'");
        CHECKS.put(DatabaseWatch.MOST_UNUSED_PROPERTY, DatabaseWatch::mostUnused);
        CHECKS.put(DatabaseWatch.LONGEST_PROPERTY, DatabaseWatch::longest);
        for (String name : List.of(CallConfig.LIMIT_PROPERTY, CallConfig.USER_LIMIT_PROPERTY)) {
            checkedBy(name, "[1-9]\\d{0,2}|10[01]\\d|102[0-4]", "an INTEGER in [1, 1024]");
        }
        checkedBy("motif.gpu", "on|off", "'on' or 'off'");
        checkedBy("motif.gpu.memory.check", "true|false", "'true' or 'false'");
        checkedBy("motif.gpu.kernels", "ptx", "'ptx'");
        checkedBy("motif.gpu.split", "[1-9]|[1-5][0-9]|6[0-4]", "an INTEGER in [1, 64]");
        checkedBy("motif.gpu.isolation", "process", "'process'");
    }

    private static void checkedBy(String name, String pattern, String allowed) {
        Pattern right = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
        CHECKS.put(name, value -> {
            if (!right.matcher(value).matches()) {
                throw new IllegalArgumentException(
                        "`" + name + "` must be " + allowed + ", got " + UserText.value(value));
            }
        });
    }

    @Override
    public void migrate(Map<String, String> values, Map<String, String> defaultValues, InternalLog log) {
        for (String name : CHECKS.keySet()) {
            String value = values.remove(name);
            if (value != null && System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        }
    }

    /**
     * Removes the values that are wrong, so that the defaults take their place; but not the folder for files, which may
     * still come. To be called before anything uses them.
     *
     * @return a sentence about each
     */
    static List<String> removeWrong() {
        List<String> errors = new ArrayList<>();
        CHECKS.forEach((name, check) -> {
            String value = System.getProperty(name);
            try {
                if (value != null) {
                    check.accept(value);
                }
            } catch (IllegalArgumentException e) {
                boolean kept = name.equals(ServerFile.FOLDER_PROPERTY);
                errors.add(
                        e.getMessage() + (kept ? ", got " + UserText.value(value) : "; the default takes its place"));
                if (!kept) {
                    System.clearProperty(name);
                }
            }
        });
        return errors;
    }
}
