package dev.motif.research.gbc;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;

/**
 * Sizes of the parts that GBC counts one after the other.
 *
 * @param count how many parts there are
 * @param words the words of the sets of all parts; those that several parts need are counted for each
 * @param wholeWords the words of all sets
 * @param wholeBytes the bytes of all sets and tasks, which a part must have for the roots to stay together
 */
public record GbcParts(int count, long words, long wholeWords, long wholeBytes) {
    /**
     * Divides the roots of a core.
     *
     * @throws IllegalArgumentException when a single root does not fit a part
     */
    public static GbcParts of(BipartiteCore core, GbcConfig config, NativeMemory memory, Workers workers) {
        long bytes = config.techniques().partitionBytes();
        try (GbcSpace space =
                GbcSpace.of(core, config, frames -> bytes == 0 ? Long.MAX_VALUE : bytes, memory, workers)) {
            long words = 0;
            for (int i = 0; i < space.partCount(); i++) {
                try (GbcSpace.Part part = space.part(i, memory)) {
                    words += part.neighbors().wordCount() + part.twoHops().wordCount();
                }
            }
            return new GbcParts(
                    space.partCount(),
                    words,
                    space.neighbors().wordCount() + space.twoHops().wordCount(),
                    space.wholeBytes(config.techniques()));
        }
    }
}
