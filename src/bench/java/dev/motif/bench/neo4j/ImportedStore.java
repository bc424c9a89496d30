package dev.motif.bench.neo4j;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.neo4j.cli.AdminTool;
import org.neo4j.cli.ExecutionContext;

/**
 * A store made by Neo4j's import tool: users, items, and relationships between them, with one
 * property each. The lower the number of a user or
 * item, the more relationships it has on average. Each of {@link #TYPES} has a tenth of the relationships of the type
 * before it.
 */
final class ImportedStore {
    static final List<String> TYPES = List.of("RATED", "LIKES", "KNOWS");

    private static final int USERS = 150_000;
    private static final int ITEMS = 100_000;

    /** The number of files with the relationships of a type, which are written in parallel. */
    private static final int PARTS = 16;

    private ImportedStore() {}

    /**
     * Makes the store in {@code folder}, which afterwards is like the home folder of a server that has been shut down.
     */
    static void create(Path folder, int relationships) {
        try {
            List<String> arguments = new ArrayList<>(List.of(
                    "database",
                    "import",
                    "full",
                    "neo4j",
                    "--id-type=integer",
                    // By default the import takes most of the machine's memory.
                    "--max-off-heap-memory=2G",
                    "--report-file=" + folder.resolve("import.report"),
                    "--nodes=User=" + nodes(folder.resolve("users.csv"), 0, USERS),
                    "--nodes=Item=" + nodes(folder.resolve("items.csv"), USERS, ITEMS)));
            int count = relationships;
            for (String type : TYPES) {
                arguments.add("--relationships=" + type + "=" + relationships(folder, type, count));
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
            csv.println(":ID,since:long");
            for (int id = first; id < first + count; id++) {
                csv.println(id + "," + id);
            }
        }
        return file;
    }

    private static String relationships(Path folder, String type, int count) throws IOException {
        Path header = Files.writeString(folder.resolve(type + ".csv"), ":START_ID,:END_ID,at:long\n");
        List<Path> files = IntStream.range(0, PARTS)
                .parallel()
                .mapToObj(part -> relationships(
                        folder.resolve(type + part + ".csv"), new SplittableRandom(31L * count + part), (int)
                                ((part + 1L) * count / PARTS - (long) part * count / PARTS)))
                .toList();
        return header + "," + files.stream().map(Path::toString).collect(Collectors.joining(","));
    }

    private static Path relationships(Path file, SplittableRandom random, int count) {
        try (PrintWriter csv = new PrintWriter(Files.newBufferedWriter(file))) {
            for (int i = 0; i < count; i++) {
                csv.println(
                        skewed(random, USERS) + "," + (USERS + skewed(random, ITEMS)) + "," + random.nextInt(1 << 30));
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int skewed(SplittableRandom random, int count) {
        return (int) (count * Math.pow(random.nextDouble(), 2));
    }
}
