package dev.motif.projection;

import dev.motif.text.Suggestions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.neo4j.internal.kernel.api.TokenRead;
import org.neo4j.token.api.NamedToken;
import org.neo4j.token.api.TokenConstants;

/**
 * Finds the token ids of labels, relationship types and property keys by name. A name that does not exist is an {@link
 * IllegalArgumentException} that lists the missing names, each with the existing names nearest to it.
 */
final class Tokens {
    /** Stands for a token id where any label or any type will do. */
    static final int ANY = TokenConstants.ANY_LABEL;

    private Tokens() {}

    static int[] labels(TokenRead tokens, List<String> names) {
        return resolve("label", names, tokens::nodeLabel, tokens.labelsGetAllTokens());
    }

    static int[] types(TokenRead tokens, List<String> names) {
        return resolve("relationship type", names, tokens::relationshipType, tokens.relationshipTypesGetAllTokens());
    }

    static int property(TokenRead tokens, String name) {
        return resolve("property", List.of(name), tokens::propertyKey, tokens.propertyKeyGetAllTokens())[0];
    }

    private static int[] resolve(
            String what, List<String> names, ToIntFunction<String> lookUp, Iterator<NamedToken> existing) {
        if (names.equals(Projection.ALL)) {
            return new int[] {ANY};
        }
        int[] ids = names.stream().mapToInt(lookUp).toArray();
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] == TokenConstants.NO_TOKEN) {
                missing.add(names.get(i));
            }
        }
        if (!missing.isEmpty()) {
            List<String> known = new ArrayList<>();
            existing.forEachRemaining(token -> known.add(token.name()));
            throw new IllegalArgumentException(message(what, missing, known));
        }
        return ids;
    }

    private static String message(String what, List<String> missing, List<String> known) {
        List<String> parts = new ArrayList<>();
        for (String name : missing) {
            parts.add("'" + name + "'" + Suggestions.hint(name, known));
        }
        return "No such " + what + (missing.size() > 1 ? "s" : "") + " in this database: " + String.join(", ", parts);
    }
}
