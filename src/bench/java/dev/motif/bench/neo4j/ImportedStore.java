package dev.motif.bench.neo4j;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.neo4j.cli.AdminTool;
import org.neo4j.cli.ExecutionContext;

/**
 * A store made by Neo4j's import tool: users, items, and relationships between them, or between users, with one INTEGER
 * property each. The lower the number of a user or item, the more relationships it has on average: degrees follow a power law of exponent 3.
 * Each of {@link #types} has a tenth of the relationships of the type before it.
 *
 * @param users nodes with the label User
 * @param items nodes with the label Item
 * @param types the relationship types
 * @param dated whether each relationship also has a DATE property, a day of four years
 */
record ImportedStore(int users, int items, List<String> types, boolean dated) {
    static final List<String> TYPES = List.of("RATED", "LIKES", "KNOWS");

    /** The type whose relationships join two users. */
    static final String AMONG_USERS = "FOLLOWS";

    private static final int DAYS = 1461;

    /** The number of files with the relationships of a type, which are written in parallel. */
    private static final int PARTS = 16;

    /** The store of the benchmarks that measure single steps. */
    static void create(Path folder, int relationships) {
        new ImportedStore(150_000, 100_000, TYPES, false).make(folder, relationships);
    }

    /**
     * Makes the store in {@code folder}, which afterwards is like the home folder of a server that has been shut down.
     *
     * @param relationships of the first type
     */
    void make(Path folder, int relationships) {
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
                    "--nodes=User=" + nodes(folder.resolve("users.csv"), 0, users),
                    "--nodes=Item=" + nodes(folder.resolve("items.csv"), users, items)));
            int count = relationships;
            for (String type : types) {
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

    private String relationships(Path folder, String type, int count) throws IOException {
        Path header = Files.writeString(
                folder.resolve(type + ".csv"), ":START_ID,:END_ID,at:long" + (dated ? ",day:date" : "") + "\n");
        List<Path> files = IntStream.range(0, PARTS)
                .parallel()
                .mapToObj(part -> relationships(
                        folder.resolve(type + part + ".csv"),
                        new SplittableRandom(31L * count + part),
                        (int) ((part + 1L) * count / PARTS - (long) part * count / PARTS),
                        type.equals(AMONG_USERS)))
                .toList();
        return header + "," + files.stream().map(Path::toString).collect(Collectors.joining(","));
    }

    private Path relationships(Path file, SplittableRandom random, int count, boolean amongUsers) {
        LocalDate first = LocalDate.of(2022, 1, 1);
        String[] days = IntStream.range(0, DAYS)
                .mapToObj(day -> "," + first.plusDays(day))
                .toArray(String[]::new);
        try (PrintWriter csv = new PrintWriter(Files.newBufferedWriter(file))) {
            for (int i = 0; i < count; i++) {
                int other = amongUsers ? skewed(random, users) : users + skewed(random, items);
                csv.println(skewed(random, users) + "," + other + "," + random.nextInt(1 << 30)
                        + (dated ? days[random.nextInt(DAYS)] : ""));
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
