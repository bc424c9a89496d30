package dev.motif.oracle;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Libraries of Python as oracles, where they are installed. All scripts of this JVM run in one process, which imports each once. */
public final class Python {
    /** Runs scripts that come in by the standard input, each with a standard input and names of its own. */
    private static final String INTERPRETER = """
            import contextlib, io, sys, traceback
            ways = sys.stdin.buffer, sys.stdout.buffer
            while sizes := ways[0].readline().split():
                script, given = [ways[0].read(int(size)).decode() for size in sizes]
                sys.stdin = io.StringIO(given)
                with contextlib.redirect_stdout(io.StringIO()) as printed:
                    try:
                        exec(script, {'__name__': '__main__'})
                    except BaseException:
                        traceback.print_exc()
                said = printed.getvalue().encode()
                ways[1].write(b'%d\\n' % len(said) + said)
                ways[1].flush()
            """;

    private static Process interpreter;

    private Python() {}

    /** Whether there is a Python with this module. */
    public static boolean has(String module) {
        try {
            return run("import " + module + "\nprint('there')", "").equals("there\n");
        } catch (IOException e) {
            return false;
        }
    }

    /** Runs a script and returns what it writes once it has been given all of {@code input}. */
    public static synchronized String run(String script, String input) throws IOException {
        if (interpreter == null || !interpreter.isAlive()) {
            interpreter = new ProcessBuilder("python3", "-c", INTERPRETER)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        }
        byte[] code = script.getBytes(StandardCharsets.UTF_8);
        byte[] given = input.getBytes(StandardCharsets.UTF_8);
        OutputStream out = interpreter.getOutputStream();
        out.write((code.length + " " + given.length + "\n").getBytes(StandardCharsets.UTF_8));
        out.write(code);
        out.write(given);
        out.flush();
        InputStream in = interpreter.getInputStream();
        int length = 0;
        for (int digit = in.read(); digit != '\n'; digit = in.read()) {
            if (digit < 0) {
                throw new EOFException("Python has ended");
            }
            length = 10 * length + digit - '0';
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
