package dev.motif.algorithm.sample.estimate;

/**
 * An upper end for a count of which no draw has found anything. The count is the mean of what draws say, so it is at most the chance
 * of a draw to find something, times the most that one can say. By Clopper and Pearson, that chance is at most
 *
 * <pre>{@code
 * 1 - (1 - confidence)^(1 / n)      after n draws without anything: about 3 / n for 95 %, the rule of three
 * }</pre>
 *
 * <p>for the share {@code confidence} of all seeds.
 *
 * <p>Source: Hanley and Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249(13), 1983.
 *
 * @param most the most that a draw can say
 * @param draws independent draws of an estimate, 1 or more
 */
public record RareDraws(double most, long draws) {
    /** The upper end after {@code estimates} estimates of 0. */
    double upper(long estimates, double confidence) {
        return most * -Math.expm1(Math.log1p(-confidence) / ((double) estimates * draws));
    }
}
