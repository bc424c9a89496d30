package dev.motif.projection.filter;

import dev.motif.projection.value.ValueType;
import dev.motif.text.Ascii;
import dev.motif.text.UserText;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.neo4j.exceptions.Neo4jException;
import org.neo4j.values.storable.DateTimeValue;
import org.neo4j.values.storable.DateValue;
import org.neo4j.values.storable.DurationValue;
import org.neo4j.values.storable.LocalDateTimeValue;
import org.neo4j.values.storable.LocalTimeValue;
import org.neo4j.values.storable.TimeValue;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/**
 * Reads a filter:
 *
 * <pre>
 * filter     = conjunction { OR conjunction }
 * conjunction = negation { AND negation }
 * negation   = NOT negation | "(" filter ")" | comparison
 * comparison = operand ( = | &lt;&gt; | &lt; | &lt;= | &gt; | &gt;= ) operand | operand IS [ NOT ] NULL
 *            | operand IN "[" [ value { "," value } ] "]" | operand ( STARTS WITH | ENDS WITH | CONTAINS ) text
 * operand    = value | variable "." column
 * value      = number | text | TRUE | FALSE | function "(" text ")"
 * </pre>
 *
 * <p>A text stands in single or double quotes, as in Cypher; functions are {@code date}, {@code datetime}, {@code
 * localdatetime}, {@code time}, {@code localtime} and {@code duration}.
 *
 * <p>A column that is no plain name stands in backticks, and backticks in it are doubled. Every error says at which
 * character it is.
 */
public final class FilterParser {
    /** One side of a comparison, before it is known what the filter's variables are. */
    public sealed interface Operand permits Constant, Property {}

    public record Constant(Value value) implements Operand {}

    /** @param start where the name of the column begins */
    public record Property(String variable, String column, int start) implements Operand {}

    /**
     * A comparison.
     *
     * @param start where it begins
     * @param others the second operand; none for {@link Operator#IS_NULL}, constants for {@link Operator#IN}, and a text for
     *     {@link Operator#isOfParts parts}
     */
    public record Comparison(int start, Operand first, Operator operator, List<Operand> others) {
        /** The only one of the other operands. */
        public Operand second() {
            return others.get(0);
        }
    }

    /** The most characters of a filter. */
    public static final int MAX_CHARACTERS = 2000;

    /** The most parentheses and negations around a comparison. */
    private static final int MAX_DEPTH = 50;

    private static final int MOST_SHOWN = 40;

    /** Comparisons as other languages write them, and how they are written here. */
    private static final Map<String, String> WRITTEN = Map.of("=>", ">=", "=<", "<=", "==", "=", "><", "<>");

    private static final Pattern PLAIN = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*+");

    private static final Pattern TOKEN = Pattern.compile("(?<number>\\d++(?:\\.\\d++)?+(?:[eE][+-]?+\\d++)?+)"
            + "|(?<name>" + PLAIN + ")|`(?<quoted>(?:[^`]++|``)++)`|(?<sign><=|>=|<>|[-=<>().,\\[\\]])"
            + "|'(?<single>(?:[^'\\\\]++|\\\\[\\\\'\"])*+)'|\"(?<double>(?:[^\"\\\\]++|\\\\[\\\\'\"])*+)\"");

    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)", Pattern.DOTALL);

    private final String parameter;
    private final String text;
    private final Set<String> variables;
    private final String operands;
    private final Matcher matcher;
    private int at;
    private int depth;

    /**
     * @param parameter what errors call the filter
     * @param variables the names of variables
     * @param operands what an operand is, for errors
     * @throws IllegalArgumentException when the text is too long, blank or null
     */
    public FilterParser(String parameter, String text, Set<String> variables, String operands) {
        checkLength(parameter, text);
        this.parameter = parameter;
        this.text = text;
        this.variables = variables;
        this.operands = operands;
        this.matcher = TOKEN.matcher(text);
        skipBlanks();
    }

    /** @throws IllegalArgumentException when the text is too long, blank or null */
    public static void checkLength(String parameter, String text) {
        if (text == null || text.isBlank() || text.length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException("`" + parameter + "` must be a STRING of 1 to " + MAX_CHARACTERS
                    + " characters, got " + UserText.value(text));
        }
    }

    /** Whether a name needs no backticks. */
    public static boolean isPlain(String name) {
        return PLAIN.matcher(name).matches();
    }

    /** @throws IllegalArgumentException when the text is no filter */
    public Formula<Comparison> parse() {
        Formula<Comparison> filter = or();
        if (at < text.length()) {
            throw expected("AND, OR or the end");
        }
        return filter;
    }

    private Formula<Comparison> or() {
        List<Formula<Comparison>> parts = new ArrayList<>(List.of(and()));
        while (takeWord("OR")) {
            parts.add(and());
        }
        return Formula.or(parts);
    }

    private Formula<Comparison> and() {
        List<Formula<Comparison>> parts = new ArrayList<>(List.of(not()));
        while (takeWord("AND")) {
            parts.add(not());
        }
        return Formula.and(parts);
    }

    private Formula<Comparison> not() {
        int start = at;
        boolean negation = takeWord("NOT");
        if (!negation && !takeSign("(")) {
            return comparison();
        }
        if (++depth > MAX_DEPTH) {
            throw wrong(start, "there are more than " + MAX_DEPTH + " parentheses and negations around each other");
        }
        Formula<Comparison> filter = negation ? new Formula.Not<>(not()) : or();
        if (!negation && !takeSign(")")) {
            throw expected("AND, OR or ')'");
        }
        depth--;
        return filter;
    }

    private Formula<Comparison> comparison() {
        int start = at;
        Operand first = operand();
        if (takeWord("IS")) {
            boolean negated = takeWord("NOT");
            if (!takeWord("NULL")) {
                throw expected(negated ? "NULL" : "NULL or NOT NULL");
            }
            Formula<Comparison> isNull = comparison(start, first, Operator.IS_NULL, List.of());
            return negated ? new Formula.Not<>(isNull) : isNull;
        }
        if (takeWord("IN")) {
            return comparison(start, first, Operator.IN, list());
        }
        for (Operator operator : List.of(Operator.STARTS_WITH, Operator.ENDS_WITH, Operator.CONTAINS)) {
            String[] words = operator.text().split(" ");
            if (takeWord(words[0])) {
                if (words.length > 1 && !takeWord(words[1])) {
                    throw expected(words[1]);
                }
                String part = text();
                if (part == null) {
                    throw expected("a text in quotes");
                }
                return comparison(start, first, operator, List.of(new Constant(Values.of(part))));
            }
        }
        String written = at + 2 <= text.length() ? WRITTEN.get(text.substring(at, at + 2)) : null;
        if (written != null) {
            throw expected(written);
        }
        Operator operator = Operator.signs()
                .filter(each -> takeSign(each.text()))
                .findFirst()
                .orElseThrow(
                        () -> expected("=, <>, <, <=, >, >=, IN, STARTS WITH, ENDS WITH, CONTAINS or IS [NOT] NULL"));
        return comparison(start, first, operator, List.of(operand()));
    }

    private static Formula<Comparison> comparison(int start, Operand first, Operator operator, List<Operand> others) {
        return new Formula.Condition<>(new Comparison(start, first, operator, others));
    }

    /** The values in brackets. */
    private List<Operand> list() {
        if (!takeSign("[")) {
            throw expected("a list of values in brackets");
        }
        List<Operand> values = new ArrayList<>();
        if (takeSign("]")) {
            return values;
        }
        do {
            Constant value = constant();
            if (value == null) {
                throw expected("a value");
            }
            values.add(value);
        } while (takeSign(","));
        if (!takeSign("]")) {
            throw expected("',' or ']'");
        }
        return values;
    }

    private Operand operand() {
        Constant value = constant();
        if (value != null) {
            return value;
        }
        int start = at;
        String name = take("name");
        if (name == null || !variables.contains(name)) {
            at = start;
            throw expected(operands);
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
        return new Property(name, column, nameStart);
    }

    /** The value that is next; null, and nothing is taken, when there is none. */
    private Constant constant() {
        int start = at;
        boolean negative = takeSign("-");
        String number = take("number");
        if (number != null) {
            return new Constant(number(start, negative ? "-" + number : number));
        }
        if (negative) {
            throw expected("a number");
        }
        String text = text();
        if (text != null) {
            return new Constant(Values.of(text));
        }
        String name = take("name");
        String word = name == null ? "" : Ascii.lower(name);
        if (word.equals("true") || word.equals("false")) {
            return new Constant(Values.of(word.equals("true")));
        }
        if (ValueType.FUNCTIONS.contains(word) && takeSign("(")) {
            return new Constant(temporal(start, ValueType.ofFunction(word)));
        }
        at = start;
        return null;
    }

    /** The text that is next, without its quotes; null when there is none. */
    private String text() {
        String text = take("single");
        text = text == null ? take("double") : text;
        return text == null ? null : ESCAPED.matcher(text).replaceAll("$1");
    }

    /** The value of a function, whose parenthesis is open. */
    private Value temporal(int start, ValueType type) {
        String text = text();
        if (text == null) {
            throw expected("a text in quotes");
        }
        if (!takeSign(")")) {
            throw expected("')'");
        }
        try {
            return temporal(type, text);
        } catch (Neo4jException | DateTimeException | ArithmeticException | NumberFormatException e) {
            throw wrong(start, "it is no " + type.cypher());
        }
    }

    /** The value that the function of Cypher for a type makes of a text; without a zone, of UTC. */
    private static Value temporal(ValueType type, String text) {
        return switch (type) {
            case DATE -> DateValue.parse(text);
            case LOCAL_DATETIME -> LocalDateTimeValue.parse(text);
            case ZONED_DATETIME -> DateTimeValue.parse(text, () -> ZoneOffset.UTC);
            case LOCAL_TIME -> LocalTimeValue.parse(text);
            case ZONED_TIME -> TimeValue.parse(text, () -> ZoneOffset.UTC);
            case DURATION -> DurationValue.parse(text);
            default -> throw new IllegalStateException(type.name());
        };
    }

    private Value number(int start, String number) {
        boolean whole = number.chars().allMatch(character -> character == '-' || Character.isDigit(character));
        try {
            if (whole) {
                return Values.of(Long.parseLong(number));
            }
        } catch (NumberFormatException e) {
            throw wrong(start, "an INTEGER is in [-2^63, 2^63)");
        }
        double value = Double.parseDouble(number);
        if (Double.isInfinite(value)) {
            throw wrong(start, "a FLOAT is below 1.8e308");
        }
        return Values.of(value);
    }

    /** Takes a word of the language, in any case; returns whether it is next. */
    private boolean takeWord(String word) {
        int start = at;
        if (Ascii.equalsIgnoringCase(word, take("name"))) {
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

    /** The error that says what is wrong at a place of the text. */
    public IllegalArgumentException wrong(int place, String what) {
        String rest = place >= text.length()
                ? "the end"
                : UserText.value(text.substring(place, Math.min(text.length(), place + MOST_SHOWN)));
        return new IllegalArgumentException(
                "`" + parameter + "` is wrong at character " + (place + 1) + ", at " + rest + ": " + what);
    }
}
