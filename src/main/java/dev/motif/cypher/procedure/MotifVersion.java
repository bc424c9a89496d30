package dev.motif.cypher.procedure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of Motif, which the build wrote into the jar. */
public final class MotifVersion {
    private static final String RESOURCE = "/dev/motif/motif.properties";

    private MotifVersion() {}

    public static String get() {
        try (InputStream in = MotifVersion.class.getResourceAsStream(RESOURCE)) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
