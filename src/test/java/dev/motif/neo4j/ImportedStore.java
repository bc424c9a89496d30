package dev.motif.neo4j;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.neo4j.cli.AdminTool;
import org.neo4j.cli.ExecutionContext;

/**
 * A store made by Neo4j's import tool: users, items, and relationships between them whose ends are the likelier the
 * lower their number. Of the types in {@link #TYPES} each has a tenth of the relationships of the one before it.
 */
final class ImportedStore {
    static final List<String> TYPES = List.of("RATED", "LIKES", "KNOWS");

    private static final int USERS = 150_000;
    private static final int ITEMS = 100_000;

    private ImportedStore() {}

    /** Makes the store in {@code folder}, which is then the home folder of a server that has been shut down. */
    static void create(Path folder, int relationships) {
        try {
            List<String> arguments = new ArrayList<>(List.of(
                    "database",
                    "import",
                    "full",
                    "neo4j",
                    "--id-type=integer",
                    "--report-file=" + folder.resolve("import.report"),
                    "--nodes=User=" + nodes(folder.resolve("users.csv"), 0, USERS),
                    "--nodes=Item=" + nodes(folder.resolve("items.csv"), USERS, ITEMS)));
            int count = relationships;
            for (String type : TYPES) {
                arguments.add("--relationships=" + type + "=" + relationships(folder.resolve(type + ".csv"), count));
                count /= 10;
            }
            ExecutionContext context = new ExecutionContext(folder, folder.resolve("conf"));
            if (AdminTool.execute(context, arguments.toArray(String[]::new)) != 0) {
                throw new IllegalStateException("the import has failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path nodes(Path file, int first, int count) throws IOException {
        try (PrintWriter csv = new PrintWriter(Files.newBufferedWriter(file))) {
            csv.println(":ID");
            for (int id = first; id < first + count; id++) {
                csv.println(id);
            }
        }
        return file;
    }

    private static Path relationships(Path file, int count) throws IOException {
        SplittableRandom random = new SplittableRandom(count);
        try (PrintWriter csv = new PrintWriter(Files.newBufferedWriter(file))) {
            csv.println(":START_ID,:END_ID");
            for (int i = 0; i < count; i++) {
                csv.println(skewed(random, USERS) + "," + (USERS + skewed(random, ITEMS)));
            }
        }
        return file;
    }

    private static int skewed(SplittableRandom random, int count) {
        return (int) (count * Math.pow(random.nextDouble(), 2));
    }
}
