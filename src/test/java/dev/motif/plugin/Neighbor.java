package dev.motif.plugin;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Another plugin that an example works with, as a line {@code // needs: NAME} of its file says. */
enum Neighbor {
    APOC("apoc.periodic.Periodic"),
    GDS("org.neo4j.gds.catalog.GraphProjectProc");

    private static final String LINE = "// needs: ";

    private final String procedures;

    /** @param procedures a class of its procedures */
    Neighbor(String procedures) {
        this.procedures = procedures;
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

    /** Where the tests' class path has it, for the plugins folder; empty where it does not. */
    Optional<Path> jar() {
        try {
            Class<?> found = Class.forName(procedures, false, Neighbor.class.getClassLoader());
            return Optional.of(Path.of(
                    found.getProtectionDomain().getCodeSource().getLocation().toURI()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
