package dev.motif.parallel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The names of the stages that a {@link Progress} is told of, in their order. */
public final class BegunStages implements Progress {
    private final List<String> names = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void begin(String stage, long volume) {
        names.add(stage);
    }

    @Override
    public void advance(long amount) {}

    public List<String> names() {
        return names;
    }
}
