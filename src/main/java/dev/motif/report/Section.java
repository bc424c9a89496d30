package dev.motif.report;

import dev.motif.backend.Backend;
import dev.motif.report.chart.Drawing;
import dev.motif.report.part.Part;
import dev.motif.report.part.PartRun;

/**
 * The outcome of one part of a report: drawn or left out.
 *
 * @param name the name of the part
 * @param title its heading
 * @param about what it is about, in one or two sentences
 * @param drawing what it shows, null when it was left out
 * @param leftOut why it was left out, null when it was drawn
 * @param choice the backend of its last step, null when none was started
 * @param millis the milliseconds that its steps took, also when they were stopped
 */
record Section(
        String name, String title, String about, Drawing drawing, String leftOut, Backend.Choice choice, long millis) {
    /** Whether a part is shown. */
    enum Status {
        COMPLETE,
        /** The part is shown, but something is missing. */
        CUT,
        LEFT_OUT
    }

    static Section drawn(Part<?> part, Drawing drawing, PartRun run) {
        return new Section(
                part.name(), part.title(), part.about(run.words()), drawing, null, run.choice(), run.millis());
    }

    static Section leftOut(Part<?> part, String reason, PartRun run) {
        return new Section(
                part.name(), part.title(), part.about(run.words()), null, reason, run.choice(), run.millis());
    }

    Status status() {
        if (drawing == null) {
            return Status.LEFT_OUT;
        }
        return drawing.cut() == null ? Status.COMPLETE : Status.CUT;
    }

    /** Says what is missing and why; null when nothing is missing. */
    String reason() {
        return drawing == null ? leftOut : drawing.cut();
    }
}
