package dev.motif.research;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class PapersTest {
    @Test
    void papersDoNotSeeEachOther() {
        slices().matching("dev.motif.research.(*)..")
                .should()
                .notDependOnEachOther()
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.motif.research"));
    }
}
