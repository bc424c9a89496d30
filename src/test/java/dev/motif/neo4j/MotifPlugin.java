package dev.motif.neo4j;

import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.UtilityProcedures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.neo4j.harness.Neo4jBuilder;

/** Adds the procedures and functions of the jar to servers of Neo4j's test harness, which do not look into jars. */
public final class MotifPlugin {
    private MotifPlugin() {}

    public static Neo4jBuilder addTo(Neo4jBuilder server) {
        server.withFunction(UtilityProcedures.class);
        procedures().forEach(procedures -> server.withProcedure(procedures)
                .withFunction(procedures)
                .withAggregationFunction(procedures));
        return server;
    }

    /** All classes of procedures. */
    public static List<Class<?>> procedures() {
        try {
            Path classes = Path.of(MotifProcedures.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            try (Stream<Path> files = Files.walk(classes.resolve("dev"))) {
                return files.map(file -> classes.relativize(file).toString())
                        .filter(name -> name.endsWith("Procedures.class"))
                        .map(name -> name.replace(".class", "").replace('/', '.'))
                        .<Class<?>>map(MotifPlugin::named)
                        .filter(type -> MotifProcedures.class.isAssignableFrom(type))
                        .filter(type -> !Modifier.isAbstract(type.getModifiers()))
                        .toList();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
