package dev.motif.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.motif.examples.ProjectFiles;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The packages that programs on the JVM may use: they can make, read and save graphs. Every other package is the plugin's own and
 * changes at any time. Profile {@code release} compares their members with the release before.
 */
class ApiTest {
    private static final Set<String> API = new TreeSet<>(
            Set.of("dev.motif.graph", "dev.motif.graph.file", "dev.motif.graph.memory", "dev.motif.parallel"));

    private static final Path MAIN = Path.of("src", "main", "java");

    private static Set<String> packagesThatSay(String sentence) {
        return ProjectFiles.sourcesUnder(MAIN)
                .filter(file -> file.endsWith("package-info.java"))
                .filter(file ->
                        ProjectFiles.text(file).replaceAll("\\s+(\\* )?", " ").contains(sentence))
                .map(file -> MAIN.relativize(file.getParent()).toString().replace('/', '.'))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void packagesOfTheApiSayThatTheyAreAndNoOther() {
        assertThat(packagesThatSay("Part of the library's API.")).isEqualTo(API);
    }

    @Test
    void comparisonWithTheLastReleaseIsOfThesePackages() {
        Set<String> compared = Pattern.compile("<include>(dev\\.motif\\.[a-z.]+)</include>")
                .matcher(ProjectFiles.text(Path.of("pom.xml")))
                .results()
                .map(include -> include.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(compared).isEqualTo(API);
    }

    /** A caller of the API needs no type of another package of Motif, and none of Neo4j or CUDA. */
    @Test
    void signaturesOfTheApiUseOnlyItselfAndTheJdk() {
        List<JavaClass> classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(API).stream()
                        .filter(type -> API.contains(type.getPackageName()) && isVisible(type))
                        .toList();
        assertThat(classes).hasSizeGreaterThan(30);
        Set<String> strangers = new TreeSet<>();
        for (JavaClass type : classes) {
            Stream.of(
                            type.getCodeUnits().stream()
                                    .filter(unit -> isVisible(unit.getModifiers()))
                                    .flatMap(ApiTest::types),
                            type.getFields().stream()
                                    .filter(field -> isVisible(field.getModifiers()))
                                    .map(JavaField::getType),
                            type.getInterfaces().stream(),
                            type.getSuperclass().stream())
                    .flatMap(types -> types)
                    .flatMap(used -> used.getAllInvolvedRawTypes().stream())
                    .map(JavaClass::getBaseComponentType)
                    .filter(used -> !used.isPrimitive()
                            && !used.getPackageName().startsWith("java.")
                            && !API.contains(used.getPackageName()))
                    .forEach(used -> strangers.add(type.getName() + " uses " + used.getName()));
        }
        assertThat(strangers).isEmpty();
    }

    private static Stream<JavaType> types(JavaCodeUnit unit) {
        return Stream.of(List.of(unit.getReturnType()), unit.getParameterTypes(), unit.getExceptionTypes())
                .flatMap(Collection::stream);
    }

    private static boolean isVisible(JavaClass type) {
        return isVisible(type.getModifiers())
                && type.getEnclosingClass().map(ApiTest::isVisible).orElse(true);
    }

    private static boolean isVisible(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }
}
