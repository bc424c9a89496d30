package dev.motif.plugin;

import dev.motif.cypher.config.ServerFile;
import java.util.List;
import java.util.Map;
import org.neo4j.configuration.SettingMigrator;
import org.neo4j.logging.InternalLog;

/**
 * Reads the settings of Motif from neo4j.conf, where each has the name of the JVM property that means the same. A property
 * that is set wins; otherwise it gets the setting's value, which those who use it check.
 *
 * <p>Neo4j declares settings in its own namespaces only, and does not start with an undeclared one. Before it looks, it
 * lets migrators change what was read, so this one takes those of Motif out. A misspelt one is left in, and reported.
 */
public final class MotifSettings implements SettingMigrator {
    static final List<String> NAMES = List.of(
            "motif.offheap.limit",
            "motif.offheap.limit.user",
            ServerFile.FOLDER_PROPERTY,
            GraphsAtStart.FILES_PROPERTY,
            GraphsAtStart.VERIFY_PROPERTY,
            "motif.gpu",
            "motif.gpu.memory",
            "motif.gpu.memory.check",
            "motif.gpu.kernels",
            "motif.gpu.split",
            "motif.gpu.isolation");

    @Override
    public void migrate(Map<String, String> values, Map<String, String> defaultValues, InternalLog log) {
        for (String name : NAMES) {
            String value = values.remove(name);
            if (value != null && System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        }
    }
}
