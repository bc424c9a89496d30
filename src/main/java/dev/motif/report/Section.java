package dev.motif.report;

import dev.motif.backend.Backend;

/**
 * One part of a report, drawn or left out.
 *
 * @param name of the part
 * @param title its heading
 * @param about what it is about, in a sentence
 * @param drawing what it shows, null when it was left out
 * @param leftOut why, null when it was drawn
 * @param choice where it ran, null when nothing ran
 * @param millis how long that took, also when it did not come to an end
 */
record Section(
        String name, String title, String about, Drawing drawing, String leftOut, Backend.Choice choice, long millis) {
    /** How much of it there is. */
    enum Status {
        COMPLETE,
        /** Some of it is missing. */
        CUT,
        LEFT_OUT
    }

    static Section drawn(Part<?> part, Drawing drawing, PartRun run) {
        return new Section(part.name(), part.title(), part.about(), drawing, null, run.choice(), run.millis());
    }

    static Section leftOut(Part<?> part, String reason, PartRun run) {
        return new Section(part.name(), part.title(), part.about(), null, reason, run.choice(), run.millis());
    }

    Status status() {
        if (drawing == null) {
            return Status.LEFT_OUT;
        }
        return drawing.cut() == null ? Status.COMPLETE : Status.CUT;
    }

    /** What is missing and why; null when nothing is. */
    String reason() {
        return drawing == null ? leftOut : drawing.cut();
    }
}
