package dev.motif.text;

import java.util.Comparator;

/**
 * Words of Motif's languages, such as keys and keywords, in any case: the letters A to Z alone have one, so that a word with a
 * dotless i, say, is another word. In Java's own comparisons without case some letters beyond ASCII equal letters of it.
 */
public final class Ascii {
    /** The order of texts by their characters, ignoring the case of ASCII letters. */
    public static final Comparator<String> IGNORING_CASE = Comparator.comparing(Ascii::lower);

    private static final int FROM_UPPER_TO_LOWER = 'a' - 'A';

    private Ascii() {}

    /** Whether two texts are the same but for the case of letters of ASCII; null is the same as no text. */
    public static boolean equalsIgnoringCase(String a, String b) {
        if (a == null || b == null || a.length() != b.length()) {
            return false;
        }
        for (int i = 0; i < a.length(); i++) {
            if (lower(a.charAt(i)) != lower(b.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int lower(int letter) {
        return letter >= 'A' && letter <= 'Z' ? letter + FROM_UPPER_TO_LOWER : letter;
    }

    private static int upper(int letter) {
        return letter >= 'a' && letter <= 'z' ? letter - FROM_UPPER_TO_LOWER : letter;
    }

    /** The text with small letters in place of A to Z. */
    public static String lower(String text) {
        return of(text.chars().map(Ascii::lower).toArray());
    }

    /** The text with capital letters in place of a to z. */
    public static String upper(String text) {
        return of(text.chars().map(Ascii::upper).toArray());
    }

    private static String of(int[] characters) {
        StringBuilder text = new StringBuilder(characters.length);
        for (int character : characters) {
            text.append((char) character);
        }
        return text.toString();
    }
}
