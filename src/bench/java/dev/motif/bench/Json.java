package dev.motif.bench;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;

/** JSON objects as maps. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    private Json() {}

    /** @throws IllegalArgumentException when {@code text} is no JSON object */
    static Map<String, Object> parseObject(String name, String text) {
        Object value;
        try {
            value = MAPPER.readValue(text, Object.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "`" + name + "` must be a JSON object, got '" + text + "': " + reason(e), e);
        }
        if (value instanceof Map<?, ?> object) {
            Map<String, Object> map = new LinkedHashMap<>();
            object.forEach((key, member) -> map.put((String) key, member));
            return map;
        }
        throw new IllegalArgumentException("`" + name + "` must be a JSON object, got '" + text + "'");
    }

    /** Jackson's message without what it says about locations in memory. */
    private static String reason(JsonProcessingException e) {
        return e.getOriginalMessage().replaceAll(" ?\\(start marker at .*", "");
    }

    static Map<String, Object> toMap(Record row) {
        return MAPPER.convertValue(row, new TypeReference<LinkedHashMap<String, Object>>() {});
    }

    /** One line. */
    static String write(Map<String, Object> map) {
        try {
            return MAPPER.writeValueAsString(map);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
