package dev.motif.process;

import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapArray;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One end of the way between two processes. Messages about many calls go side by side: each is a packet, followed by
 * packets with pieces of its off-heap arrays, between which packets of other calls may lie.
 */
final class Connection {
    private static final byte MESSAGE = 1;
    private static final byte ARRAYS = 2;
    private static final int HEADER_BYTES = 1 + Long.BYTES + Integer.BYTES;
    private static final int PIECE_BYTES = 1 << 18;

    private final DataInputStream in;
    private final OutputStream out;

    /** The messages whose arrays are on their way, by number; of the receiving thread alone. */
    private final Map<Long, Arriving> arriving = new HashMap<>();

    /** Receives messages as they arrive, on the thread that reads them, which must not be kept waiting. */
    interface Receiver {
        /** Where the arrays of messages about {@code number} are put; null for messages to be dropped. */
        NativeMemory memory(long number);

        /** The graph of the call {@code number}; null when it has none. */
        Graph graph(long number);

        /** Takes a message, whose off-heap arrays {@code arrays} are its own from then on. */
        void received(long number, Message message, List<AutoCloseable> arrays);

        /** Tells why a message could not be taken: there was no memory for it, or a class is missing. */
        void failed(long number, Throwable reason);
    }

    /** Off-heap memory of an array. */
    private record Span(long address, long bytes) {}

    /** Stands for an off-heap array in a message. */
    private record Place(boolean longs, long length) implements Serializable {}

    Connection(InputStream in, OutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in, PIECE_BYTES));
        this.out = out;
    }

    /**
     * Sends a message with its off-heap arrays. Many threads may send at once.
     *
     * @param graph the graph of the call, which the other end has too; null when there is none
     * @param cancellation ends the sending of arrays early, so that the message never arrives as a whole
     * @throws IOException when the message cannot be written as bytes, and nothing was sent, or the other end is gone
     */
    void send(long number, Message message, Graph graph, Cancellation cancellation) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Span> arrays = new ArrayList<>();
        try (Encoder encoder = new Encoder(bytes, graph, arrays)) {
            encoder.writeObject(message);
        }
        byte[] piece = new byte[arrays.isEmpty() ? 0 : PIECE_BYTES];
        write(MESSAGE, number, bytes.toByteArray(), bytes.size());
        for (Span array : arrays) {
            for (long at = 0; at < array.bytes && !cancellation.requested(); at += PIECE_BYTES) {
                int length = (int) Math.min(PIECE_BYTES, array.bytes - at);
                NativeMemory.copy(array.address + at, piece, length);
                write(ARRAYS, number, piece, length);
            }
        }
    }

    private void write(byte kind, long number, byte[] bytes, int length) throws IOException {
        byte[] header = ByteBuffer.allocate(HEADER_BYTES)
                .put(kind)
                .putLong(number)
                .putInt(length)
                .array();
        synchronized (out) {
            out.write(header);
            out.write(bytes, 0, length);
            out.flush();
        }
    }

    /**
     * Hands what arrives to {@code receiver} until the other end is gone. Frees what has arrived in part.
     *
     * @throws IOException when reading fails
     */
    void receive(Receiver receiver) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        try {
            for (int kind = in.read(); kind >= 0; kind = in.read()) {
                long number = in.readLong();
                int length = in.readInt();
                if (kind == MESSAGE) {
                    open(number, in.readNBytes(length), receiver);
                } else {
                    in.readFully(piece, 0, length);
                    Arriving message = arriving.get(number);
                    if (message != null) {
                        message.fill(piece, length);
                        deliver(number, message, receiver);
                    }
                }
            }
        } finally {
            arriving.values().forEach(message -> message.scope.close());
            arriving.clear();
        }
    }

    private void open(long number, byte[] bytes, Receiver receiver) {
        Arriving before = arriving.remove(number);
        if (before != null) {
            // Its sender has given it up.
            before.scope.close();
        }
        NativeMemory memory = receiver.memory(number);
        if (memory == null) {
            return;
        }
        Arriving message = new Arriving(memory);
        try (Decoder decoder = new Decoder(bytes, receiver.graph(number), message)) {
            message.message = (Message) decoder.readObject();
            arriving.put(number, message);
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
            message.scope.close();
            receiver.failed(number, e);
            return;
        }
        deliver(number, message, receiver);
    }

    private void deliver(long number, Arriving message, Receiver receiver) {
        if (message.missing.isEmpty()) {
            arriving.remove(number);
            message.arrays.forEach(message.scope::keep);
            receiver.received(number, message.message, message.arrays);
        }
    }

    /** A message whose arrays may not all have arrived. */
    private static final class Arriving {
        private final OffHeapScope scope;
        private final List<AutoCloseable> arrays = new ArrayList<>();

        /** The arrays that are still to be filled. */
        private final Deque<Span> missing = new ArrayDeque<>();

        private Message message;

        Arriving(NativeMemory memory) {
            this.scope = new OffHeapScope(memory);
        }

        Object place(Place place) {
            OffHeapArray array = place.longs ? scope.longs(place.length) : scope.ints(place.length);
            arrays.add(array);
            if (place.length > 0) {
                missing.add(new Span(array.address(), array.bytes()));
            }
            return array;
        }

        void fill(byte[] piece, int length) {
            Span next = missing.remove();
            NativeMemory.copy(piece, next.address, length);
            if (length < next.bytes) {
                missing.addFirst(new Span(next.address + length, next.bytes - length));
            }
        }
    }

    /** Writes messages, with places instead of off-heap arrays. */
    private static final class Encoder extends ObjectOutputStream {
        private final Graph graph;
        private final List<Span> arrays;

        Encoder(OutputStream out, Graph graph, List<Span> arrays) throws IOException {
            super(out);
            this.graph = graph;
            this.arrays = arrays;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            if (object instanceof OffHeapArray array) {
                arrays.add(new Span(array.address(), array.bytes()));
                return new Place(array instanceof OffHeapLongs, array.length());
            }
            if (object instanceof Csr && graph != null) {
                for (Message.Rows rows : Message.Rows.values()) {
                    if (rows.of(graph) == object) {
                        return rows;
                    }
                }
            }
            return object;
        }
    }

    /**
     * Reads messages, with new arrays where there are places. Classes that no message has are refused, whatever the
     * other end sends: its memory may have been overwritten by a fault on a device.
     */
    private static final class Decoder extends ObjectInputStream {
        private static final String OWN = "dev.motif.";

        /** Where the jar has the classes of others. */
        private static final String BUNDLED = OWN + "shaded.";

        /** Numbers, texts, collections and errors; what lies in packages below is refused. */
        private static final Set<String> PACKAGES =
                Set.of("java.io", "java.lang", "java.math", "java.util", "java.util.concurrent");

        /** Many times as deep as objects of messages are within one another. */
        private static final int MOST_DEPTH = 100;

        private final Graph graph;
        private final Arriving message;

        Decoder(byte[] bytes, Graph graph, Arriving message) throws IOException {
            super(new ByteArrayInputStream(bytes));
            this.graph = graph;
            this.message = message;
            enableResolveObject(true);
            // Each element of an array takes a byte at least.
            setObjectInputFilter(info -> checked(info, bytes.length));
        }

        private static ObjectInputFilter.Status checked(ObjectInputFilter.FilterInfo info, int bytes) {
            Class<?> type = info.serialClass();
            while (type != null && type.isArray()) {
                type = type.getComponentType();
            }
            if (type != null && !isOfMessages(type)) {
                throw refused("objects of " + type.getName());
            }
            if (info.depth() > MOST_DEPTH) {
                throw refused("more than " + MOST_DEPTH + " objects within one another");
            }
            if (info.arrayLength() > bytes) {
                throw refused("an array of " + info.arrayLength() + " elements in " + bytes + " bytes");
            }
            return ObjectInputFilter.Status.ALLOWED;
        }

        /** The cause of the error that the stream throws. */
        private static IllegalStateException refused(String what) {
            return new IllegalStateException("no message between the processes has " + what);
        }

        private static boolean isOfMessages(Class<?> type) {
            return type.isPrimitive()
                    || type.getName().startsWith(OWN) && !type.getName().startsWith(BUNDLED)
                    || PACKAGES.contains(type.getPackageName())
                    // Makes only such objects as the class that it names, one of Motif's, says.
                    || type == SerializedLambda.class;
        }

        @Override
        protected Object resolveObject(Object object) {
            if (object instanceof Place place) {
                return message.place(place);
            }
            return object instanceof Message.Rows rows ? rows.of(graph) : object;
        }
    }
}
