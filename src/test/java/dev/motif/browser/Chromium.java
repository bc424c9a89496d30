package dev.motif.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** A headless Chromium, as the packages chromium and chromium-driver of Debian install it. */
public final class Chromium {
    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");
    private static final List<String> DRIVERS = List.of("chromedriver");

    private Chromium() {}

    /** The path of the browser, empty when none is on the PATH. */
    public static Optional<Path> find() {
        return onPath(BROWSERS);
    }

    /** The path of the driver, which controls a browser of the same version; empty when none is on the PATH. */
    public static Optional<Path> findDriver() {
        return onPath(DRIVERS);
    }

    private static Optional<Path> onPath(List<String> names) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * A window of this size in pixels, which reaches nothing but this machine.
     *
     * @throws java.util.NoSuchElementException when browser or driver is not there
     */
    public static ChromeDriver open(int width, int height) {
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(findDriver().orElseThrow().toFile())
                .build();
        ChromeOptions options = new ChromeOptions();
        options.setBinary(find().orElseThrow().toFile());
        options.addArguments(Arrays.asList(
                "--headless",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"));
        ChromeDriver chromium = new ChromeDriver(service, options);
        chromium.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        return chromium;
    }
}
