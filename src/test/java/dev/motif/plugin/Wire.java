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

/** Stands between a client and a server: counts what the server sends, and can be cut like a cable. */
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

    /** Where the client connects, without routing, which would lead past the wire. */
    URI uri() {
        return URI.create("bolt://localhost:" + entry.getLocalPort());
    }

    /** The bytes that have come from the server. */
    long received() {
        return received.get();
    }

    /** Both sides find the connection reset, without a word of farewell. */
    void cut() throws IOException {
        entry.close();
        ends.forEach(Wire::reset);
    }

    private static void reset(Socket end) {
        try (end) {
            end.setSoLinger(true, 0);
        } catch (IOException e) {
            // Its other side has closed it before.
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
                        // Somebody closed one of its ends, which is how a wire comes to its own.
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
