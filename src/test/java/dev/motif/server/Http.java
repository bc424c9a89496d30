package dev.motif.server;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * Requests to Neo4j's HTTP APIs by a plain socket: the JVM's HTTP client breaks where APOC is without its libraries.
 */
public final class Http {
    private Http() {}

    /** Posts JSON and returns the body of the answer. */
    public static String post(URI server, String path, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        String head = "POST " + path + " HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: " + bytes.length;
        String answer = send(server, head, bytes);
        return answer.substring(answer.indexOf("\r\n\r\n"));
    }

    /** Returns the answer to a request for a page, with its status and headers. */
    public static String get(URI page) throws IOException {
        return send(page, "GET " + page.getRawPath() + "?" + page.getRawQuery() + " HTTP/1.0", new byte[0]);
    }

    private static String send(URI server, String head, byte[] body) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.getOutputStream().write((head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
