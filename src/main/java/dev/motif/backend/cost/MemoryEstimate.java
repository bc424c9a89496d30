package dev.motif.backend.cost;

import dev.motif.graph.memory.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/**
 * How many bytes something needs, as a tree of named parts. It means off-heap memory unless its name says otherwise.
 *
 * @param name what needs the memory
 * @param minBytes the least it can need
 * @param maxBytes the most it can need
 * @param parts what it consists of; their bytes need not add up to the totals, since parts may follow one another
 */
public record MemoryEstimate(String name, long minBytes, long maxBytes, List<MemoryEstimate> parts) {
    public MemoryEstimate {
        if (minBytes < 0 || maxBytes < minBytes) {
            throw new IllegalArgumentException("[" + minBytes + ", " + maxBytes + "] is no range of bytes");
        }
        parts = List.copyOf(parts);
    }

    /** An estimate without parts, of a known number of bytes. */
    public static MemoryEstimate of(String name, long bytes) {
        return new MemoryEstimate(name, bytes, bytes, List.of());
    }

    /** An estimate without parts, of a range of bytes. */
    public static MemoryEstimate range(String name, long minBytes, long maxBytes) {
        return new MemoryEstimate(name, minBytes, maxBytes, List.of());
    }

    /** The estimate of parts that are in memory at the same time: their bytes add up. */
    public static MemoryEstimate sum(String name, MemoryEstimate... parts) {
        return of(name, Math::addExact, parts);
    }

    /** The estimate of parts that follow one another: the largest one counts. */
    public static MemoryEstimate largest(String name, MemoryEstimate... parts) {
        return of(name, Math::max, parts);
    }

    /** The estimate of something between this and {@code other}, which needs no less and whose parts it has. */
    public MemoryEstimate to(MemoryEstimate other) {
        return new MemoryEstimate(name, minBytes, other.maxBytes, other.parts);
    }

    private static MemoryEstimate of(String name, LongBinaryOperator together, MemoryEstimate... parts) {
        long min = Arrays.stream(parts).mapToLong(MemoryEstimate::minBytes).reduce(0, together);
        long max = Arrays.stream(parts).mapToLong(MemoryEstimate::maxBytes).reduce(0, together);
        return new MemoryEstimate(name, min, max, List.of(parts));
    }

    /** The bytes as text, for example {@code "1.5 MiB"} or {@code "[1.5 MiB ... 2.0 MiB]"}. */
    public String text() {
        return minBytes == maxBytes
                ? Bytes.toText(minBytes)
                : "[" + Bytes.toText(minBytes) + " ... " + Bytes.toText(maxBytes) + "]";
    }

    /** The tree as text, with a line for each part. */
    public String treeView() {
        StringBuilder text = new StringBuilder();
        appendTo(text, "");
        return text.toString();
    }

    private void appendTo(StringBuilder text, String indent) {
        text.append(indent).append(name).append(": ").append(text()).append('\n');
        for (MemoryEstimate part : parts) {
            part.appendTo(text, indent.isEmpty() ? "|-- " : "    " + indent);
        }
    }

    /** The tree as nested maps with the keys name, memoryUsage, bytesMin, bytesMax and components. */
    public Map<String, Object> mapView() {
        List<Object> components = new ArrayList<>();
        parts.forEach(part -> components.add(part.mapView()));
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", name);
        map.put("memoryUsage", text());
        map.put("bytesMin", minBytes);
        map.put("bytesMax", maxBytes);
        map.put("components", components);
        return map;
    }
}
