package dev.motif.bench.generate;

import dev.motif.cypher.config.Configuration;
import dev.motif.text.Suggestions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The kinds of graphs that can be generated, from texts such as {@code uniform,left=1000,right=500,edges=20000,seed=1}.
 */
public final class Generators {
    private static final List<Generator> ALL = List.of(
            new Generator("uniform", "left,right,edges,seed", RandomGraphs::uniform),
            new Generator("powerlaw", "left,right,edges,skew,seed", RandomGraphs::powerLaw),
            new Generator("twohop", "left,right,edges,exponent,seed", TwoHopGraphs::twoHop),
            new Generator("ratings", "left,right,edges,least,seed", RatingGraphs::ratings),
            new Generator("complete", "left,right", RegularGraphs::complete),
            new Generator("bicliques", "edges,least,most,skew,seed", CompleteBlocks::bicliques),
            new Generator("crown", "n", RegularGraphs::crown),
            new Generator("star", "leaves", RegularGraphs::star),
            new Generator("gnm", "n,edges,seed", RandomGraphs::gnm),
            new Generator("kronecker", "scale,edgefactor,seed", RandomGraphs::kronecker),
            new Generator("cliques", "edges,least,most,skew,seed", CompleteBlocks::cliques),
            new Generator("clique", "n", RegularGraphs::clique));

    private record Generator(String kind, String keys, Function<Configuration, GraphRecipe> recipe) {}

    private Generators() {}

    /** The keys of each kind, separated by commas; all of them are required. */
    public static Map<String, String> keysByKind() {
        Map<String, String> keys = new LinkedHashMap<>();
        ALL.forEach(generator -> keys.put(generator.kind, generator.keys));
        return keys;
    }

    /**
     * Parses the text that describes a graph.
     *
     * @param spec {@code kind,key=value,...}
     * @throws IllegalArgumentException when the kind or a key is unknown, or a key missing, repeated or out of range
     */
    public static GraphRecipe parse(String spec) {
        String[] parts = spec.split(",", -1);
        Generator generator = ALL.stream()
                .filter(each -> each.kind.equals(parts[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown generator '" + parts[0] + "'"
                        + Suggestions.hint(parts[0], keysByKind().keySet()) + ". Allowed: "
                        + String.join(", ", keysByKind().keySet())));
        Map<String, Object> values = new LinkedHashMap<>();
        for (String part : List.of(parts).subList(1, parts.length)) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("expected `key=value` in `" + spec + "`, got '" + part + "'");
            }
            if (values.put(part.substring(0, equals), value(part.substring(equals + 1))) != null) {
                throw new IllegalArgumentException(
                        "`" + part.substring(0, equals) + "` is given more than once in `" + spec + "`");
            }
        }
        Configuration parameters = new Configuration(values);
        GraphRecipe recipe = generator.recipe.apply(parameters);
        parameters.rejectUnknown();
        return recipe;
    }

    private static Object value(String text) {
        if (text.matches("-?\\d{1,18}")) {
            return Long.parseLong(text);
        }
        return text.matches("-?\\d+(\\.\\d+)?") ? (Object) Double.parseDouble(text) : text;
    }
}
