package dev.motif.cypher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.Backend;
import dev.motif.backend.GpuSelection;
import dev.motif.graph.Side;
import dev.motif.text.Names;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
    private static Configuration empty() {
        return new Configuration(Map.of());
    }

    private static Configuration of(String key, Object value) {
        return new Configuration(Collections.singletonMap(key, value));
    }

    private static void assertMistake(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void nullMapHasNoParameters() {
        Configuration none = new Configuration(null);
        assertThat(none.integer("concurrency", 3, 1, 9)).isEqualTo(3);
        none.rejectUnknown();
    }

    @Test
    void absentAndNullGiveTheFallback() {
        for (Configuration configuration : List.of(empty(), of("key", null))) {
            assertThat(configuration.string("key", "fallback")).isEqualTo("fallback");
            assertThat(configuration.integer("key", 7, 1, 9)).isEqualTo(7);
            assertThat(configuration.flag("key", true)).isTrue();
            assertThat(configuration.flag("key", false)).isFalse();
            assertThat(configuration.oneOf("key", Backend.class, Backend.AUTO)).isEqualTo(Backend.AUTO);
            assertThat(configuration.value("key")).isNull();
            assertThat(configuration.has("key")).isFalse();
            assertThat(configuration.part("key")).isNull();
        }
    }

    @Test
    void absentAndNullAreMissingWhenRequired() {
        for (Configuration configuration : List.of(empty(), of("writeProperty", null))) {
            assertMistake(
                    () -> configuration.requiredString("writeProperty"),
                    "`writeProperty` is missing: it must be a STRING");
            assertMistake(
                    () -> configuration.requiredValue("nodes", "a label"), "`nodes` is missing: it must be a label");
            assertMistake(
                    () -> configuration.names("left", "a label"),
                    "`left` is missing: it must be a label or a list of them");
        }
    }

    @Test
    void valuesAreRead() {
        Configuration given = new Configuration(
                Map.of("text", "abc", "number", 5L, "flag", true, "backend", "cpu", "any", 1.5, "part", Map.of()));
        assertThat(given.string("text", null)).isEqualTo("abc");
        assertThat(given.requiredString("text")).isEqualTo("abc");
        assertThat(given.integer("number", 1, 1, 9)).isEqualTo(5);
        assertThat(given.flag("flag", false)).isTrue();
        assertThat(given.oneOf("backend", Backend.class, Backend.AUTO)).isEqualTo(Backend.CPU);
        assertThat(given.value("any")).isEqualTo(1.5);
        assertThat(given.requiredValue("any", "anything")).isEqualTo(1.5);
        assertThat(given.has("any")).isTrue();
        assertThat(given.part("part")).isNotNull();
        given.rejectUnknown();
    }

    @Test
    void stringOfAnotherTypeIsAMistake() {
        assertMistake(() -> of("jobId", 7L).string("jobId", null), "`jobId` must be a STRING that is not empty, got 7");
        assertMistake(
                () -> of("jobId", List.of("a")).string("jobId", null),
                "`jobId` must be a STRING that is not empty, got ['a']");
    }

    @Test
    void blankStringIsAMistake() {
        assertMistake(
                () -> of("jobId", "").string("jobId", null), "`jobId` must be a STRING that is not empty, got ''");
        assertMistake(
                () -> of("writeProperty", " ").requiredString("writeProperty"),
                "`writeProperty` must be a STRING that is not empty, got ' '");
    }

    @Test
    void stringThatNoNameCanBeIsAMistake() {
        assertMistake(
                () -> of("writeProperty", "a\0b").requiredString("writeProperty"),
                "`writeProperty` must be a STRING without the character U+0000, got 'a\\u0000b'");
    }

    @Test
    void missingParameterNamesThoseThatWereGivenInstead() {
        Configuration given = new Configuration(Map.of("writeProp", "a", "concurrency", 2L, "rihgt", "B", "left", "A"));
        assertMistake(
                () -> given.requiredString("writeProperty"),
                "`writeProperty` is missing: it must be a STRING. Given: `writeProp`");
        assertMistake(
                () -> given.names("right", "a label"),
                "`right` is missing: it must be a label or a list of them. Given: `rihgt`");
    }

    @Test
    void missingParameterNamesNoneThatHasAMeaningOfItsOwn() {
        Configuration given = new Configuration(Map.of("maxP", 2L));
        assertThat(given.integer("maxP", 0, 0, 9)).isEqualTo(2);
        assertMistake(() -> given.requiredInteger("maxQ", 1, 9), "`maxQ` is missing: it must be an INTEGER in [1, 9]");
    }

    @Test
    void integerOutOfRangeIsAMistake() {
        assertMistake(
                () -> of("concurrency", 0L).integer("concurrency", 1, 1, 1024),
                "`concurrency` must be in [1, 1024], got 0");
        assertMistake(
                () -> of("concurrency", 1025L).integer("concurrency", 1, 1, 1024),
                "`concurrency` must be in [1, 1024], got 1025");
        assertMistake(
                () -> of("concurrency", (1L << 32) + 1).integer("concurrency", 1, 1, 1024),
                "`concurrency` must be in [1, 1024], got 4294967297");
        assertMistake(
                () -> of("concurrency", Long.MIN_VALUE).integer("concurrency", 1, 1, 1024),
                "`concurrency` must be in [1, 1024], got -9223372036854775808");
    }

    @Test
    void integerAtTheBoundsIsTaken() {
        assertThat(of("k", 1L).integer("k", 5, 1, 1024)).isEqualTo(1);
        assertThat(of("k", 1024).integer("k", 5, 1, 1024)).isEqualTo(1024);
    }

    @Test
    void integerOfAnotherTypeIsAMistake() {
        assertMistake(() -> of("k", 2.5).integer("k", 1, 1, 64), "`k` must be an INTEGER in [1, 64], got 2.5");
        assertMistake(() -> of("k", "2").integer("k", 1, 1, 64), "`k` must be an INTEGER in [1, 64], got '2'");
        assertMistake(() -> of("k", true).integer("k", 1, 1, 64), "`k` must be an INTEGER in [1, 64], got true");
    }

    @Test
    void wholeFloatIsAnIntegerWhereItIsExact() {
        long largest = (1L << 53) - 1;
        assertThat(of("k", 3.0).integer("k", 1, 1, 64)).isEqualTo(3);
        assertThat(of("k", -0.0).integer("k", 1, 0, 64)).isZero();
        assertThat(of("seed", (double) largest).integer("seed", 0L, 0, Long.MAX_VALUE))
                .isEqualTo(largest);
        assertThat(of("contains", List.of(39.0, 39L, 4.0)).nodeIds("contains", 9))
                .containsExactly(39L, 4L);
        assertMistake(() -> of("k", 65.0).integer("k", 1, 1, 64), "`k` must be in [1, 64], got 65.0");
        assertMistake(
                () -> of("seed", 0x1p53).integer("seed", 0, 0, Long.MAX_VALUE),
                "`seed` must be an INTEGER in [0, 9223372036854775807], got 9.007199254740992E15");
        for (double wrong : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE}) {
            assertMistake(
                    () -> of("k", wrong).integer("k", 1, 1, 64), "`k` must be an INTEGER in [1, 64], got " + wrong);
        }
    }

    @Test
    void flagOfAnotherTypeIsAMistake() {
        assertMistake(
                () -> of("logProgress", "true").flag("logProgress", true),
                "`logProgress` must be true or false, got 'true'");
        assertMistake(
                () -> of("logProgress", 1L).flag("logProgress", true), "`logProgress` must be true or false, got 1");
    }

    @Test
    void constantOutOfSeveralIsReadInAnyCase() {
        for (String text : List.of("GPU", "gpu", "Gpu")) {
            assertThat(of("backend", text).oneOf("backend", Backend.class, Backend.AUTO))
                    .isEqualTo(Backend.GPU);
        }
    }

    @Test
    void unknownConstantIsAMistakeWithASuggestion() {
        assertMistake(
                () -> of("backend", "CPUs").oneOf("backend", Backend.class, Backend.AUTO),
                "`backend` must be one of 'AUTO', 'CPU', 'GPU', got 'CPUs' (did you mean 'CPU'?)");
        assertMistake(
                () -> of("backend", "quantum").oneOf("backend", Backend.class, Backend.AUTO),
                "`backend` must be one of 'AUTO', 'CPU', 'GPU', got 'quantum'");
        assertMistake(
                () -> of("backend", 1L).oneOf("backend", Backend.class, Backend.AUTO),
                "`backend` must be one of 'AUTO', 'CPU', 'GPU', got 1");
    }

    @Test
    void partOfAnotherTypeIsAMistake() {
        assertMistake(
                () -> of("relationshipFilter", "stars").part("relationshipFilter"),
                "`relationshipFilter` must be a MAP, got 'stars'");
    }

    @Test
    void mistakeInAPartIsNamedWithThePart() {
        Configuration part = of("relationshipFilter", Map.of("min", "x", "nested", Map.of("depth", 0L)))
                .part("relationshipFilter");
        assertMistake(
                () -> part.integer("min", 0, 0, 5), "`relationshipFilter.min` must be an INTEGER in [0, 5], got 'x'");
        assertMistake(
                () -> part.requiredString("property"), "`relationshipFilter.property` is missing: it must be a STRING");
        assertMistake(
                () -> part.part("nested").integer("depth", 1, 1, 3),
                "`relationshipFilter.nested.depth` must be in [1, 3], got 0");
    }

    @Test
    void unknownKeyInAPartIsNamedWithThePartWhenTheWholeIsChecked() {
        Configuration configuration = of("relationshipFilter", Map.of("property", "stars", "mim", 3L));
        Configuration part = configuration.part("relationshipFilter");
        part.requiredString("property");
        part.value("min");
        part.value("max");
        assertMistake(
                configuration::rejectUnknown,
                "Unknown parameter `relationshipFilter.mim` (did you mean 'min'?). Allowed: property, min, max");
    }

    @Test
    void keyGivenTwiceInDifferentCaseIsAMistake() {
        Map<String, Object> twice = new HashMap<>();
        twice.put("jobId", "a");
        twice.put("JOBID", "a");
        assertThatThrownBy(() -> new Configuration(twice))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("(?i)`jobid` is given twice");
        assertThatThrownBy(() -> of("part", twice).part("part"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("(?i)`part\\.jobid` is given twice");
    }

    @Test
    void keysAreNotCaseSensitive() {
        Configuration configuration = of("CONCURRENCY", 2L);
        assertThat(configuration.integer("concurrency", 1, 1, 4)).isEqualTo(2);
        configuration.rejectUnknown();
        assertThat(configuration.asGiven()).isEqualTo(Map.of("concurrency", 2L));
    }

    /** In Java's comparisons without case a dotless i equals an i, and a long s an s. */
    @Test
    void lettersBeyondAsciiAreNoneOfAKey() {
        Configuration configuration = of("l\u0131mit", 2L);
        assertThat(configuration.integer("limit", 1, 1, 4)).isEqualTo(1);
        assertMistake(
                configuration::rejectUnknown, "Unknown parameter `l\u0131mit` (did you mean 'limit'?). Allowed: limit");
        assertThatThrownBy(() -> of("side", "R\u0131GHT").oneOf("side", Side.class, Side.LEFT))
                .hasMessageStartingWith("`side` must be one of 'LEFT', 'RIGHT', got 'R\u0131GHT'");
    }

    @Test
    void unknownKeyIsAMistakeWithASuggestion() {
        Configuration configuration = of("concurency", 2L);
        configuration.integer("concurrency", 1, 1, 4);
        configuration.flag("logProgress", true);
        assertMistake(
                configuration::rejectUnknown,
                "Unknown parameter `concurency` (did you mean 'concurrency'?). Allowed: concurrency, logProgress");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            metric           | similarityMetric | (did you mean 'similarityMetric'?)
            minNodes         | minSize          | (did you mean 'minSize'?)
            MINNODES         | minSize          | (did you mean 'minSize'?)
            k                | level            | (did you mean 'level'?)
            level            | k                | (did you mean 'k'?)
            minSize          | minLeft,minRight | (did you mean 'minLeft' or 'minRight'?)
            maxRight         | maxSize          | (did you mean 'maxSize'?)
            sourceNodeFilter | sourceNodes      | (did you mean 'sourceNodes'?)
            """)
    void keyOfAnotherProcedureOrLibraryIsNamed(String given, String keys, String hint) {
        Configuration configuration = of(given, 2L);
        List.of(keys.split(",")).forEach(configuration::has);
        assertMistake(
                configuration::rejectUnknown,
                "Unknown parameter `" + given + "` " + hint + ". Allowed: " + keys.replace(",", ", "));
    }

    @Test
    void missingKeyNamesWhatAnotherProcedureCallsIt() {
        assertMistake(
                () -> of("minNodes", 5L).requiredInteger("minSize", 1, 9),
                "`minSize` is missing: it must be an INTEGER in [1, 9]. Given: `minNodes`");
    }

    @Test
    void unknownKeyUnlikeAllOthersIsAMistakeWithoutASuggestion() {
        Configuration configuration = of("xyz", 2L);
        configuration.integer("concurrency", 1, 1, 4);
        assertMistake(configuration::rejectUnknown, "Unknown parameter `xyz`. Allowed: concurrency");
    }

    @Test
    void keyInUseIsNotSuggested() {
        Configuration configuration = new Configuration(Map.of("concurency", 2L, "concurrency", 2L));
        configuration.integer("concurrency", 1, 1, 4);
        configuration.integer("readConcurrency", 1, 1, 4);
        assertMistake(
                configuration::rejectUnknown, "Unknown parameter `concurency`. Allowed: concurrency, readConcurrency");
    }

    @Test
    void severalUnknownKeysAreAllNamed() {
        Configuration configuration = new Configuration(Map.of("jobbId", "a", "concurency", 2L, "xyz", 1L));
        configuration.integer("concurrency", 1, 1, 4);
        configuration.string("jobId", null);
        assertMistake(
                configuration::rejectUnknown,
                "Unknown parameters `concurency` (did you mean 'concurrency'?), `jobbId` (did you mean 'jobId'?), `xyz`."
                        + " Allowed: concurrency, jobId");
    }

    @Test
    void nameAloneBecomesAList() {
        assertThat(of("left", "User").names("left", "a label")).containsExactly("User");
        assertThat(Names.list("`nodes`", "*", "a label")).containsExactly("*");
    }

    @Test
    void listOfNamesKeepsItsOrderWithoutRepetitions() {
        assertThat(of("left", List.of("B", "A", "B")).names("left", "a label")).containsExactly("B", "A");
    }

    @Test
    void listWithOtherThingsThanNamesIsAMistake() {
        assertMistake(
                () -> of("left", List.of()).names("left", "a label"),
                "`left` must be a label or a list of them, got []");
        assertMistake(
                () -> of("left", List.of("A", 1L)).names("left", "a label"),
                "`left` must be a label or a list of them, got ['A', 1]");
        assertMistake(
                () -> of("left", List.of("A", "")).names("left", "a label"),
                "`left` must be a label or a list of them, got ['A', '']");
        assertMistake(
                () -> Names.list("`relationships`", null, "a type"),
                "`relationships` must be a type or a list of them, got null");
        assertMistake(
                () -> Names.list("`relationships`", 1L, "a type"),
                "`relationships` must be a type or a list of them, got 1");
    }

    @Test
    void starBesideNamesIsAMistake() {
        assertMistake(
                () -> of("left", List.of("A", "*")).names("left", "a label"),
                "`left` must be a label or a list of them, got ['A', '*']");
    }

    @Test
    void nullInAListOfNamesIsAMistake() {
        assertMistake(
                () -> of("left", java.util.Arrays.asList("A", null)).names("left", "a label"),
                "`left` must be a label or a list of them, got ['A', null]");
        assertMistake(
                () -> of("left", java.util.Arrays.asList("*", null)).names("left", "a label"),
                "`left` must be a label or a list of them, got ['*', null]");
    }

    @Test
    void starIsBesideNothingButTheExtraColumn() {
        assertThat(of("properties", List.of("degree", "*")).columns("properties", "a column", "degree"))
                .containsExactly("degree", "*");
        for (List<String> wrong : List.of(List.of("*", "*"), List.of("degree", "*", "x"), List.of("*", "x"))) {
            assertThatThrownBy(() -> of("properties", wrong).columns("properties", "a column", "degree"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("`properties` must be a column or a list of them, got ['");
        }
    }

    @Test
    void asGivenHasWhatWasGivenAndReadUnderItsDocumentedName() {
        Configuration configuration = new Configuration(new HashMap<>(Map.of("jobid", "a", "concurrency", 2L)));
        configuration.string("jobId", null);
        configuration.integer("concurrency", 1, 1, 4);
        configuration.flag("logProgress", true);
        assertThat(configuration.asGiven()).isEqualTo(Map.of("jobId", "a", "concurrency", 2L));
        assertThat(configuration.effective()).isEqualTo(Map.of("jobId", "a", "concurrency", 2L, "logProgress", true));
    }

    @Test
    void fallbackThatStandsForNoneIsNotEffective() {
        Configuration configuration = empty();
        assertThat(configuration.integer("topK", 0, 1, 9)).isZero();
        assertThat(configuration.string("jobId", null)).isNull();
        assertThat(configuration.oneOf("backend", Backend.class, null)).isNull();
        assertThat(configuration.effective()).isEmpty();
        assertThat(configuration.oneOf("backend", Backend.class, Backend.AUTO)).isEqualTo(Backend.AUTO);
        assertThat(configuration.integer("limit", 7L, 1, 9)).isEqualTo(7);
        assertThat(configuration.number("minValue", 0.5, 0, 1)).isEqualTo(0.5);
        assertThat(configuration.effective()).isEqualTo(Map.of("backend", "AUTO", "limit", 7L, "minValue", 0.5));
    }

    @Test
    void callConfigHasItsDefaults() {
        CallConfig config = CallConfig.of(empty());
        int processors = Runtime.getRuntime().availableProcessors();
        assertThat(config.concurrency()).isEqualTo(processors);
        assertThat(config.readConcurrency()).isEqualTo(processors);
        assertThat(config.backend()).isEqualTo(Backend.AUTO);
        assertThat(config.logProgress()).isTrue();
        assertThat(config.jobId())
                .hasSize(36)
                .isNotEqualTo(CallConfig.of(empty()).jobId());
    }

    @Test
    void serverLimitsTheThreadsOfACall() {
        System.setProperty(CallConfig.LIMIT_PROPERTY, "2");
        try {
            assertThat(CallConfig.of(of("concurrency", 7L)).concurrency()).isEqualTo(2);
            assertThat(CallConfig.of(of("concurrency", 1L)).concurrency()).isEqualTo(1);
            assertThat(CallConfig.of(of("readConcurrency", 9L)).readConcurrency())
                    .isEqualTo(2);
            assertThat(CallConfig.writeConcurrency(of("writeConcurrency", 4L))).isEqualTo(2);
        } finally {
            System.clearProperty(CallConfig.LIMIT_PROPERTY);
        }
    }

    @Test
    void readConcurrencyFollowsConcurrencyUnlessGiven() {
        assertThat(CallConfig.of(of("concurrency", 7L)).readConcurrency()).isEqualTo(7);
        CallConfig both = CallConfig.of(new Configuration(Map.of("concurrency", 7L, "readConcurrency", 3L)));
        assertThat(both.concurrency()).isEqualTo(7);
        assertThat(both.readConcurrency()).isEqualTo(3);
    }

    @Test
    void textsHaveALimit() {
        String longest = "x".repeat(256);
        String longer = longest + "x";
        String shown = "got '" + longest + "… (257 characters)'";
        assertThat(of("jobId", longest).string("jobId", null)).isEqualTo(longest);
        assertMistake(
                () -> of("jobId", longer).string("jobId", null),
                "`jobId` must be a STRING of at most 256 characters, " + shown);
        assertMistake(
                () -> Names.name("`graph`", longer), "`graph` must be a STRING of at most 256 characters, " + shown);
        assertMistake(
                () -> of("left", List.of("A", longer)).names("left", "a label"),
                "`left` must be a label of at most 256 characters, " + shown);
        assertMistake(
                () -> of("backend", longer).oneOf("backend", Backend.class, Backend.AUTO),
                "`backend` must be one of 'AUTO', 'CPU', 'GPU', " + shown);
    }

    @Test
    void listsOfNamesHaveALimit() {
        assertThat(of("left", Collections.nCopies(1000, "A")).names("left", "a label"))
                .containsExactly("A");
        assertThatThrownBy(() -> of("left", Collections.nCopies(1001, "A")).names("left", "a label"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("`left` must be a label or a list of at most 1000 of them, got ['A', 'A', ")
                .hasMessageEndingWith("… (1001 entries)");
    }

    @Test
    void mapsHaveALimit() {
        Map<String, Object> many = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            many.put("key" + i + "x".repeat(240), i);
        }
        assertThatThrownBy(new Configuration(many)::rejectUnknown)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("Unknown parameters `key0x+`, .* and 95 more. Allowed: ");
        many.put("one more", 1);
        assertMistake(() -> new Configuration(many), "A map of parameters must have at most 100 entries, got 101");
        assertThatThrownBy(() -> of("x".repeat(1_000_000), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Unknown parameter `xxx")
                .hasMessageEndingWith("x… (1000000 characters)`");
    }

    @Test
    void gpusAreAutoAllANumberOrAList() {
        assertThat(CallConfig.gpus(empty())).isEqualTo(GpuSelection.AUTO);
        assertThat(CallConfig.gpus(of("gpus", "auto"))).isEqualTo(GpuSelection.AUTO);
        assertThat(CallConfig.gpus(of("gpus", "ALL"))).isEqualTo(GpuSelection.all());
        assertThat(CallConfig.gpus(of("gpus", 2L))).isEqualTo(new GpuSelection(2, List.of()));
        assertThat(CallConfig.gpus(of("gpus", List.of(3L, 0L)))).isEqualTo(new GpuSelection(2, List.of(3, 0)));
        for (Object wrong : List.of(
                0L,
                65L,
                -1L,
                1.5,
                "some",
                true,
                Map.of(),
                List.of(),
                List.of(1L, 1L),
                List.of(-1L),
                List.of("0"),
                List.of(1L << 31),
                Collections.nCopies(65, 1L))) {
            assertThatThrownBy(() -> CallConfig.gpus(of("gpus", wrong)))
                    .as("%s", wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("`gpus` must be a number in [1, 64], 'AUTO', 'ALL', or a list of different"
                            + " numbers that motif.gpu.list shows, got ");
        }
    }

    @Test
    void controlCharactersOfKeysAndValuesAreEscaped() {
        assertMistake(() -> of("a\nb", 1).rejectUnknown(), "Unknown parameter `a\\nb`. Allowed: ");
        assertMistake(() -> of("part", "\u001b[31m").part("part"), "`part` must be a MAP, got '\\u001b[31m'");
        assertMistake(() -> of("part", new byte[] {1}).part("part"), "`part` must be a MAP, got [1]");
    }
}
