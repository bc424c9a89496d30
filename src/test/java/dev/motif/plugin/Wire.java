package dev.motif.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A proxy between a client and a server, which counts the bytes from the server and can be cut like a cable. */
final class Wire implements AutoCloseable {
    private final URI server;
    private final ServerSocket entry;
    private final List<Socket> ends = new CopyOnWriteArrayList<>();
    private final AtomicLong received = new AtomicLong();

    Wire(URI server) throws IOException {
        this.server = server;
        entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("wire", this::accept);
    }

    /** The address for the client, without routing, which would bypass this proxy. */
    URI uri() {
        return URI.create("bolt://localhost:" + entry.getLocalPort());
    }

    /** The number of bytes that have come from the server. */
    long received() {
        return received.get();
    }

    /** Resets the connections to both sides, without closing them properly. */
    void cut() throws IOException {
        entry.close();
        ends.forEach(Wire::reset);
    }

    private static void reset(Socket end) {
        try (end) {
            end.setSoLinger(true, 0);
        } catch (IOException e) {
            // The other side has closed the connection before.
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = entry.accept();
            Socket toServer = new Socket(server.getHost(), server.getPort());
            ends.add(client);
            ends.add(toServer);
            start("wire to server", () -> pump(client, toServer, new AtomicLong()));
            start("wire from server", () -> pump(toServer, client, received));
        }
    }

    private static void pump(Socket from, Socket to, AtomicLong bytes) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int size = in.read(buffer); size >= 0; size = in.read(buffer)) {
                bytes.addAndGet(size);
                out.write(buffer, 0, size);
            }
        }
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void start(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // One of the sides has closed its connection, which ends the copying.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        cut();
    }
}
