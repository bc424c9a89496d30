package dev.motif.plugin;

import dev.motif.catalog.OffHeapBudget;
import dev.motif.cypher.config.ServerFile;
import dev.motif.cypher.procedure.MotifVersion;
import dev.motif.gpu.Gpus;
import dev.motif.graph.memory.Bytes;
import dev.motif.text.UserText;
import java.net.URI;
import java.util.List;
import org.neo4j.kernel.lifecycle.LifecycleAdapter;
import org.neo4j.logging.Log;

/**
 * Starts and stops with a server: the log says what Motif runs on, and {@link MotifMXBean} is there. Procedures need
 * neither, so an error here is only logged.
 */
final class MotifExtension extends LifecycleAdapter {
    private final Log log;

    MotifExtension(Log log) {
        this.log = log;
    }

    @Override
    public void start() {
        guarded(() -> MotifSettings.removeWrong().forEach(this::warn));
        guarded(this::warnOfSeveralJars);
        guarded(MotifStatus::register);
        // Asking the driver of a GPU, or a folder on another machine, may take seconds, for which the server need not
        // wait.
        Thread first = new Thread(
                () -> {
                    guarded(this::deleteAbandoned);
                    guarded(() -> log.info(firstLine()));
                },
                "motif-start");
        first.setDaemon(true);
        first.start();
    }

    @Override
    public void stop() {
        guarded(MotifStatus::unregister);
    }

    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | LinkageError e) {
            log.warn(UserText.message("[motif] " + e.getMessage()), e);
        }
    }

    private void deleteAbandoned() {
        int deleted = ServerFile.deleteAbandoned();
        if (deleted > 0) {
            log.info("[motif] deleted unfinished files, which a killed server had left in the folder of "
                    + ServerFile.FOLDER_PROPERTY + ": " + deleted);
        }
    }

    private void warn(String message) {
        log.warn(UserText.message("[motif] " + message));
    }

    /** Neo4j starts with several jars of Motif, and mixes their classes. */
    private void warnOfSeveralJars() {
        String file = "/" + MotifExtension.class.getName().replace('.', '/') + ".class";
        List<String> jars = MotifExtension.class
                .getClassLoader()
                .resources(file.substring(1))
                .map(url -> URI.create(url.toString().replaceFirst("^jar:", ""))
                        .getPath()
                        .replaceFirst("!?" + file + "$", ""))
                .map(UserText::quoted)
                .distinct()
                .toList();
        if (jars.size() > 1) {
            warn("the server has several jars of Motif, keep one: " + String.join(", ", jars));
        }
    }

    private static String firstLine() {
        return UserText.message("[motif] version=" + UserText.quoted(MotifVersion.get())
                + " offHeapLimit="
                + UserText.quoted(Bytes.toText(OffHeapBudget.memory().limitBytes()))
                + " offHeapLimitOfAUser="
                + UserText.quoted(OffHeapBudget.limitOfAUser())
                + " heapLimit="
                + UserText.quoted(Bytes.toText(OffHeapBudget.heap().limitBytes()))
                + " " + gpus());
    }

    /** The GPUs there are, and why others cannot be used. Starts no process for the sake of the log. */
    private static String gpus() {
        if (Gpus.areIsolated() && Gpus.missing() == null) {
            return "gpus='in a process that the first call starts'";
        }
        Gpus gpus = Gpus.ofThisHost();
        List<String> names =
                gpus.devices().stream().map(device -> device.info().name()).toList();
        return "gpus=" + UserText.quoted(names.isEmpty() ? "none" : String.join(", ", names))
                + (gpus.reason() == null ? "" : " reason=" + UserText.quoted(gpus.reason(), UserText.MAX_MESSAGE / 2));
    }
}
