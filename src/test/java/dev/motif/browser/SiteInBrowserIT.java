package dev.motif.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.motif.timing.DailySample;
import dev.motif.timing.Slow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** Builds the documentation's site, by {@code .ci/site}, and reads it in a headless Chromium. */
@Slow
class SiteInBrowserIT {
    private static final Path SITE = Path.of("target", "site", "dist");
    private static final String BASE = "/motif/";
    private static final int NOT_TO_BE_HAD = 2;
    /** The most pages whose images are looked at; others each day. */
    private static final int MOST_PAGES = 40;

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Pattern LINK = Pattern.compile("href=\"([^\":#]*)#([^\"]+)\"");

    @TempDir
    static Path work;

    private static HttpServer server;
    private static ChromeDriver chromium;

    @BeforeAll
    static void open() throws IOException, InterruptedException {
        assumeTrue(
                Chromium.find().isPresent() && Chromium.findDriver().isPresent(),
                "the site is not tested: no chromium and chromedriver on the PATH");
        build();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(BASE, exchange -> {
            Path file = SITE.resolve(exchange.getRequestURI().getPath().substring(BASE.length()));
            boolean found = Files.isRegularFile(file);
            byte[] body = found ? Files.readAllBytes(file) : new byte[] {'?'};
            exchange.getResponseHeaders().add("Content-Type", contentType(file));
            exchange.sendResponseHeaders(found ? 200 : 404, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        chromium = Chromium.open(1300, 780);
    }

    private static void build() throws IOException, InterruptedException {
        Path log = work.resolve("site.txt");
        Process build = new ProcessBuilder(".ci/site")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!build.waitFor(10, TimeUnit.MINUTES)) {
            build.destroyForcibly().waitFor();
        }
        if (build.exitValue() == NOT_TO_BE_HAD) {
            System.out.println(
                    "SKIPPED: the test of the documentation's site needs Node.js, and npm for the first run");
            abort("no npm");
        }
        assertThat(build.exitValue()).as(Files.readString(log)).isZero();
    }

    private static String contentType(Path file) {
        String name = file.toString();
        return Stream.of("html:text/html", "js:text/javascript", "css:text/css", "svg:image/svg+xml", "png:image/png")
                .map(type -> type.split(":"))
                .filter(type -> name.endsWith("." + type[0]))
                .map(type -> type[1])
                .findFirst()
                .orElse("application/octet-stream");
    }

    @AfterAll
    static void close() {
        if (chromium != null) {
            chromium.quit();
        }
        if (server != null) {
            server.stop(0);
        }
    }

    /** Forgets what the console says of pages before. */
    @BeforeEach
    void emptyConsole() {
        console();
    }

    private static List<String> console() {
        return chromium.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::toString)
                .toList();
    }

    private static void show(String page) {
        chromium.get(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + BASE + page)
                .toString());
        await(By.cssSelector("main h1"));
    }

    /** Waits until the page shows an element, and returns it. */
    private static WebElement await(By by) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            List<WebElement> shown = chromium.findElements(by).stream()
                    .filter(WebElement::isDisplayed)
                    .toList();
            if (!shown.isEmpty()) {
                return shown.get(0);
            }
            assertThat(System.nanoTime()).as("%s is shown in time", by).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private static List<Path> pages() {
        try (Stream<Path> files = Files.walk(SITE)) {
            return files.filter(file -> file.toString().endsWith(".html") && !file.endsWith("404.html"))
                    .map(SITE::relativize)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void searchLeadsToThePage() {
        show("index.html");
        assertThat(await(By.cssSelector("main h1")).getText()).startsWith("Motif");
        await(By.cssSelector("#local-search button")).click();
        await(By.id("localsearch-input")).sendKeys("wing numbers");
        await(By.cssSelector("#localsearch-list a.result[href*='algorithms/wing.html']"))
                .click();
        await(By.cssSelector("main h1[id*=wing]"));
        assertThat(chromium.getCurrentUrl()).contains(BASE + "algorithms/wing.html");
        assertThat(console()).isEmpty();
    }

    @Test
    void startPageFitsATelephone() {
        Dimension before = chromium.manage().window().getSize();
        try {
            chromium.executeCdpCommand(
                    "Emulation.setDeviceMetricsOverride",
                    Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true));
            for (String page : List.of("index.html", "start.html", "install.html")) {
                show(page);
                assertThat(chromium.executeScript("return document.documentElement.scrollWidth"))
                        .as(page)
                        .isEqualTo(390L);
                assertThat(console()).isEmpty();
            }
        } finally {
            chromium.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
            chromium.manage().window().setSize(before);
        }
    }

    @Test
    void examplesArePagesThatSearchFinds() {
        assertThat(pages()).contains(Path.of("cypher", "fraud-rings.html"));
        show("examples.html");
        await(By.cssSelector("main a[href$='cypher/fraud-rings.html']")).click();
        await(By.cssSelector("main h1[id*=fraud]"));
        await(By.cssSelector("#local-search button")).click();
        await(By.id("localsearch-input")).sendKeys("stolen cards");
        await(By.cssSelector("#localsearch-list a.result[href*='cypher/card-payments.html']"));
        assertThat(console()).isEmpty();
    }

    @Test
    void everyPageShowsItsImagesAndHasNoErrors() {
        assertThat(pages()).hasSizeGreaterThan(20).contains(Path.of("index.html"), Path.of("benchmarks", "index.html"));
        long images = 0;
        for (Path page : DailySample.of(pages(), MOST_PAGES)) {
            show(page.toString());
            Object missing = chromium.executeAsyncScript("const done = arguments[0];"
                    + "const images = [...document.querySelectorAll('main img')];"
                    + "Promise.all(images.map(image => image.decode().then(() => null, () => image.src)))"
                    + ".then(missing => done(missing.filter(source => source)))");
            assertThat((List<?>) missing).as(page.toString()).isEmpty();
            assertThat(console()).as(page.toString()).isEmpty();
            images += chromium.findElements(By.cssSelector("main img")).size();
        }
        assertThat(images).isGreaterThan(10);
    }

    @Test
    void linksToHeadingsLeadToHeadings() throws IOException {
        int links = 0;
        for (Path page : pages()) {
            for (var link :
                    LINK.matcher(Files.readString(SITE.resolve(page))).results().toList()) {
                // A link that ends with a slash leads to the index of a folder.
                String path = link.group(1).replaceFirst("/$", "/index.html");
                Path target = path.isEmpty() ? page : page.resolveSibling(path);
                assertThat(Files.readString(SITE.resolve(target)))
                        .as("%s links to %s#%s", page, target, link.group(2))
                        .contains("id=\"" + link.group(2) + "\"");
                links++;
            }
        }
        assertThat(links).isGreaterThan(50);
    }
}
