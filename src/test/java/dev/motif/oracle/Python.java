package dev.motif.oracle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Libraries of Python as oracles, where they are installed. */
public final class Python {
    private Python() {}

    /** Whether there is a Python with this module. */
    public static boolean has(String module) throws InterruptedException {
        try {
            Process process = new ProcessBuilder("python3", "-c", "import " + module)
                    .redirectErrorStream(true)
                    .start();
            return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Runs a script and returns what it writes once it has been given all of {@code input}. */
    public static String run(String script, String input) throws IOException {
        Process process = new ProcessBuilder("python3", "-c", script).start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
