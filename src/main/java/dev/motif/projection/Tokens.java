package dev.motif.projection;

import dev.motif.text.Suggestions;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.neo4j.internal.kernel.api.NodeCursor;
import org.neo4j.internal.kernel.api.TokenRead;
import org.neo4j.token.api.NamedToken;
import org.neo4j.token.api.TokenConstants;

/**
 * Finds the token ids of labels, relationship types and property keys by name. A name that does not exist is an {@link
 * IllegalArgumentException} that lists the missing names, each with the existing names nearest to it.
 */
public final class Tokens {
    /** Stands for a token id where any label or any type will do. */
    public static final int ANY = TokenConstants.ANY_LABEL;

    private Tokens() {}

    public static int[] labels(TokenRead tokens, List<String> names) {
        return names.equals(Projection.ALL)
                ? new int[] {ANY}
                : resolve("label", names, tokens::nodeLabel, tokens.labelsGetAllTokens());
    }

    public static int[] types(TokenRead tokens, List<String> names) {
        return names.equals(Projection.ALL)
                ? new int[] {ANY}
                : resolve("relationship type", names, tokens::relationshipType, tokens.relationshipTypesGetAllTokens());
    }

    public static int[] properties(TokenRead tokens, List<String> names) {
        return resolve("property", names, tokens::propertyKey, tokens.propertyKeyGetAllTokens());
    }

    /** Whether a node has at least one of some labels. */
    public static boolean hasOneOf(NodeCursor node, int[] labels) {
        for (int label : labels) {
            if (label == ANY || node.hasLabel(label)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a type is one of some types. */
    public static boolean isOneOf(int type, int[] types) {
        for (int each : types) {
            if (each == ANY || each == type) {
                return true;
            }
        }
        return false;
    }

    private static int[] resolve(
            String what, List<String> names, ToIntFunction<String> lookUp, Iterator<NamedToken> existing) {
        int[] ids = names.stream().mapToInt(lookUp).toArray();
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] == TokenConstants.NO_TOKEN && !missing.contains(names.get(i))) {
                missing.add(names.get(i));
            }
        }
        if (!missing.isEmpty()) {
            List<String> known = new ArrayList<>();
            existing.forEachRemaining(token -> known.add(token.name()));
            throw new IllegalArgumentException("No such " + what + (missing.size() > 1 ? "s" : "")
                    + " in this database: " + Suggestions.listed(missing, UserText::value, known));
        }
        return ids;
    }
}
