package dev.motif.cypher.config;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Compresses as gzip (RFC 1952), with a comment in the header, which readers skip. */
public final class CommentedGzip extends DeflaterOutputStream {
    /** The magic number, deflate, the flag of a comment, no time, no hint at the compression, an unknown system. */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 1 << 4, 0, 0, 0, 0, 0, (byte) 255};

    private static final int BUFFER_BYTES = 1 << 16;

    private final CRC32 checksum = new CRC32();

    /** @param comment in ASCII, without bytes of 0 */
    public CommentedGzip(OutputStream out, String comment) throws IOException {
        super(out, new Deflater(Deflater.DEFAULT_COMPRESSION, true), BUFFER_BYTES);
        out.write(HEADER);
        out.write((comment + '\0').getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        super.write(bytes, from, length);
        checksum.update(bytes, from, length);
    }

    /** Writes the remaining bytes; the stream below stays open. */
    @Override
    public void close() throws IOException {
        try {
            finish();
            out.write(ByteBuffer.allocate(2 * Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt((int) checksum.getValue())
                    .putInt((int) def.getBytesRead())
                    .array());
        } finally {
            def.end();
        }
    }
}
