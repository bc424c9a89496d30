package dev.motif.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A page from a file as a headless Chromium without network shows it.
 *
 * @param dom the page after its scripts have run, as HTML
 * @param messages the lines of the console, from the page or from the browser about it
 */
public record RenderedPage(String dom, List<String> messages) {
    private static final String CONSOLE = ":CONSOLE";
    private static final int MINUTES = 5;

    /**
     * Opens a page in Chromium.
     *
     * @param work an empty folder for the files of the browser
     */
    public static RenderedPage of(Path chromium, Path page, Path work) throws IOException, InterruptedException {
        Path dom = work.resolve("dom.html");
        Path log = run(chromium, page, work, dom, List.of("--dump-dom"));
        try (Stream<String> lines = Files.lines(log)) {
            return new RenderedPage(
                    Files.readString(dom),
                    lines.filter(line -> line.contains(CONSOLE)).toList());
        }
    }

    /**
     * Saves a picture of a page.
     *
     * @param work an empty folder for the files of the browser
     * @param image the PNG file to write, in an existing folder
     * @param width the width of the window, in pixels
     * @param height the height of the window, in pixels
     */
    public static void saveImage(Path chromium, Path page, Path work, Path image, int width, int height)
            throws IOException, InterruptedException {
        run(
                chromium,
                page,
                work,
                work.resolve("output.txt"),
                List.of("--screenshot=" + image.toAbsolutePath(), "--window-size=" + width + "," + height));
        if (!Files.exists(image)) {
            throw new IOException(
                    chromium + " has made no " + image + ": " + Files.readString(work.resolve("log.txt")));
        }
    }

    /** Runs Chromium on a page and returns the path of its log. */
    private static Path run(Path chromium, Path page, Path work, Path output, List<String> what)
            throws IOException, InterruptedException {
        Path log = work.resolve("log.txt");
        List<String> command = new ArrayList<>(List.of(
                chromium.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--host-resolver-rules=MAP * ~NOTFOUND",
                "--user-data-dir=" + work.resolve("profile"),
                "--enable-logging=stderr",
                // This option makes Chromium wait until the scripts have nothing left to do.
                "--virtual-time-budget=10000"));
        command.addAll(what);
        command.add(page.toUri().toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(log.toFile())
                .start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new IOException(chromium + " did not end within " + MINUTES + " minutes: " + Files.readString(log));
        }
        if (process.exitValue() != 0) {
            throw new IOException(chromium + " ended with " + process.exitValue() + ": " + Files.readString(log));
        }
        return log;
    }
}
