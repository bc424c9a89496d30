package dev.motif.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.bench.charts.Charts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the links of pages, and what pages say of the project's classes, files, versions and numbers. */
class PagesTest {
    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "motif");
    private static final Path RESEARCH = Path.of("src", "research", "java", "dev", "motif");
    private static final Path README = Path.of("README.md");
    private static final Path COMPATIBILITY = Path.of("docs", "compatibility.md");

    private static final Pattern MEMBER = Pattern.compile("([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?(?:\\(\\))?");
    private static final Pattern HTML = Pattern.compile("</?[a-z]+>");
    private static final Pattern FILE =
            Pattern.compile("(?:src|cuda|docs|docker|cypher-examples|test-data|\\.ci)(?:/[\\w./-]*)?");

    /** Phrases that make a reader look for their noun, and "beside", which says neither "compared with" nor "next to". */
    private static final Pattern WITHOUT_A_NOUN = Pattern.compile(
            "(?<!\")\\b(?:those\\s+of|that\\s+of|as\\s+above|what\\s+is\\s+kept|beside|side\\s+by\\s+side)\\b.{0,60}",
            Pattern.CASE_INSENSITIVE);

    /** Names in code spans that are not the project's: of the JDK and Neo4j, and an ending of class names. */
    private static final Set<String> OTHERS =
            Set.of("IllegalArgumentException", "Math.addExact", "Serializable", "Values.stringValue", "Gpu");

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> folders = Stream.of("docs", "docker", "test-data", "cuda", ".github")
                        .map(Path::of)
                        .flatMap(folder -> ProjectFiles.pagesUnder(folder).stream());
                Stream<Path> root = Files.list(Path.of(""))) {
            return Stream.concat(root, folders)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadToFilesAndHeadings(Path page) throws IOException {
        for (Markdown.Link link : Markdown.read(page).links()) {
            Path target = link.file().isEmpty()
                    ? page
                    : page.toAbsolutePath().getParent().resolve(link.file());
            assertThat(target).exists();
            if (link.anchor() != null) {
                assertThat(Markdown.read(target).anchors()).as(link.file()).contains(link.anchor());
            }
        }
    }

    /** A bar within a cell, such as that of a type, would swallow the cells behind it. */
    @ParameterizedTest
    @MethodSource("pages")
    void rowsOfTablesHaveAsManyCellsAsTheirHead(Path page) throws IOException {
        for (Markdown.Section section : Markdown.read(page).sections()) {
            for (Markdown.Table table : section.tables()) {
                assertThat(table.rows())
                        .as(section.heading())
                        .allMatch(row -> row.size() == table.header().size());
            }
        }
    }

    /** An empty table says nothing, and GitHub shows HTML other than blocks that open as text or not at all. */
    @ParameterizedTest
    @MethodSource("pages")
    void noTableIsEmptyAndNoHtmlIsNeeded(Path page) throws IOException {
        Markdown markdown = Markdown.read(page);
        assertThat(markdown.sections().stream().flatMap(section -> section.tables().stream()))
                .allMatch(table -> !table.rows().isEmpty());
        assertThat(HTML.matcher(markdown.withoutCode()).results().map(MatchResult::group))
                .isSubsetOf("<details>", "</details>", "<summary>", "</summary>", "<br>");
    }

    /** The reference is left out, which the build writes. */
    @Test
    void sentencesNameTheirNounAgain() throws IOException {
        for (Path page :
                pages().filter(file -> !file.startsWith("docs/reference")).toList()) {
            assertThat(WITHOUT_A_NOUN
                            .matcher(Markdown.read(page).withoutCode())
                            .results()
                            .map(MatchResult::group))
                    .as(page.toString())
                    .isEmpty();
        }
    }

    /** Tables and code count too, but not the reference, which the build writes. Tables of measurements belong into CSV files. */
    @Test
    void documentationIsShort() throws IOException {
        int words = Markdown.read(README).words();
        for (String folder : List.of("docs", "cuda")) {
            for (Path page : ProjectFiles.pagesUnder(Path.of(folder))) {
                words += page.startsWith("docs/reference")
                        ? 0
                        : Markdown.read(page).words();
            }
        }
        assertThat(words).isLessThan(45_000);
    }

    @Test
    void citationsAgree() {
        String cff = ProjectFiles.text(Path.of("CITATION.cff"));
        String bib = ProjectFiles.text(Path.of("CITATION.bib"));
        for (String key : List.of("title", "version", "url")) {
            String value = cff.lines()
                    .filter(line -> line.startsWith(key + ": "))
                    .map(line -> line.substring(key.length() + 2).replace("\"", ""))
                    .findFirst()
                    .orElseThrow();
            assertThat(bib).containsPattern(key + " +=" + " \\{" + Pattern.quote(value) + "}");
        }
    }

    @Test
    void everyTableOfTheBenchmarksIsOnAPage() {
        String pages = ProjectFiles.pagesUnder(Path.of("docs")).stream()
                .map(ProjectFiles::text)
                .collect(Collectors.joining());
        assertThat(ProjectFiles.under(Path.of("docs", "benchmarks", "data")).stream()
                        .filter(file -> file.toString().endsWith(".csv"))
                        .map(file -> "data/" + file.getFileName() + ")"))
                .isNotEmpty()
                .allMatch(pages::contains);
    }

    @Test
    void rowsOfTheTablesOfMeasurementsHaveAsManyCells() {
        List<Path> tables = ProjectFiles.under(Path.of("docs")).stream()
                .filter(file -> file.toString().endsWith(".csv"))
                .toList();
        assertThat(tables).hasSizeGreaterThan(50).allSatisfy(table -> assertThat(ProjectFiles.text(table)
                        .lines()
                        .map(Charts::cells)
                        .mapToInt(List::size)
                        .distinct())
                .hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/architecture.md", "docs/adding-an-algorithm.md", "CONTRIBUTING.md"})
    void namesAreThoseOfClassesMembersAndFiles(Path page) throws IOException {
        List<String> sources = ProjectFiles.under(Path.of("src")).stream()
                .filter(file -> file.toString().endsWith(".java"))
                .map(ProjectFiles::text)
                .toList();
        List<String> spans = Markdown.read(page).codeSpans();
        assertThat(spans).isNotEmpty();
        assertThat(spans.stream().filter(span -> !OTHERS.contains(span) && !isKnown(span, sources)))
                .isEmpty();
    }

    /** Whether a code span is right: one that looks like neither a class nor a file of the project always is. */
    private static boolean isKnown(String span, List<String> sources) {
        Matcher member = MEMBER.matcher(span);
        if (member.matches()) {
            return sources.stream().anyMatch(source -> declares(source, member.group(1), member.group(2)));
        }
        return !FILE.matcher(span).matches() || Files.exists(Path.of(span));
    }

    private static boolean declares(String source, String type, String member) {
        return source.contains(type)
                && Pattern.compile("\\b(?:class|record|enum|interface) " + type + "\\b")
                        .matcher(source)
                        .find()
                && (member == null
                        || Pattern.compile("\\b" + member + "\\b")
                                .matcher(source)
                                .find());
    }

    @Test
    void packagesOfTheArchitectureAreThoseOfTheSource() throws IOException {
        assertThat(described("Package")).containsExactlyInAnyOrderElementsOf(packages(SOURCES));
        assertThat(described("Room")).containsExactlyInAnyOrderElementsOf(packages(SOURCES.resolve("algorithm")));
    }

    private static List<String> described(String kind) throws IOException {
        return Markdown.read(Path.of("docs/architecture.md")).sections().stream()
                .map(section -> section.table(kind))
                .filter(table -> table != null)
                .flatMap(table -> table.column(kind).stream())
                .toList();
    }

    private static List<String> packages(Path folder) {
        return children(folder)
                .map(child -> SOURCES.relativize(child).toString().replace('/', '.'))
                .toList();
    }

    private static Stream<Path> children(Path folder) {
        return ProjectFiles.under(folder).stream()
                .filter(child -> folder.equals(child.getParent()) && Files.isDirectory(child));
    }

    /** Checks that a page has a text with the value of a constant, in multiples of {@code unit}. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cypher/job/Jobs.java | REMEMBERED | 1 | docs/operations/jobs.md | last %,d of all users
            cypher/write/PropertyWriter.java | BATCH | 1 | docs/operations/jobs.md | %,d nodes or relationships each
            cypher/write/GroupWriter.java | RELATIONSHIPS_PER_BATCH | 1 | docs/operations/jobs.md | of about %,d relationships, whole bicliques
            cypher/write/RelationshipBlocks.java | MOST_WRITERS | 1 | docs/operations/jobs.md | by as many, at most %,d.
            cypher/write/WriteTransactions.java | MAX_TRIES | 1 | docs/operations/jobs.md | tried again, up to %,d times
            catalog/GraphCatalog.java | MAX_GRAPHS | 1 | docs/operations/server.md | %,d of all users, those
            catalog/GraphCatalog.java | MAX_GRAPHS | 10 | docs/operations/server.md | %,d of a user, 10
            catalog/GraphCatalog.java | MAX_CHARACTERS | 1 | docs/operations/server.md | %,d of all users
            catalog/GraphCatalog.java | MAX_CHARACTERS | 10 | docs/operations/server.md | %,d characters of a user
            catalog/GraphCatalog.java | CHARACTERS_OF_A_VALUE | 1 | docs/operations/server.md | counted as %d characters more
            text/Names.java | MAX_CHARACTERS | 1 | docs/operations/server.md | %d characters
            text/Names.java | MAX_NAMES | 1 | docs/operations/server.md | %,d names
            cypher/config/Configuration.java | MAX_ENTRIES | 1 | docs/operations/server.md | %d keys
            cypher/job/Jobs.java | REMEMBERED | 1 | docs/operations/server.md | %d of all users
            projection/PropertyFilter.java | MAX_CHARACTERS | 1 | docs/operations/server.md | %,d characters
            projection/PropertyFilter.java | MAX_CHARACTERS | 1 | docs/projection.md | %,d characters cannot
            projection/filter/FilterParser.java | MAX_CHARACTERS | 1 | docs/operations/server.md | a text of %,d characters
            projection/PropertyFilter.java | MAX_CONDITIONS | 1 | docs/operations/server.md | %,d filters
            projection/PropertyFilter.java | MAX_CONDITIONS | 1 | docs/projection.md | at most %,d filters
            projection/PropertyFilter.java | MAX_VALUES | 1 | docs/operations/server.md | %,d values
            projection/PropertyFilter.java | MAX_VALUES | 1 | docs/projection.md | at most %,d values
            text/UserText.java | MAX_VALUE | 1 | docs/operations/server.md | at most %d characters of a value
            text/UserText.java | MAX_MESSAGE | 1 | docs/operations/server.md | at most %,d characters in all
            text/Suggestions.java | MAX_LISTED | 1 | docs/operations/server.md | at most %d misspelt
            text/Suggestions.java | MAX_LENGTH | 1 | docs/operations/server.md | of at most %d characters, among
            text/Suggestions.java | MAX_CANDIDATES | 1 | docs/operations/server.md | the first %d that exist
            gpu/Gpus.java | HEADROOM_BYTES | 1048576 | docs/operations/server.md | all but %,d MiB
            parallel/Workers.java | TICK_MILLIS | 1 | docs/architecture.md | every %,d ms
            report/chart/Histogram.java | FEW | 1 | docs/report.md | Up to %,d numbers
            report/part/PeelPart.java | MOST_SINGLE | 1 | docs/report.md | core and truss numbers: %,d
            algorithm/count/butterfly/priority/ButterflyPassesGpu.java | MOST_PASSES | 1 | docs/algorithms/butterfly.md | more than %,d passes
            research/intersection/IntersectionGpu.java | MOST_PASSES | 1 | docs/research/mps-bmp.md | more than %,d passes
            algorithm/similar/neighbors/oriented/OrientedPassesGpu.java | MOST_PASSES | 1 | docs/algorithms/common-neighbors.md | More than %,d are not made
            backend/work/FoundBuffer.java | PATIENCE_MILLIS | 1000 | docs/operations/gpu.md | goes on after %d s
            backend/work/FoundBuffer.java | CAPACITY_BYTES | 1048576 | docs/algorithms/maximal-biclique.md | %,d MiB of members
            algorithm/group/biclique/MaximalBicliqueWriteProcedures.java | DEFAULT_LIMIT | 1 | docs/reference/maximal-biclique.md | for `write` with `writeBicliques` %d unless
            algorithm/count/clique/CliqueFormGpu.java | SPLIT_FROM | 1 | docs/algorithms/kclique.md | of %d candidates or more are split
            algorithm/count/clique/KCliqueGpu.java | STEPS_PER_EDGE | 1 | docs/algorithms/kclique.md | at most %d times the relationships
            """)
    void numbersAreThoseOfTheSource(Path source, String constant, long unit, Path page, String text)
            throws IOException {
        assertThat(Markdown.read(page).text()).contains(String.format(text, value(source, constant) / unit));
    }

    /** The value of a constant that its source writes as a number, which may be shifted. */
    private static long value(Path source, String constant) {
        Matcher definition = Pattern.compile("\\b" + constant + " = ([\\d_]+)L?(?: << (\\d+))?;")
                .matcher(ProjectFiles.text((source.startsWith("research") ? RESEARCH : SOURCES).resolve(source)));
        assertThat(definition.find()).isTrue();
        int shift = definition.group(2) == null ? 0 : Integer.parseInt(definition.group(2));
        return Long.parseLong(definition.group(1).replace("_", "")) << shift;
    }

    @ParameterizedTest
    @ValueSource(strings = {"neo4j", "neo4j-browser", "apoc", "gds"})
    void versionsAreThoseOfTheBuild(String product) {
        List<String> versions = found("<" + product + ".version>(\\d[^<]*)<", Path.of("pom.xml"));
        assertThat(versions).isNotEmpty().allMatch(ProjectFiles.text(COMPATIBILITY)::contains);
    }

    @Test
    void licenceNamesAllThatTheJarIncludes() {
        String readme = ProjectFiles.text(README);
        String licence = readme.substring(readme.indexOf("## Licence"));
        assertThat(found("(?m)^-{20,}\\n(?:Apache )?(\\w+)", Path.of("src/main/resources/META-INF/NOTICE")))
                .hasSizeGreaterThan(4)
                .allMatch(licence::contains);
    }

    private static List<String> found(String pattern, Path file) {
        return Pattern.compile(pattern)
                .matcher(ProjectFiles.text(file))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
