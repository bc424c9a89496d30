package dev.motif.since;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chooses the tests of a change, for {@code mvn verify -Dmotif.since=REVISION}: the tests in the packages of changed classes
 * and of the classes that use them, the tests that use a changed class or test class, and the tests that every change must
 * pass ({@link #ALWAYS}). A change of the build, or of files that this class does not know, needs all tests.
 */
public final class TestsSince {
    /** Tests of what any change may break: layers, the contracts of algorithms and procedures, the documentation. */
    static final Set<String> ALWAYS = Set.of(
            "dev.motif.architecture.LayersTest",
            "dev.motif.algorithm.AlgorithmContractTest",
            "dev.motif.cypher.procedure.ProcedureContractTest",
            "dev.motif.examples.DocumentationTest",
            "dev.motif.examples.PagesTest");

    /** Tests of files that are no classes, by the beginning of a file's path; the first that fits counts. */
    private static final List<Map.Entry<String, String>> BY_FILE = List.of(
            Map.entry("src/main/resources/dev/motif/report/", "dev.motif.report.*"),
            Map.entry("cypher-examples/", "dev.motif.examples.*"),
            Map.entry("cuda/", "dev.motif.gpu.*"),
            Map.entry("src/research/cuda/", "dev.motif.gpu.*"),
            Map.entry("docker/", "dev.motif.docker.*"),
            Map.entry("docs/", "dev.motif.examples.*"),
            Map.entry("src/test/resources/faults/", "dev.motif.since.*"),
            Map.entry(".ci/faults", ""),
            Map.entry("spark/", ""),
            Map.entry(".github/", ""),
            Map.entry("README.md", ""),
            Map.entry("CHANGELOG.md", ""),
            Map.entry("CONTRIBUTING.md", ""));

    private static final Pattern SOURCE =
            Pattern.compile("src/(?:(?:main|test|bench|research)/java|research/(?:test|bench))/(.*)\\.java");
    private static final Pattern USE = Pattern.compile("\\s+(dev\\.motif\\.\\S+)\\s+-> (dev\\.motif\\.\\S+)\\s.*");

    /** Of each class without its nested ones, the classes that use it. */
    private final Map<String, Set<String>> users;

    private final SortedSet<String> tests;

    /**
     * @param users the classes that use a class, by its name; nested classes are named as those around them
     * @param tests the names of all classes of tests
     */
    TestsSince(Map<String, Set<String>> users, Collection<String> tests) {
        this.users = users;
        this.tests = new TreeSet<>(tests);
    }

    /**
     * Writes the patterns of the chosen tests for Surefire, and says how many they are.
     *
     * @param arguments a revision of git, the folders of the classes and of the tests' classes, the file to write
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path classes = Path.of(arguments[1]);
        Path testClasses = Path.of(arguments[2]);
        TestsSince all = new TestsSince(users(classes, testClasses), tests(testClasses));
        List<String> changed = changed(arguments[0]);
        SortedSet<String> chosen = all.of(changed);
        Files.write(
                Path.of(arguments[3]),
                chosen.stream().map(test -> test.replace('.', '/') + ".java").toList());
        System.out.printf(
                "Since %s %d files have changed: %d of %d classes of tests%n",
                arguments[0], changed.size(), chosen.size(), all.tests.size());
    }

    /** The tests of a change of these files. */
    SortedSet<String> of(Collection<String> files) {
        Set<String> classes = new HashSet<>();
        SortedSet<String> chosen = new TreeSet<>(ALWAYS);
        for (String file : files) {
            Matcher source = SOURCE.matcher(file);
            if (source.matches()) {
                classes.add(source.group(1).replace('/', '.'));
            } else {
                String pattern = BY_FILE.stream()
                        .filter(known -> file.startsWith(known.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse("*");
                chosen.addAll(matching(pattern));
            }
        }
        Set<String> packages = classes.stream()
                .flatMap(changed -> Stream.concat(Stream.of(changed), users.getOrDefault(changed, Set.of()).stream()))
                .filter(each -> !isOnlyForTests(each))
                .map(TestsSince::packageOf)
                .collect(Collectors.toSet());
        tests.stream().filter(test -> packages.contains(packageOf(test))).forEach(chosen::add);
        chosen.addAll(testsThatUse(classes));
        return chosen;
    }

    /** The tests among these classes and the classes of tests that use one of them, also by way of others of the tests. */
    private Set<String> testsThatUse(Set<String> classes) {
        Set<String> seen = new HashSet<>(classes);
        Deque<String> left = new ArrayDeque<>(classes);
        while (!left.isEmpty()) {
            for (String user : users.getOrDefault(left.remove(), Set.of())) {
                if (isOnlyForTests(user) && seen.add(user)) {
                    left.add(user);
                }
            }
        }
        seen.retainAll(tests);
        return seen;
    }

    private static boolean isOnlyForTests(String name) {
        return Stream.of("src/main/java", "src/research/java")
                .noneMatch(folder -> Files.exists(Path.of(folder, name.replace('.', '/') + ".java")));
    }

    private Set<String> matching(String pattern) {
        String prefix = pattern.replace("*", "");
        return pattern.isEmpty()
                ? Set.of()
                : tests.stream().filter(test -> test.startsWith(prefix)).collect(Collectors.toSet());
    }

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }

    private static List<String> changed(String revision) throws IOException, InterruptedException {
        List<String> files = new ArrayList<>(git("diff", "--name-only", revision, "--"));
        files.addAll(git("ls-files", "--others", "--exclude-standard"));
        return files;
    }

    private static List<String> git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (git.waitFor() != 0) {
            throw new IllegalArgumentException("git could not tell what has changed: `motif.since` must be a revision");
        }
        return output.lines().toList();
    }

    /** The users of each class, read from the output of jdeps. */
    private static Map<String, Set<String>> users(Path... folders) {
        StringWriter uses = new StringWriter();
        List<String> arguments = new ArrayList<>(List.of(
                "--ignore-missing-deps",
                "--multi-release",
                "17",
                "-verbose:class",
                "-filter:none",
                "-e",
                "dev\\.motif\\..*"));
        Stream.of(folders).map(Path::toString).forEach(arguments::add);
        PrintWriter out = new PrintWriter(uses);
        int code = ToolProvider.findFirst("jdeps").orElseThrow().run(out, out, arguments.toArray(String[]::new));
        if (code != 0) {
            throw new IllegalStateException("jdeps failed: " + uses);
        }
        Map<String, Set<String>> users = new HashMap<>();
        uses.toString().lines().map(USE::matcher).filter(Matcher::matches).forEach(use -> users.computeIfAbsent(
                        outer(use.group(2)), used -> new HashSet<>())
                .add(outer(use.group(1))));
        return users;
    }

    private static String outer(String name) {
        return name.replaceFirst("\\$.*", "");
    }

    private static List<String> tests(Path testClasses) throws IOException {
        try (Stream<Path> files = Files.walk(testClasses)) {
            return files.map(file -> testClasses.relativize(file).toString())
                    .filter(file -> file.endsWith("Test.class") && !file.contains("$"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .toList();
        }
    }
}
