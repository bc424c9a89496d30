package dev.motif.bench.load;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads numbers, with spaces, tabs or commas between them, from lines of text without making objects. It reads one byte ahead
 * and counts lines, which end in LF, CR LF or CR.
 */
final class EdgeListInput {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAX_HEADER_CHARS = 100;
    private static final int END = -1;
    private static final int[] BYTE_ORDER_MARK = {0xef, 0xbb, 0xbf};

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private int current;
    private long line = 1;

    EdgeListInput(InputStream in) throws IOException {
        this.in = in;
        advance();
        for (int mark : BYTE_ORDER_MARK) {
            if (current != mark) {
                break;
            }
            advance();
        }
    }

    /** The line of the next byte, counted from 1. */
    long line() {
        return line;
    }

    /**
     * Reads the first line, cut when it is longer than any header; characters that are not printable become {@code ?}.
     */
    String header() throws IOException {
        StringBuilder text = new StringBuilder();
        while (current != '\n' && current != END && text.length() < MAX_HEADER_CHARS) {
            text.append(current >= ' ' && current < 127 || current == '\t' ? (char) current : '?');
            advance();
        }
        return text.toString();
    }

    /** Whether the next byte begins a comment. */
    boolean atComment() {
        return current == '#' || current == '%';
    }

    /** Goes on to the next line that is neither blank nor a comment; returns false at the end of the text. */
    boolean nextEntry() throws IOException {
        while (nextLine()) {
            if (!atComment()) {
                return true;
            }
            skipLine();
        }
        return false;
    }

    /** Skips what is left of the line, and says whether that was more than spaces. */
    boolean skipLine() throws IOException {
        skipSpaces();
        boolean more = current != '\n' && current != END;
        while (current != '\n' && current != END) {
            advance();
        }
        return more;
    }

    /** Goes on to the next line that is not blank; returns false at the end of the text. */
    boolean nextLine() throws IOException {
        skipSpaces();
        while (current == '\n') {
            line++;
            advance();
            skipSpaces();
        }
        return current != END;
    }

    /**
     * Reads a vertex id in {@code [0, count)}.
     *
     * @param name what the error message calls the id
     * @throws IllegalArgumentException when there is no number, or it is {@code count} or more
     */
    int id(String name, int count) throws IOException {
        return (int) number(name, 0, count - 1L, "[0, " + count + ")");
    }

    /** Reads a number in {@code [min, max]}, where {@code max} is less than 2^63 - 1, with errors as for {@link #id}. */
    long number(String name, long min, long max) throws IOException {
        return number(name, min, max, "[" + min + ", " + max + "]");
    }

    private long number(String name, long min, long max, String range) throws IOException {
        skipSpaces();
        if (current < '0' || current > '9') {
            throw new IllegalArgumentException("`" + name + "` must be a number, got " + describeCurrent());
        }
        long value = 0;
        while (current >= '0' && current <= '9') {
            value = value > (Long.MAX_VALUE - 9) / 10 ? Long.MAX_VALUE : value * 10 + current - '0';
            advance();
        }
        if (value < min || value > max) {
            String got = value == Long.MAX_VALUE ? "2^63 - 1 or more" : Long.toString(value);
            throw new IllegalArgumentException("`" + name + "` must be in " + range + ", got " + got);
        }
        return value;
    }

    /**
     * Checks that nothing follows on the line.
     *
     * @throws IllegalArgumentException when the line has more than was read
     */
    void endLine() throws IOException {
        skipSpaces();
        if (current != '\n' && current != END) {
            throw new IllegalArgumentException("expected the end of the line, got " + describeCurrent());
        }
    }

    private String describeCurrent() {
        if (current == END || current == '\n') {
            return "the end of the line";
        }
        return current > ' ' && current < 127 ? "'" + (char) current + "'" : "the byte " + current;
    }

    private void skipSpaces() throws IOException {
        while (current == ' ' || current == '\t' || current == ',') {
            advance();
        }
    }

    /** Goes on to the next byte; one line feed stands for each end of a line. */
    private void advance() throws IOException {
        current = next();
        if (current == '\r') {
            current = '\n';
            if (next() != '\n' && position > 0) {
                position--;
            }
        }
    }

    private int next() throws IOException {
        if (position == limit) {
            position = 0;
            limit = Math.max(0, in.read(buffer, 0, BUFFER_BYTES));
            if (limit == 0) {
                return END;
            }
        }
        return buffer[position++] & 0xff;
    }
}
