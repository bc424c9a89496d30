package dev.motif.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DrawingsTest {
    private static final Path DOCS = Path.of("docs");
    private static final Path IMAGES = DOCS.resolve("images");

    /** To renew the images: {@code java src/test/java/dev/motif/examples/Drawings.java docs/images} */
    @Test
    void imagesAreThoseThatTheToolDraws() throws IOException {
        for (Map.Entry<String, String> image : Drawings.all().entrySet()) {
            assertThat(IMAGES.resolve(image.getKey())).hasContent(image.getValue());
        }
    }

    @Test
    void everyDrawingIsOnAPage() {
        String pages =
                ProjectFiles.pagesUnder(DOCS).stream().map(ProjectFiles::text).collect(Collectors.joining());
        assertThat(Drawings.all().keySet())
                .allSatisfy(image -> assertThat(pages).contains("images/" + image));
    }
}
