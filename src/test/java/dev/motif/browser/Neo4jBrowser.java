package dev.motif.browser;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** Neo4j Browser in a headless Chromium, connected without a password, as a user sees it: one result at a time. */
public final class Neo4jBrowser implements AutoCloseable {
    private static final int WIDTH = 1300;
    private static final int HEIGHT = 780;
    private static final int MARGIN = 12;
    private static final int ATTEMPTS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String NODES = "svg.neod3viz g.node";
    private static final Duration BLINK = Duration.ofMillis(200);
    private static final Duration STILL = Duration.ofSeconds(1);

    private static final By FRAME = testId("frame");
    private static final By STATUS = testId("multi-statement-list-icon");

    private final ChromeDriver chromium;

    private Neo4jBrowser(ChromeDriver chromium) {
        this.chromium = chromium;
    }

    /**
     * Opens Browser and connects it to a server. Browser gives up when a server that has just started does not answer
     * soon enough, so it is asked again, and a few windows are tried.
     *
     * @param http where the server serves Browser
     * @param bolt where Browser connects
     * @throws AssertionError when it does not connect, with what it shows instead
     */
    public static Neo4jBrowser connect(URI http, URI bolt) {
        // Browser connects by itself when it is told that no password is needed.
        URI page = http.resolve("/browser/?dbms=bolt://" + bolt.getAuthority() + "&preselectAuthMethod=NO_AUTH");
        for (int attempt = 1; ; attempt++) {
            Neo4jBrowser browser = new Neo4jBrowser(Chromium.open(WIDTH, HEIGHT));
            try {
                browser.open(page);
                return browser;
            } catch (RuntimeException | Error e) {
                browser.close();
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void open(URI page) {
        chromium.get(page.toString());
        // Browser opens a guide when it is connected, and shows a button when it has given up.
        await(
                "the guide",
                () -> {
                    all(testId("connect")).forEach(WebElement::click);
                    return frames().size();
                },
                frames -> frames == 2);
        click(By.xpath("//*[starts-with(text(), 'To help make Neo4j Browser better')]/following-sibling::*"));
    }

    private static By testId(String id) {
        return By.cssSelector("[data-testid='" + id + "']");
    }

    /** Types a statement, or several with semicolons, and sends it; its result replaces the one before. */
    public void run(String cypher) {
        all(By.cssSelector("button[title='Close fullscreen']")).forEach(WebElement::click);
        send(":clear");
        await("an empty stream", () -> frames().size(), frames -> frames == 0);
        send(cypher);
        await("a result", () -> frames().size(), frames -> frames == 1);
    }

    /**
     * Resets the colors of labels, and sets what the next drawings show.
     *
     * @param connect whether the relationships that the database has between the nodes of a result are drawn as well
     */
    public void prepareDrawing(boolean connect) {
        run(":config autoComplete: " + connect);
        run(":style reset");
    }

    private void send(String text) {
        click(testId("activeEditor"));
        chromium.executeCdpCommand("Input.insertText", Map.of("text", text));
        new Actions(chromium)
                .keyDown(Keys.CONTROL)
                .sendKeys(Keys.ENTER)
                .keyUp(Keys.CONTROL)
                .perform();
    }

    /** Waits for the end of all statements and returns the status of each: "success", "warning" or "error". */
    public List<String> statuses() {
        return await(
                "the end of all statements",
                () -> all(STATUS).stream()
                        .map(icon -> icon.getDomAttribute("title").replace("Status: ", ""))
                        .toList(),
                statuses -> !statuses.isEmpty() && !statuses.contains("pending") && !statuses.contains("waiting"));
    }

    /** Waits until so many nodes are drawn and no longer move, and returns the number of nodes then. */
    public int drawnNodes(int expected) {
        return settled(NODES, size -> size == expected);
    }

    /** Waits until so many relationships are drawn and no longer move, and returns the number of relationships then. */
    public int drawnRelationships(int expected) {
        return settled("svg.neod3viz g.relationship", size -> size == expected);
    }

    /** Waits until the number of elements is right and they no longer move, and returns their number. */
    private int settled(String css, Predicate<Integer> expected) {
        await("a drawing", () -> all(By.cssSelector(css)).size(), expected);
        String before;
        String now = positions(css);
        do {
            pause(STILL);
            before = now;
            now = positions(css);
        } while (!now.equals(before));
        return all(By.cssSelector(css)).size();
    }

    private String positions(String css) {
        return (String) chromium.executeScript(
                "return [...document.querySelectorAll(arguments[0])].map(e => e.getAttribute('transform')).join()",
                css);
    }

    /** The rows of a table without its header, as Browser writes the values. */
    public List<List<String>> table() {
        return await(
                "a table",
                () -> all(By.cssSelector("table[role=table] tbody tr")).stream()
                        .map(row -> texts(row.findElements(By.cssSelector("td[role=cell]"))))
                        .toList(),
                rows -> !rows.isEmpty() && rows.stream().allMatch(Neo4jBrowser::isShown));
    }

    public String error() {
        return await("an error", () -> texts(all(testId("cypherFrameErrorMessage"))), Neo4jBrowser::isShown)
                .get(0);
    }

    private static List<String> texts(List<WebElement> elements) {
        return elements.stream().map(WebElement::getText).toList();
    }

    /** Whether all texts are visible: frames open slowly, and a text that is not visible yet is empty. */
    private static boolean isShown(List<String> texts) {
        return !texts.isEmpty() && texts.stream().noneMatch(String::isEmpty);
    }

    /** Enlarges a drawing to the whole window, until the next {@link #run}. */
    public void enlarge() {
        click(By.cssSelector("[data-testid=frame] button[title=Fullscreen]"));
        click(By.cssSelector("button[aria-label='Collapse the node properties display']"));
        settled(NODES, size -> size > 0);
        click(By.cssSelector("button[aria-label=zoom-to-fit]"));
        pause(STILL);
    }

    /** Saves a picture of the window, down to the end of the result, as a PNG file. */
    public void screenshot(Path file) throws IOException {
        WebElement frame = frames().get(0);
        int bottom = Math.min(HEIGHT, frame.getRect().getY() + frame.getRect().getHeight() + MARGIN);
        Map<String, Object> shot = chromium.executeCdpCommand(
                "Page.captureScreenshot",
                Map.of("clip", Map.of("x", 0, "y", 0, "width", WIDTH, "height", bottom, "scale", 1)));
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode((String) shot.get("data")));
    }

    /** The text of the page, and what it wrote to its console. */
    private String text() {
        List<String> console = chromium.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
        return chromium.findElement(By.tagName("body")).getText() + "\nwith the console " + console;
    }

    private List<WebElement> frames() {
        return all(FRAME);
    }

    private List<WebElement> all(By by) {
        return chromium.findElements(by);
    }

    private WebElement one(By by) {
        return await(by.toString(), () -> all(by), found -> !found.isEmpty()).get(0);
    }

    private void click(By by) {
        await(
                by + " to click on",
                () -> {
                    one(by).click();
                    return true;
                },
                clicked -> clicked);
    }

    private <T> T await(String what, Supplier<T> look, Predicate<T> good) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                T seen = look.get();
                if (good.test(seen)) {
                    return seen;
                }
                if (System.nanoTime() > end) {
                    throw new AssertionError("Neo4j Browser does not show " + what + ", but " + seen
                            + " in a page that reads\n" + text());
                }
            } catch (StaleElementReferenceException | ElementNotInteractableException e) {
                // The page was drawn again in the meantime, so the loop looks again.
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
            pause(BLINK);
        }
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        chromium.quit();
    }
}
