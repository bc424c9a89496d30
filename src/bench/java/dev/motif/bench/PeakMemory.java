package dev.motif.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Watches the memory of a process, and the used memory of the first device as nvidia-smi reports it twice a second. */
public final class PeakMemory {
    private final long pid;
    private final Thread thread = new Thread(this::watchDevice, "device-memory");
    private volatile boolean ended;
    private volatile long deviceMiB;

    /**
     * The peaks since the watch began, in MiB.
     *
     * @param device 0 where there is no device
     */
    public record Peaks(long host, long device) {}

    private PeakMemory(long pid) {
        this.pid = pid;
    }

    /** Begins to watch. */
    public static PeakMemory watch(long pid) throws IOException {
        // The kernel then counts the peak anew.
        Files.writeString(Path.of("/proc", Long.toString(pid), "clear_refs"), "5");
        PeakMemory watch = new PeakMemory(pid);
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    /** Ends the watch. */
    public Peaks end() throws IOException, InterruptedException {
        ended = true;
        thread.join();
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            long kibibytes = lines.filter(line -> line.startsWith("VmHWM"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
            return new Peaks(kibibytes >> 10, deviceMiB);
        }
    }

    private void watchDevice() {
        try {
            while (!ended) {
                Process smi = new ProcessBuilder(
                                "nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits", "-i", "0")
                        .start();
                String used = new String(smi.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
                if (used.matches("\\d+")) {
                    deviceMiB = Math.max(deviceMiB, Long.parseLong(used));
                }
                Thread.sleep(500);
            }
        } catch (IOException | InterruptedException e) {
            // Without the program the peak stays 0.
        }
    }
}
