package dev.motif.cypher.derive;

import dev.motif.catalog.Column;
import dev.motif.catalog.ColumnLease;
import dev.motif.catalog.Columns;
import dev.motif.cypher.derive.Filter.Operand;
import dev.motif.cypher.derive.Filter.Operator;
import dev.motif.cypher.derive.Filter.Variable;
import dev.motif.graph.Graph;
import dev.motif.projection.EntityKind;
import dev.motif.projection.value.ValueType;
import dev.motif.text.Suggestions;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads a filter:
 *
 * <pre>
 * filter     = conjunction { OR conjunction }
 * conjunction = negation { AND negation }
 * negation   = NOT negation | "(" filter ")" | comparison
 * comparison = operand ( = | &lt;&gt; | &lt; | &lt;= | &gt; | &gt;= ) operand | operand IS [ NOT ] NULL
 * operand    = number | text | TRUE | FALSE | function "(" text ")" | variable "." column
 * </pre>
 *
 * <p>A text stands in single or double quotes, as in Cypher; functions are {@code date}, {@code datetime}, {@code
 * localdatetime}, {@code time}, {@code localtime} and {@code duration}.
 *
 * <p>Variables are {@code r} and {@code relationship}; {@code l}, {@code left} and {@code right} in bipartite graphs; {@code
 * n} and {@code node}. A column that is no plain name stands in backticks, and
 * backticks in it are doubled. Nodes have the column {@code degree} in every graph. Every error says at which character it is.
 */
final class FilterParser {
    /** The most characters of a filter. */
    static final int MAX_CHARACTERS = 2000;

    /** The most parentheses and negations around a comparison. */
    private static final int MAX_DEPTH = 50;

    private static final int MOST_SHOWN = 40;

    /** Comparisons as other languages write them, and how they are written here. */
    private static final Map<String, String> WRITTEN = Map.of("=>", ">=", "=<", "<=", "==", "=", "><", "<>");

    private static final Pattern PLAIN = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*+");

    private static final Pattern TOKEN = Pattern.compile("(?<number>\\d++(?:\\.\\d++)?+(?:[eE][+-]?+\\d++)?+)"
            + "|(?<name>" + PLAIN + ")|`(?<quoted>(?:[^`]++|``)++)`|(?<sign><=|>=|<>|[-=<>().])"
            + "|'(?<single>(?:[^'\\\\]++|\\\\[\\\\'\"])*+)'|\"(?<double>(?:[^\"\\\\]++|\\\\[\\\\'\"])*+)\"");

    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)", Pattern.DOTALL);

    private static final Map<String, Variable> BIPARTITE = Map.of(
            "r", Variable.RELATIONSHIP,
            "relationship", Variable.RELATIONSHIP,
            "l", Variable.LEFT,
            "left", Variable.LEFT,
            "right", Variable.RIGHT,
            "n", Variable.NODE,
            "node", Variable.NODE);
    private static final Map<String, Variable> UNIPARTITE = Map.of(
            "r", Variable.RELATIONSHIP,
            "relationship", Variable.RELATIONSHIP,
            "n", Variable.NODE,
            "node", Variable.NODE);

    private final String text;
    private final Graph graph;
    private final boolean bipartite;
    private final Map<String, Column> columns;
    private final Matcher matcher;
    private int at;
    private int depth;
    private boolean usesNode;

    /**
     * @param source the graph and all its columns
     * @throws IllegalArgumentException when the text is too long
     */
    FilterParser(String text, ColumnLease source) {
        checkLength(text);
        this.text = text;
        this.graph = source.graph().projected().graph();
        this.bipartite = source.graph().projected().isBipartite();
        this.columns = Stream.concat(source.ofNodes().stream(), source.ofRelationships().stream())
                .collect(Collectors.toMap(Column::name, Function.identity(), (a, b) -> a, LinkedHashMap::new));
        this.matcher = TOKEN.matcher(text);
        skipBlanks();
    }

    /** @throws IllegalArgumentException when the text is too long, blank or null */
    static void checkLength(String text) {
        if (text == null || text.isBlank() || text.length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException(
                    "`filter` must be a STRING of 1 to " + MAX_CHARACTERS + " characters, got " + UserText.value(text));
        }
    }

    /** @throws IllegalArgumentException when the text is no filter, or names a column that is not there */
    Filter parse() {
        Filter filter = or();
        if (at < text.length()) {
            throw expected("AND, OR or the end");
        }
        return filter;
    }

    /** Whether the filter says something of every node, whatever its side; known after {@link #parse}. */
    boolean usesNode() {
        return usesNode;
    }

    private Filter or() {
        List<Filter> parts = new ArrayList<>(List.of(and()));
        while (takeWord("OR")) {
            parts.add(and());
        }
        return parts.size() == 1 ? parts.get(0) : new Filter.Or(parts);
    }

    private Filter and() {
        List<Filter> parts = new ArrayList<>(List.of(not()));
        while (takeWord("AND")) {
            parts.add(not());
        }
        return parts.size() == 1 ? parts.get(0) : new Filter.And(parts);
    }

    private Filter not() {
        int start = at;
        boolean negation = takeWord("NOT");
        if (!negation && !takeSign("(")) {
            return comparison();
        }
        if (++depth > MAX_DEPTH) {
            throw wrong(start, "there are more than " + MAX_DEPTH + " parentheses and negations around each other");
        }
        Filter filter = negation ? new Filter.Not(not()) : or();
        if (!negation && !takeSign(")")) {
            throw expected("AND, OR or ')'");
        }
        depth--;
        return filter;
    }

    private Filter comparison() {
        int start = at;
        Operand first = operand();
        if (takeWord("IS")) {
            boolean negated = takeWord("NOT");
            if (!takeWord("NULL")) {
                throw expected(negated ? "NULL" : "NULL or NOT NULL");
            }
            return new Filter.IsNull(first, negated);
        }
        String written = at + 2 <= text.length() ? WRITTEN.get(text.substring(at, at + 2)) : null;
        if (written != null) {
            throw expected(written);
        }
        Operator operator = Arrays.stream(Operator.values())
                .filter(each -> takeSign(each.sign))
                .findFirst()
                .orElseThrow(() -> expected("=, <>, <, <=, >, >=, IS NULL or IS NOT NULL"));
        Operand second = operand();
        if (first.type() != second.type()
                && !(first.type().isNumber() && second.type().isNumber())) {
            throw wrong(
                    start,
                    "cannot compare " + first.type().cypher() + " with "
                            + second.type().cypher());
        }
        return Filter.comparison(first, operator, second);
    }

    private Operand operand() {
        int start = at;
        boolean negative = takeSign("-");
        String number = take("number");
        if (number != null) {
            return constant(start, negative ? "-" + number : number);
        }
        if (negative) {
            throw expected("a number");
        }
        String text = text();
        if (text != null) {
            return new Filter.Text(text);
        }
        String name = take("name");
        if (name != null && (name.equalsIgnoreCase("TRUE") || name.equalsIgnoreCase("FALSE"))) {
            return new Filter.Constant(ValueType.BOOLEAN, name.equalsIgnoreCase("TRUE") ? 1 : 0);
        }
        if (name != null && ValueType.FUNCTIONS.contains(name.toLowerCase(Locale.ROOT)) && takeSign("(")) {
            return temporal(start, ValueType.ofFunction(name.toLowerCase(Locale.ROOT)));
        }
        Map<String, Variable> variables = bipartite ? BIPARTITE : UNIPARTITE;
        if (name == null || !variables.containsKey(name)) {
            at = start;
            throw expected(
                    bipartite
                            ? "a value, or a column of r (the relationship), l (its left node), right, or n (each node)"
                            : "a value, or a column of r (the relationship) or n (each of its nodes)");
        }
        if (!takeSign(".")) {
            throw expected("'.' and the name of a column");
        }
        int nameStart = at;
        String column = take("name");
        if (column == null) {
            String quoted = take("quoted");
            if (quoted == null) {
                throw expected("the name of a column");
            }
            column = quoted.replace("``", "`");
        }
        return property(nameStart, name, variables.get(name), column);
    }

    /** The text that is next, without its quotes; null when there is none. */
    private String text() {
        String text = take("single");
        text = text == null ? take("double") : text;
        return text == null ? null : ESCAPED.matcher(text).replaceAll("$1");
    }

    /** The value of a function, whose parenthesis is open. */
    private Operand temporal(int start, ValueType type) {
        String text = text();
        if (text == null) {
            throw expected("a text in quotes");
        }
        if (!takeSign(")")) {
            throw expected("')'");
        }
        try {
            return new Filter.Constant(type, type.parse(text));
        } catch (IllegalArgumentException e) {
            throw wrong(start, e.getMessage());
        }
    }

    private Operand constant(int start, String number) {
        boolean whole = number.chars().allMatch(character -> character == '-' || Character.isDigit(character));
        try {
            if (whole) {
                return new Filter.Constant(ValueType.INTEGER, Long.parseLong(number));
            }
        } catch (NumberFormatException e) {
            throw wrong(start, "an INTEGER is in [-2^63, 2^63)");
        }
        double value = Double.parseDouble(number);
        if (Double.isInfinite(value)) {
            throw wrong(start, "a FLOAT is below 1.8e308");
        }
        return new Filter.Constant(ValueType.FLOAT, Double.doubleToRawLongBits(value));
    }

    private Operand property(int start, String given, Variable variable, String name) {
        Column column = columns.get(name);
        if (column == null && name.equals(Columns.DEGREE)) {
            if (variable == Variable.RELATIONSHIP) {
                throw wrong(
                        start, "a degree is of nodes: write " + (bipartite ? "l.degree or right.degree" : "n.degree"));
            }
            usesNode |= variable == Variable.NODE;
            return Filter.Degree.of(variable, graph);
        }
        if (column == null) {
            throw wrong(
                    start,
                    "there is no column " + Suggestions.listed(List.of(name), UserText::value, columns.keySet()) + ". "
                            + Columns.there(columns.keySet()));
        }
        boolean has =
                switch (variable) {
                    case RELATIONSHIP -> !column.isOfNodes();
                    case LEFT -> column.has(EntityKind.LEFT);
                    case RIGHT -> column.has(EntityKind.RIGHT);
                    case NODE -> column.has(EntityKind.LEFT) && (!bipartite || column.has(EntityKind.RIGHT));
                };
        if (!has) {
            throw wrong(
                    start,
                    "column " + UserText.value(name) + " is of " + column.of(bipartite) + ", which " + given
                            + " has not: write " + variableOf(column) + "."
                            + (PLAIN.matcher(name).matches()
                                    ? name
                                    : "`" + UserText.name(name.replace("`", "``")) + "`"));
        }
        if (column.lists() != null) {
            throw wrong(
                    start,
                    "column " + UserText.value(name) + " has lists, which a filter cannot compare: project it with an"
                            + " `aggregation`");
        }
        usesNode |= variable == Variable.NODE;
        return Filter.Property.of(variable, column);
    }

    private String variableOf(Column column) {
        if (!column.isOfNodes()) {
            return "r";
        }
        boolean left = column.has(EntityKind.LEFT);
        return !bipartite || left && column.has(EntityKind.RIGHT) ? "n" : left ? "l" : "right";
    }

    /** Takes a word of the language, in any case; returns whether it is next. */
    private boolean takeWord(String word) {
        int start = at;
        if (word.equalsIgnoreCase(take("name"))) {
            return true;
        }
        at = start;
        return false;
    }

    private boolean takeSign(String sign) {
        int start = at;
        if (sign.equals(take("sign"))) {
            return true;
        }
        at = start;
        return false;
    }

    /** Takes the next token when it is of this kind; returns null, and takes nothing, when it is none. */
    private String take(String kind) {
        matcher.region(at, text.length());
        if (!matcher.lookingAt() || matcher.group(kind) == null) {
            return null;
        }
        at = matcher.end();
        skipBlanks();
        return matcher.group(kind);
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException expected(String what) {
        return wrong(at, "expected " + what);
    }

    private IllegalArgumentException wrong(int place, String what) {
        String rest = place >= text.length()
                ? "the end"
                : UserText.value(text.substring(place, Math.min(text.length(), place + MOST_SHOWN)));
        return new IllegalArgumentException(
                "`filter` is wrong at character " + (place + 1) + ", at " + rest + ": " + what);
    }
}
