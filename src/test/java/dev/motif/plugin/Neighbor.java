package dev.motif.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Another plugin that an example works with, as a line {@code // needs: NAME} of its file says. */
enum Neighbor {
    APOC("apoc.periodic.Periodic"),
    GDS("org.neo4j.gds.catalog.GraphProjectProc", "org.neo4j.gds.louvain.LouvainWriteProc");

    private static final String LINE = "// needs: ";

    private final List<String> procedures;

    /** @param procedures one class from each jar of the plugin that examples need */
    Neighbor(String... procedures) {
        this.procedures = List.of(procedures);
    }

    /** @throws IllegalArgumentException for a name that is not of this enumeration */
    static Set<Neighbor> of(Path example) throws IOException {
        try (var lines = Files.lines(example)) {
            return lines.filter(line -> line.startsWith(LINE))
                    .map(line -> named(line.substring(LINE.length()).strip()))
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(Neighbor.class)));
        }
    }

    private static Neighbor named(String name) {
        return Arrays.stream(values())
                .filter(neighbor -> neighbor.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "`" + LINE + name + "`: an example can need one of " + List.of(values())));
    }

    /** Whether the plugin is on the class path of the tests. */
    boolean present() {
        try {
            jars();
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** The jars of the plugin, for the plugins folder. */
    List<Path> jars() throws ClassNotFoundException {
        List<Path> jars = new ArrayList<>();
        for (String name : procedures) {
            Class<?> found = Class.forName(name, false, Neighbor.class.getClassLoader());
            jars.add(Path.of(
                    found.getProtectionDomain().getCodeSource().getLocation().getPath()));
        }
        return jars;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
