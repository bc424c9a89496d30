package dev.motif.parallel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A {@link Progress} that keeps the names of the stages that begin, in their order. */
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
