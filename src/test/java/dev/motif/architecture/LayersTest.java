package dev.motif.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.motif.backend.GpuVersion;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.procs.ProcedureCallContext;
import org.neo4j.logging.Log;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.StatusDetailsAccessor;
import org.neo4j.procedure.TerminationGuard;
import org.neo4j.procedure.UserAggregationFunction;
import org.neo4j.procedure.UserFunction;
import org.neo4j.values.storable.Values;

/** Checks which packages and classes may use which others. */
class LayersTest {
    private static final String MOTIF = "dev.motif.";
    private static final String[] JDK = {"java..", "javax..", "com.sun.management.."};
    private static final String NEO4J = "org.neo4j..";
    private static final String MEMORY = MOTIF + "graph.memory";
    private static final String WORK = MOTIF + "backend.work";
    private static final String COST = MOTIF + "backend.cost";
    private static final String IDS = MOTIF + "projection.id";

    /** The packages of the layers that have several, all of which the layers above may use. */
    private static final Map<String, List<String>> PACKAGES = Map.of(
            "graph",
                    List.of(
                            MOTIF + "graph",
                            MEMORY,
                            MOTIF + "graph.order",
                            MOTIF + "graph.weight",
                            MOTIF + "graph.change"),
            "backend", List.of(MOTIF + "backend", WORK, COST),
            "projection",
                    List.of(
                            MOTIF + "projection",
                            IDS,
                            MOTIF + "projection.filter",
                            MOTIF + "projection.value",
                            MOTIF + "projection.follow"));

    private static final String VECTOR_API = "jdk.incubator.vector..";

    /**
     * The types that Neo4j injects into sandboxed procedures; a field of another type disables all procedures of its
     * class.
     */
    private static final Set<Class<?>> ALLOWED_CONTEXT = Set.of(
            GraphDatabaseService.class,
            Transaction.class,
            Log.class,
            TerminationGuard.class,
            StatusDetailsAccessor.class,
            ProcedureCallContext.class);

    private static final String ALGORITHM = MOTIF + "algorithm.";
    private static final String RESEARCH = MOTIF + "research..";

    /** Packages of the product and of papers, which are built alike. */
    private static final String[] ALGORITHMS = {MOTIF + "algorithm..", RESEARCH};

    private static final String PARTS = MOTIF + "report.part";
    private static final String CHARTS = MOTIF + "report.chart";

    /** The rooms of algorithms that each room may use: those that counts are made of, and counts that others are made of. */
    private static final Map<String, List<String>> ROOMS = Map.of(
            "order", List.of(),
            "count", List.of("order"),
            "level", List.of("order", "count"),
            "group", List.of("order", "count"),
            "similar", List.of("order", "count"),
            "sample", List.of("order", "count"));

    /** The classes of the jar; those of the bench are compiled with the tests. */
    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.motif");

    private static final DescribedPredicate<JavaClass> PROCEDURES = topLevel(simpleNameEndingWith("Procedures"));

    /** The classes that read the parameters which procedures and the bench share. */
    private static final DescribedPredicate<JavaClass> PARAMETERS = topLevel(simpleNameEndingWith("Parameters"));

    /** A class whose outermost class is one of {@code predicate}: nested rows and lambdas belong to their class. */
    private static DescribedPredicate<JavaClass> topLevel(DescribedPredicate<? super JavaClass> predicate) {
        return DescribedPredicate.describe("are in " + predicate.getDescription(), javaClass -> {
            JavaClass outermost = javaClass;
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().get();
            }
            return predicate.test(outermost);
        });
    }

    /**
     * Checks that classes of {@code layer} use only the JDK, themselves and {@code allowed}: our packages, or patterns.
     */
    private static void assertUsesOnly(String layer, String... allowed) {
        String own = MOTIF + layer;
        String[] packages = Stream.of(
                        Stream.of(own),
                        Arrays.stream(JDK),
                        Arrays.stream(allowed).flatMap(LayersTest::packages))
                .flatMap(names -> names)
                .toArray(String[]::new);
        check(classes().that().resideInAPackage(own).should().onlyDependOnClassesThat(resideInAnyPackage(packages)));
    }

    /** The patterns for a name: a name without dots is a layer of ours; one with dots is a pattern already. */
    private static Stream<String> packages(String name) {
        return PACKAGES.getOrDefault(name, List.of(name.contains(".") ? name : MOTIF + name)).stream();
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(false).check(PRODUCT);
    }

    /** The packages that each package may use besides the JDK and itself. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            graph.memory     | parallel sun.misc com.sun.jna
            graph            | dev.motif.graph.memory parallel
            graph.order      | graph parallel
            graph.weight     | graph parallel text
            graph.change     | graph parallel
            graph.file       | graph parallel text
            parallel         |
            text             | org.apache.commons.text..
            gpu              | dev.motif.gpu.driver process graph parallel jcuda..
            gpu.driver       | jcuda..
            gpu.graph        | gpu graph parallel
            process          | graph parallel
            backend          | dev.motif.backend.work dev.motif.backend.cost gpu dev.motif.gpu.driver dev.motif.gpu.graph process graph \
                               parallel
            backend.work     | gpu dev.motif.gpu.driver graph parallel
            backend.cost     | gpu dev.motif.gpu.graph graph parallel
            choice           | backend graph
            projection       | dev.motif.projection.id dev.motif.projection.filter dev.motif.projection.value graph parallel text org.neo4j..
            projection.filter | dev.motif.projection.value text org.neo4j..
            projection.id    | graph parallel org.neo4j..
            projection.value | graph parallel text org.neo4j..
            catalog          | projection graph dev.motif.graph.file parallel text org.neo4j..
            cypher.config    | projection backend graph parallel text org.neo4j..
            cypher.job       | backend parallel text org.neo4j..
            cypher.call      | dev.motif.cypher.job dev.motif.cypher.config catalog projection backend gpu graph parallel text apoc.. org.neo4j..
            cypher.write     | dev.motif.cypher.call dev.motif.cypher.config catalog projection backend graph parallel text org.neo4j..
            cypher.derive    | catalog projection graph parallel text org.neo4j..
            cypher.procedure | dev.motif.cypher.. projection catalog choice backend gpu graph dev.motif.graph.file \
                               parallel text org.neo4j..
            plugin           | dev.motif.cypher.job dev.motif.cypher.procedure catalog backend gpu dev.motif.cypher.config graph \
                               dev.motif.graph.file parallel text org.neo4j..
            report           | dev.motif.report.part dev.motif.report.chart dev.motif.algorithm.. dev.motif.cypher.. projection choice backend \
                               gpu graph parallel text org.apache.commons.text.. com.google.gson.. org.neo4j..
            report.part      | dev.motif.report.chart dev.motif.algorithm.. dev.motif.cypher.. choice backend dev.motif.gpu.driver graph \
                               parallel text
            report.chart     | projection graph parallel text
            """)
    void packageUsesOnly(String layer, String others) {
        assertUsesOnly(layer, others == null ? new String[0] : others.split(" +"));
    }

    @Test
    void gsonIsUsedForThePageOfAReportAlone() {
        check(noClasses()
                .that(not(topLevel(simpleName("ReportPage"))))
                .should()
                .dependOnClassesThat(resideInAPackage("com.google.gson..")));
    }

    @Test
    void algorithmsUseBackendGraphAndParallel() {
        check(classes()
                .that()
                .resideInAnyPackage(ALGORITHMS)
                .and(not(PROCEDURES))
                .and(not(PARAMETERS))
                .and(not(topLevel(simpleName("MinimumCut"))))
                .and(not(topLevel(simpleNameEndingWith("Gpu"))))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(withJdk(
                                "dev.motif.algorithm..", RESEARCH, "choice", "backend", "graph", "dev.motif.parallel"))
                        // GpuDevice is only passed on to the Gpu class.
                        .or(simpleName("GpuDevice"))
                        // Another test checks the use of the Vector API.
                        .or(resideInAPackage(VECTOR_API))));
    }

    @Test
    void vectorApiIsUsedForMergingAlone() {
        check(noClasses()
                .that(not(topLevel(simpleName("VectorMerge"))))
                .should()
                .dependOnClassesThat(resideInAPackage(VECTOR_API)));
    }

    /** Neo4j reads the members of every class of a plugin, and fails when the type of one is missing. */
    @Test
    void vectorApiIsInNoFieldAndNoSignature() {
        JavaClass merge = PRODUCT.stream()
                .filter(javaClass -> javaClass.getSimpleName().equals("VectorMerge"))
                .findFirst()
                .orElseThrow();
        assertThat(merge.getFields())
                .noneMatch(field -> resideInAPackage(VECTOR_API).test(field.getRawType()));
        assertThat(merge.getCodeUnits()).noneMatch(unit -> Stream.concat(
                        Stream.of(unit.getRawReturnType()), unit.getRawParameterTypes().stream())
                .anyMatch(resideInAPackage(VECTOR_API)));
    }

    @Test
    void proceduresOfAlgorithmsUseCypherProjectionAndCatalogToo() {
        check(classes()
                .that()
                .resideInAnyPackage(ALGORITHMS)
                .and(PROCEDURES)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(withJdk(
                        "dev.motif.algorithm..",
                        RESEARCH,
                        "choice",
                        "backend",
                        "graph",
                        "dev.motif.graph.file",
                        "dev.motif.parallel",
                        "dev.motif.text",
                        "dev.motif.cypher..",
                        "projection",
                        "dev.motif.catalog",
                        NEO4J))));
    }

    @Test
    void parametersOfAlgorithmsUseConfigurationToo() {
        check(classes()
                .that()
                .resideInAnyPackage(ALGORITHMS)
                .and(PARAMETERS)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(withJdk("dev.motif.algorithm..", RESEARCH, "graph", "dev.motif.text"))
                                .or(simpleName("Configuration"))
                                .or(simpleName("Granularity"))
                                .or(simpleName("SampleParameters"))
                                .or(simpleName("TimeKeys"))
                                .or(simpleName("BaseKeys"))));
    }

    @Test
    void apocIsUsedForVirtualNodesAlone() {
        check(noClasses()
                .that(not(topLevel(simpleName("VirtualGroups"))))
                .should()
                .dependOnClassesThat(resideInAPackage("apoc..")));
    }

    @Test
    void gpuClassesOfAlgorithmsUseGpuToo() {
        classes()
                .that()
                .resideInAnyPackage(ALGORITHMS)
                .and(topLevel(simpleNameEndingWith("Gpu")))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(withJdk(
                        "dev.motif.algorithm..",
                        RESEARCH,
                        "choice",
                        "backend",
                        "graph",
                        "dev.motif.graph.file",
                        "dev.motif.parallel",
                        "dev.motif.gpu..")))
                .allowEmptyShould(true)
                .check(PRODUCT);
    }

    @Test
    void gpuVersionsOfAlgorithmsAreGpuClasses() {
        assertThat(PRODUCT.stream()
                        .filter(javaClass -> javaClass.isAssignableTo(GpuVersion.class) && !javaClass.isInterface())
                        .filter(resideInAnyPackage(ALGORITHMS)))
                .isNotEmpty()
                .allMatch(topLevel(simpleNameEndingWith("Gpu")));
    }

    private static String[] withJdk(String... packages) {
        return Stream.concat(Arrays.stream(JDK), Arrays.stream(packages).flatMap(LayersTest::packages))
                .toArray(String[]::new);
    }

    /** Its type differs between versions of Neo4j. */
    @Test
    void stringValueIsNotCalled() {
        check(noClasses().should().callMethod(Values.class, "stringValue", String.class));
    }

    @Test
    void jcudaIsUsedInGpuAlone() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("dev.motif.gpu..")
                .should()
                .dependOnClassesThat(resideInAPackage("jcuda..")));
    }

    @Test
    void neo4jIsUsedInProjectionCatalogCypherAndProceduresAlone() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.motif.projection..", "dev.motif.catalog..", "dev.motif.cypher..", "dev.motif.plugin")
                .and(not(PROCEDURES))
                .should()
                .dependOnClassesThat(resideInAPackage(NEO4J)));
    }

    @Test
    void unsafeIsUsedForMemoryAlone() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage(MEMORY)
                .should()
                .dependOnClassesThat(resideInAPackage("sun.misc..")));
    }

    @Test
    void roomsOfAlgorithmsSeeOnlyRoomsBelow() {
        assertThat(PRODUCT.stream()
                        .map(JavaClass::getPackageName)
                        .filter(name -> name.startsWith(ALGORITHM))
                        .map(name -> name.substring(ALGORITHM.length()).split("\\.")[0])
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(ROOMS.keySet());
        ROOMS.forEach((room, below) -> check(noClasses()
                .that()
                .resideInAPackage(ALGORITHM + room + "..")
                .should()
                .dependOnClassesThat(resideInAPackage(ALGORITHM + ".")
                        .and(not(resideInAnyPackage(Stream.concat(Stream.of(room), below.stream())
                                .map(seen -> ALGORITHM + seen + "..")
                                .toArray(String[]::new)))))));
    }

    @Test
    void modelsUseNoOtherPackageOfAlgorithms() {
        check(noClasses()
                .that()
                .resideInAPackage("dev.motif.algorithm..model")
                .should()
                .dependOnClassesThat(
                        resideInAPackage(ALGORITHM + ".").and(not(resideInAPackage("dev.motif.algorithm..model")))));
    }

    @Test
    void noClassNameExistsTwice() {
        assertThat(PRODUCT.stream()
                        .filter(JavaClass::isTopLevelClass)
                        .map(JavaClass::getSimpleName)
                        .filter(name -> !name.equals("package-info")))
                .doesNotHaveDuplicates();
    }

    @Test
    void onlyReportSeesAlgorithms() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages("dev.motif.algorithm..", RESEARCH, "dev.motif.report", PARTS)
                .should()
                .dependOnClassesThat(resideInAPackage("dev.motif.algorithm..")));
    }

    @Test
    void benchWithoutNeo4jReadsConfigurationsWithCypherAndNothingElse() {
        JavaClasses bench = new ClassFileImporter().importPath(Path.of("target/test-classes/dev/motif/bench"));
        noClasses()
                .that()
                .resideInAnyPackage("dev.motif.bench", "dev.motif.bench.generate", "dev.motif.bench.load")
                .and(not(topLevel(simpleNameEndingWith("Test"))))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.motif.cypher..")
                        .and(not(resideInAPackage("dev.motif.cypher.config")))
                        .or(resideInAPackage(NEO4J)))
                .allowEmptyShould(false)
                .check(bench);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
                        return javaClass.getPackageName().startsWith("dev.motif")
                                ? SliceIdentifier.of(javaClass.getPackageName())
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages";
                    }
                })
                .should()
                .beFreeOfCycles()
                .check(PRODUCT);
    }

    private static List<JavaClass> procedureClasses() {
        return PRODUCT.stream()
                .filter(javaClass -> javaClass.getMethods().stream()
                        .anyMatch(method -> method.isAnnotatedWith(Procedure.class)
                                || method.isAnnotatedWith(UserFunction.class)
                                || method.isAnnotatedWith(UserAggregationFunction.class)))
                .toList();
    }

    @Test
    void proceduresAreInClassesNamedSo() {
        assertThat(procedureClasses())
                .isNotEmpty()
                .allMatch(javaClass -> javaClass.getSimpleName().endsWith("Procedures"));
    }

    @Test
    void proceduresGetOnlyWhatTheSandboxAllows() {
        assertThat(procedureClasses()).allSatisfy(javaClass -> {
            List<JavaField> injected = javaClass.getAllFields().stream()
                    .filter(field -> field.isAnnotatedWith(Context.class))
                    .toList();
            assertThat(injected).isNotEmpty().allSatisfy(field -> assertThat(
                            field.getRawType().reflect())
                    .isIn(ALLOWED_CONTEXT));
        });
    }

    /** Neo4j disables the procedures of a class with an instance field that is not injected. */
    @Test
    void procedureClassesHaveNoStateOfTheirOwn() {
        fields().that()
                .areDeclaredInClassesThat(resideInAPackage("dev.motif..").and(simpleNameEndingWith("Procedures")))
                .and()
                .areNotStatic()
                .should()
                .beAnnotatedWith(Context.class)
                .andShould()
                .bePublic()
                .andShould()
                .notBeFinal()
                .check(PRODUCT);
    }

    @Test
    void everyClassIsInAKnownLayer() {
        assertThat(PRODUCT.stream()).allMatch(javaClass -> resideInAnyPackage(withJdk(
                        "dev.motif.algorithm.*..",
                        "backend",
                        "dev.motif.catalog",
                        "choice",
                        "dev.motif.cypher.*",
                        "dev.motif.gpu",
                        "dev.motif.gpu.driver",
                        "dev.motif.gpu.graph",
                        "graph",
                        "dev.motif.graph.file",
                        "dev.motif.parallel",
                        "dev.motif.plugin",
                        "dev.motif.process",
                        "projection",
                        "dev.motif.report",
                        PARTS,
                        CHARTS,
                        RESEARCH,
                        "dev.motif.text"))
                .test(javaClass));
    }
}
