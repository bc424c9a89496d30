package dev.motif.bench;

import dev.motif.bench.generate.Generators;
import dev.motif.graph.memory.OffHeapMemoryException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The options that all command lines of the bench have, and the parts of the help that depend on the algorithms and
 * graphs there are.
 */
public final class BenchHelp {
    private BenchHelp() {}

    /**
     * The command line of {@code command}, which prints an error in a line and not where it was thrown, if that is all that
     * its user needs.
     *
     * @param usageError the line for wrong usage
     * @param isExpected whether the message of an error is enough
     */
    public static CommandLine commandLine(
            Object command,
            PrintWriter out,
            PrintWriter err,
            Function<ParameterException, String> usageError,
            Predicate<Exception> isExpected) {
        return new CommandLine(command)
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, arguments) -> {
                    err.println(usageError.apply(e));
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    if (isExpected.test(e)) {
                        err.println(e.getMessage());
                    } else {
                        e.printStackTrace(err);
                    }
                    return CommandLine.ExitCode.SOFTWARE;
                });
    }

    static String[] footer() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("Algorithms, the graph each needs and the keys of its configuration:");
        for (BenchAlgorithm<?, ?, ?> algorithm : BenchAlgorithms.ALL) {
            lines.add(String.format(
                    "  %-16s %-10s %s",
                    algorithm.name(), algorithm.takesAny() ? "either" : algorithm.graphKind(), algorithm.configHelp()));
        }
        lines.add("");
        lines.add(
                "Graph files, also as .xz and .gz: a line `# bip U V E` or `# uni V E`, then E lines `u v` with ids from 0;");
        lines.add("Matrix Market, bipartite if the matrix is general; lines `u v` of any ids, as of SNAP and KONECT,");
        lines.add("bipartite after a first line `%% bip`. Weights are ignored.");
        lines.add("Generated graphs and their keys, all of them required:");
        Generators.keysByKind().forEach((kind, keys) -> lines.add(String.format("  %-16s %s", kind, keys)));
        lines.add("  powerlaw and kronecker draw with duplicates and drop them; uniform and gnm are exact.");
        lines.add("");
        lines.add(
                "The last line of each configuration is a JSON object: algorithm, graph, backend, config, graphSize, result,");
        lines.add("millis {load, prepare, transfer, compute}; of these the last three hold one number a repeat.");
        lines.add("-D" + OffHeapMemoryException.LIMIT_PROPERTY + "=8g bounds the off-heap memory; without it the bound"
                + " is 80%% of the machine's.");
        lines.add("Exit codes: 0 done, 1 failure, 2 wrong usage.");
        lines.add("");
        lines.add("Example:");
        lines.add("  motif-bench butterfly --graph generate:uniform,left=10000,right=5000,edges=200000,seed=1 \\");
        lines.add("    --config '{\"per\": \"relationship\", \"concurrency\": 2}'");
        return lines.toArray(String[]::new);
    }

    /** One line. */
    static String usageError(ParameterException e) {
        String hint = " (--help lists what there is)";
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            hint = ", did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?";
        }
        return e.getMessage().lines().findFirst().orElse("wrong usage") + hint;
    }
}
