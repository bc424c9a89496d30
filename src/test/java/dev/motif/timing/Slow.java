package dev.motif.timing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Slow by nature: {@code mvn verify} leaves the test out, and {@code .ci/run} runs it afterwards. For what shows what no
 * other test shows, takes many seconds, and cannot be made faster without losing its meaning.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("slow")
public @interface Slow {}
