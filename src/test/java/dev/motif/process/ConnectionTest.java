package dev.motif.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests how one end reads the bytes that the other end sends. */
@LeavesNothing
class ConnectionTest {
    private static final int LENGTH = 0x2345;

    private static byte[] sent(Object value) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Connection(InputStream.nullInputStream(), out).send(1, new Message.Result(value), null, Cancellation.NEVER);
        return out.toByteArray();
    }

    /** The value of a result, or why it was refused. */
    private static Object received(byte[] bytes) throws IOException {
        Object[] got = new Object[1];
        new Connection(new ByteArrayInputStream(bytes), new ByteArrayOutputStream()).receive(new Connection.Receiver() {
            @Override
            public NativeMemory memory(long number) {
                return new NativeMemory(1);
            }

            @Override
            public Graph graph(long number) {
                return null;
            }

            @Override
            public void received(long number, Message message, List<AutoCloseable> arrays) {
                got[0] = ((Message.Result) message).value();
            }

            @Override
            public void failed(long number, Throwable reason) {
                Throwable root = reason;
                while (root.getCause() != null) {
                    root = root.getCause();
                }
                got[0] = root.getMessage();
            }
        });
        return got[0];
    }

    private static List<?> nested(int depth) {
        List<?> list = List.of();
        for (int i = 0; i < depth; i++) {
            list = new ArrayList<>(List.of(list));
        }
        return list;
    }

    @Test
    void collectionsAndArraysOfAnySizeArrive() throws IOException {
        List<Object> values = new ArrayList<>();
        values.add(new HashMap<>(Map.of("a", 1L, "b", 2L)));
        values.add(List.of(1, 2, 3, 4, 5));
        values.add(IntStream.range(0, 100_000).boxed().toList());
        values.add(nested(20));
        assertThat(received(sent(values))).isEqualTo(values);
        assertThat((int[]) received(sent(new int[1_000_000]))).hasSize(1_000_000);
        assertThat((String[]) received(sent(new String[100_000]))).hasSize(100_000);
    }

    @Test
    void otherClassesAreRefused() throws IOException {
        URI uri = URI.create("motif:test");
        for (Object value : List.of(uri, List.of(uri), new URI[0], new URI[1][1], URI.class)) {
            assertThat(received(sent(value))).isEqualTo("no message between the processes has objects of java.net.URI");
        }
    }

    @Test
    void objectsWithinOneAnotherWithoutEndAreRefused() throws IOException {
        assertThat(received(sent(nested(200))))
                .isEqualTo("no message between the processes has more than 100 objects within one another");
    }

    /** Its elements would be allocated before the first one is read. */
    @Test
    void arrayThatIsLargerThanItsMessageIsRefused() throws IOException {
        byte[] bytes = sent(new int[LENGTH]);
        byte[] length = ByteBuffer.allocate(Integer.BYTES).putInt(LENGTH).array();
        int at = IntStream.range(0, bytes.length)
                .filter(i -> Arrays.equals(bytes, i, i + length.length, length, 0, length.length))
                .findFirst()
                .orElseThrow();
        ByteBuffer.wrap(bytes).putInt(at, Integer.MAX_VALUE);
        assertThat((String) received(bytes))
                .startsWith("no message between the processes has an array of 2147483647 elements in ");
    }
}
