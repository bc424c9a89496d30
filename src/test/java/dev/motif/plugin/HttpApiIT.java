package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.motif.examples.CypherScript;
import dev.motif.server.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sends the requests in the documentation to a server's HTTP APIs, and compares the answers with those below them. */
class HttpApiIT {
    private static final Path CLIENTS = Path.of("docs", "clients.md");
    private static final Path SEED = Path.of("docker", "seed.cypher");
    private static final Pattern REQUEST = Pattern.compile(
            "curl .*?http://localhost:7474(?<path>/\\S+) .*?-d '(?<body>.*?)'\\s+```\\s+```json\\s(?<answer>.*?)```",
            Pattern.DOTALL);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path plugins;

    private static PluginServer server;

    @BeforeAll
    static void start() throws IOException {
        server = PluginServer.start(PluginServer.connectable(plugins));
        CypherScript.parse(Files.readAllLines(SEED), 1)
                .statements()
                .forEach(statement -> server.rows(statement.query()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<MatchResult> requests() throws IOException {
        return REQUEST.matcher(Files.readString(CLIENTS)).results().toList().stream();
    }

    @ParameterizedTest
    @MethodSource("requests")
    void answerIsTheDocumentedOne(MatchResult documented) throws IOException {
        String answer = Http.post(server.httpUri(), documented.group(1), documented.group(2));
        assertHolds(JSON.readTree(answer), JSON.readTree(documented.group(3)));
    }

    @Test
    void everyRequestOfTheDocumentationIsSent() throws IOException {
        String page = Files.readString(CLIENTS);
        assertThat(requests()).hasSize(page.split("curl ", -1).length - 1).isNotEmpty();
    }

    /** Checks that an answer has all that is expected; objects may have more, such as bookmarks. */
    private static void assertHolds(JsonNode answer, JsonNode expected) {
        if (expected.isObject()) {
            expected.fieldNames().forEachRemaining(name -> assertHolds(answer.path(name), expected.get(name)));
        } else if (expected.isArray()) {
            assertThat(answer).as("%s", answer).hasSameSizeAs(expected);
            for (int i = 0; i < expected.size(); i++) {
                assertHolds(answer.get(i), expected.get(i));
            }
        } else {
            assertThat(answer).isEqualTo(expected);
        }
    }
}
