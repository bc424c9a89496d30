package dev.motif.examples;

import dev.motif.examples.CypherScript.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A page of the documentation: its sections, tables, links, statements and code spans, for checks. */
final class Markdown {
    private static final String FENCE = "```";
    private static final String CYPHER_FENCE = "```cypher";
    private static final Pattern LINK = Pattern.compile("]\\(([^)#]*)(?:#([^)]*))?\\)");
    private static final Pattern LINK_WITH_TEXT = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private final List<String> lines;

    private Markdown(List<String> lines) {
        this.lines = lines;
    }

    static Markdown read(Path file) throws IOException {
        return new Markdown(Files.readAllLines(file));
    }

    /**
     * A section of the page: all that stands between one heading and the next.
     *
     * @param heading the heading without the hash signs
     * @param tables the tables in their order
     */
    record Section(String heading, List<Table> tables) {
        /** The table whose first column has this name; null when the section has none. */
        Table table(String firstColumn) {
            return tables.stream()
                    .filter(table -> table.header().get(0).equals(firstColumn))
                    .findFirst()
                    .orElse(null);
        }
    }

    /** A table without the line of dashes. */
    record Table(List<String> header, List<List<String>> rows) {
        /** The cells of one column, without the backticks around them. */
        List<String> column(String name) {
            int column = header.indexOf(name);
            if (column < 0) {
                throw new IllegalArgumentException("no column " + name + " in " + header);
            }
            return rows.stream().map(row -> plain(row.get(column))).toList();
        }
    }

    private static String plain(String cell) {
        return cell.replaceFirst("^`+ ?", "").replaceFirst(" ?`+$", "");
    }

    List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        Table open = null;
        boolean code = false;
        for (String line : lines) {
            code ^= line.startsWith(FENCE);
            if (code) {
                open = null;
            } else if (line.startsWith("#")) {
                sections.add(new Section(line.replaceFirst("^#+ *", ""), new ArrayList<>()));
                open = null;
            } else if (!line.startsWith("|")) {
                open = null;
            } else if (open == null) {
                open = new Table(CypherScript.cells(line), new ArrayList<>());
                sections.get(sections.size() - 1).tables.add(open);
            } else if (!line.startsWith("|--")) {
                open.rows.add(CypherScript.cells(line));
            }
        }
        return sections;
    }

    /** All tables of the page whose first column has this name. */
    List<Table> tables(String firstColumn) {
        return sections().stream()
                .flatMap(section -> section.tables().stream())
                .filter(table -> table.header().get(0).equals(firstColumn))
                .toList();
    }

    /** How many words the page has, in tables and blocks of code too: what has a letter or a digit, between blanks. */
    int words() {
        return (int) Pattern.compile("\\s+")
                .splitAsStream(text())
                .filter(word -> word.chars().anyMatch(Character::isLetterOrDigit))
                .count();
    }

    /** The statements of all {@code cypher} blocks. */
    List<Statement> cypher() {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).equals(CYPHER_FENCE)) {
                int first = i + 1;
                while (!lines.get(i + 1).equals(FENCE)) {
                    i++;
                }
                statements.addAll(CypherScript.parse(lines.subList(first, i + 1), first + 1)
                        .statements());
                i++;
            }
        }
        return statements;
    }

    /**
     * A link to a file of the project.
     *
     * @param file the path from the page's folder, empty for the page itself
     * @param anchor the anchor of a heading in that file, or null
     */
    record Link(String file, String anchor) {}

    List<Link> links() {
        return LINK.matcher(String.join("\n", lines))
                .results()
                .map((MatchResult link) -> new Link(link.group(1), link.group(2)))
                .filter(link -> !link.file().contains("://"))
                .toList();
    }

    /** The anchors that GitHub makes of the headings: of headings alike, the second one ends in -1. */
    List<String> anchors() {
        List<String> anchors = new ArrayList<>();
        for (Section section : sections()) {
            String anchor = anchor(section.heading());
            long earlier = anchors.stream()
                    .filter(other -> other.matches(anchor + "(?:-\\d+)?"))
                    .count();
            anchors.add(earlier == 0 ? anchor : anchor + "-" + earlier);
        }
        return anchors;
    }

    /** The anchor of a heading. */
    static String anchor(String heading) {
        return LINK_WITH_TEXT
                .matcher(heading)
                .replaceAll("$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    /** The texts in single backticks, outside of blocks. */
    List<String> codeSpans() {
        List<String> spans = new ArrayList<>();
        boolean block = false;
        for (String line : lines) {
            block ^= line.startsWith(FENCE);
            if (!block) {
                CODE.matcher(line).results().map(span -> span.group(1)).forEach(spans::add);
            }
        }
        return spans;
    }

    /** The page's lines outside of blocks of code, without code spans. */
    String withoutCode() {
        List<String> prose = new ArrayList<>();
        boolean block = false;
        for (String line : lines) {
            block ^= line.startsWith(FENCE);
            if (!block) {
                prose.add(CODE.matcher(line).replaceAll(""));
            }
        }
        return String.join("\n", prose);
    }

    /** The whole page, with a space in place of each line's end. */
    String text() {
        return String.join(" ", lines);
    }
}
