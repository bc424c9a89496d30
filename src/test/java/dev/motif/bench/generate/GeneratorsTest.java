package dev.motif.bench.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.motif.bench.load.GraphKind;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class GeneratorsTest {
    private final NativeMemory memory = new NativeMemory(1L << 30);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "complete,left=7,right=5                  | 12   | 35",
                "complete,left=0,right=5                  | 5    | 0",
                "crown,n=9                                | 18   | 72",
                "crown,n=1                                | 2    | 0",
                "star,leaves=11                           | 12   | 11",
                "clique,n=13                              | 13   | 78",
                "clique,n=0                               | 0    | 0",
                "uniform,left=30,right=20,edges=457,seed=3 | 50  | 457",
                "uniform,left=30,right=20,edges=600,seed=3 | 50  | 600",
                "uniform,left=1,right=1,edges=1,seed=3    | 2    | 1",
                "uniform,left=0,right=0,edges=0,seed=3    | 0    | 0",
                "twohop,left=40,right=30,edges=400,exponent=2.5,seed=1 | 70 | 400",
                "twohop,left=40,right=30,edges=1200,exponent=1.1,seed=1 | 70 | 1200",
                "twohop,left=40,right=30,edges=40,exponent=100,seed=1 | 70 | 40",
                "ratings,left=40,right=30,edges=400,least=5,seed=1 | 70 | 400",
                "ratings,left=1,right=30,edges=17,least=2,seed=1 | 31 | 17",
                "ratings,left=40,right=30,edges=1200,least=1,seed=1 | 70 | 1200",
                "ratings,left=40,right=30,edges=40,least=1,seed=1 | 70 | 40",
                "gnm,n=40,edges=333,seed=-3               | 40   | 333",
                "gnm,n=40,edges=780,seed=5                | 40   | 780"
            })
    void sizesAreExactAndNothingIsDropped(String spec, long vertices, long edges) {
        try (LoadedGraph loaded = build(spec, 2)) {
            assertThat(loaded.graph().vertexCount()).isEqualTo(vertices);
            assertThat(loaded.graph().edgeCount()).isEqualTo(edges);
            assertThat(loaded.duplicates() + loaded.selfLoops()).isZero();
        }
    }

    @Test
    void crownLacksThePerfectMatching() {
        try (LoadedGraph loaded = build("crown,n=6", 1)) {
            Csr left = ((BipartiteGraph) loaded.graph()).left();
            for (int u = 0; u < 6; u++) {
                assertThat(left.degree(u)).isEqualTo(5);
                assertThat(left.slotOf(u, u)).isNegative();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "uniform,left=3000,right=2000,edges=150000,seed=",
                "powerlaw,left=3000,right=2000,edges=150000,skew=2.5,seed=",
                "twohop,left=6720,right=5300,edges=207146,exponent=2.5,seed=",
                "ratings,left=943,right=1682,edges=100000,least=20,seed=",
                "gnm,n=3000,edges=150000,seed=",
                "kronecker,scale=12,edgefactor=40,seed=",
                "bicliques,edges=150000,least=1,most=90,skew=3,seed=",
                "cliques,edges=150000,least=1,most=90,skew=3,seed="
            })
    void sameSeedSameGraphWithAnyNumberOfThreads(String spec) {
        int one = fingerprint(spec + 1, 1);
        assertThat(fingerprint(spec + 1, 3)).isEqualTo(one);
        assertThat(fingerprint(spec + 2, 3)).isNotEqualTo(one);
    }

    @Test
    void powerLawDrawsAndDropsDuplicates() {
        try (LoadedGraph loaded = build("powerlaw,left=1000,right=500,edges=200000,skew=2,seed=1", 2)) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            assertThat(loaded.duplicates()).isPositive();
            assertThat(graph.edgeCount() + loaded.duplicates()).isEqualTo(200_000);
            assertThat(graph.left().degree(0)).isGreaterThan(3 * graph.left().degree(999));
        }
    }

    @Test
    void powerLawEndsFollowTheSkew() {
        try (LoadedGraph loaded = build("powerlaw,left=100000,right=100000,edges=100000,skew=3,seed=7", 2)) {
            Csr left = ((BipartiteGraph) loaded.graph()).left();
            // u < 12,500 means x^3 < 1/8, which holds for half of all x in [0, 1).
            assertThat(left.start(12_500) / (double) left.slotCount()).isCloseTo(0.5, within(0.02));
        }
    }

    /** MovieLens 100K has 943 users of 20 to 737 ratings, half of them up to 65, and 1,682 films of 1 to 583, half up to 27. */
    @Test
    void ratingsAreAsSkewedAsThoseOfFilms() {
        try (LoadedGraph loaded = build("ratings,left=943,right=1682,edges=100000,least=20,seed=1", 2)) {
            Csr left = ((BipartiteGraph) loaded.graph()).left();
            Csr right = ((BipartiteGraph) loaded.graph()).right();
            assertThat(left.degree(0)).isEqualTo(20);
            assertThat(left.degree(471)).isBetween(50L, 80L);
            assertThat(left.degree(942)).isBetween(350L, 800L);
            assertThat(right.degree(841)).isBetween(5L, 60L);
            assertThat(right.degree(1681)).isBetween(250L, 650L);
        }
    }

    /** Ten times fewer vertices have the two-hop neighbors that the square root of ten makes more, of exponent 3. */
    @Test
    void twoHopNeighborsFollowThePowerLaw() {
        try (LoadedGraph loaded = build("twohop,left=20000,right=20000,edges=100000,exponent=3,seed=1", 2)) {
            Csr left = ((BipartiteGraph) loaded.graph()).left();
            Csr right = ((BipartiteGraph) loaded.graph()).right();
            double many = twoHops(left, right, 20);
            double fewer = twoHops(left, right, 200);
            assertThat(many / fewer).isBetween(2.6, 3.7);
        }
    }

    private static int twoHops(Csr left, Csr right, int vertex) {
        Set<Integer> found = new HashSet<>();
        for (long slot = left.start(vertex); slot < left.end(vertex); slot++) {
            int v = left.neighbor(slot);
            for (long back = right.start(v); back < right.end(v); back++) {
                found.add(right.neighbor(back));
            }
        }
        return found.size();
    }

    @Test
    void kroneckerIsSkewedSimpleAndPermuted() {
        try (LoadedGraph loaded = build("kronecker,scale=12,edgefactor=16,seed=1", 2)) {
            Csr adjacency = ((UnipartiteGraph) loaded.graph()).adjacency();
            long draws = 16 << 12;
            assertThat(loaded.selfLoops()).isPositive();
            assertThat(loaded.graph().edgeCount() + loaded.duplicates() + loaded.selfLoops())
                    .isEqualTo(draws);
            int hub = 0;
            for (int v = 0; v < adjacency.vertexCount(); v++) {
                hub = adjacency.degree(v) > adjacency.degree(hub) ? v : hub;
            }
            assertThat(adjacency.degree(hub)).isGreaterThan(10 * 2 * 16);
            assertThat(hub).isNotZero();
        }
    }

    @Test
    void uniformTakesEveryCellEquallyOften() {
        int seeds = 4000;
        int[] taken = new int[12];
        for (int seed = 0; seed < seeds; seed++) {
            try (LoadedGraph loaded = build("uniform,left=3,right=4,edges=5,seed=" + seed, 1)) {
                Csr left = ((BipartiteGraph) loaded.graph()).left();
                for (long slot = 0; slot < left.slotCount(); slot++) {
                    taken[left.vertexOf(slot) * 4 + left.neighbor(slot)]++;
                }
            }
        }
        for (int cell : taken) {
            assertThat(cell / (double) seeds).isCloseTo(5 / 12.0, within(0.04));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 16, 17, 1000, 4097})
    void permutationHitsEveryIndexOnce(long size) {
        IndexPermutation permutation = new IndexPermutation(size, 42);
        Set<Long> values = new HashSet<>();
        for (long i = 0; i < size; i++) {
            assertThat(permutation.at(i)).isBetween(0L, size - 1);
            values.add(permutation.at(i));
        }
        assertThat(values).hasSize((int) size);
    }

    @Test
    void pairsAreNumberedExactlyBeyondThePrecisionOfDoubles() {
        for (int v : new int[] {1, 2, 3, 94_906_266, 1 << 30, Integer.MAX_VALUE - 1}) {
            long first = VertexPairs.count(v);
            assertThat(VertexPairs.larger(first)).isEqualTo(v);
            assertThat(VertexPairs.smaller(first, v)).isZero();
            assertThat(VertexPairs.larger(first + v - 1)).isEqualTo(v);
            assertThat(VertexPairs.smaller(first + v - 1, v)).isEqualTo(v - 1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unifrom,left=1 | Unknown generator 'unifrom' (did you mean 'uniform'?). Allowed: uniform, powerlaw,"
                        + " twohop, ratings, complete, bicliques, crown, star, gnm, kronecker, cliques, clique",
                "crown          | `n` is missing: it must be an INTEGER in [1, 2147483647]",
                "crown,n=3,m=4  | Unknown parameter `m`. Allowed: n",
                "crown,n=0      | `n` must be in [1, 2147483647], got 0",
                "crown,n=x      | `n` must be an INTEGER in [1, 2147483647], got 'x'",
                "crown,n=2.5    | `n` must be an INTEGER in [1, 2147483647], got 2.5",
                "crown,n=3,n=4  | `n` is given more than once in `crown,n=3,n=4`",
                "crown,n        | expected `key=value` in `crown,n`, got 'n'",
                "uniform,left=3,right=4,edges=13,seed=1 | `edges` must be in [0, 12], got 13",
                "gnm,n=4,edges=7,seed=1 | `edges` must be in [0, 6], got 7",
                "powerlaw,left=3,right=4,edges=5,skew=0,seed=1 | `skew` must be in [0.1, 100.0], got 0",
                "twohop,left=3,right=4,edges=2,exponent=2,seed=1 | `edges` must be in [3, 12], got 2",
                "twohop,left=3,right=4,edges=3,exponent=1,seed=1 | `exponent` must be in [1.1, 100.0], got 1",
                "ratings,left=3,right=4,edges=5,least=2,seed=1 | `edges` must be in [6, 12], got 5",
                "kronecker,scale=31,edgefactor=5,seed=1 | `scale` must be in [1, 30], got 31"
            })
    void errorsSayWhatIsAllowed(String spec, String message) {
        assertThatThrownBy(() -> Generators.parse(spec))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private LoadedGraph build(String spec, int threads) {
        return Generators.parse(spec).build(memory, Workers.of(threads));
    }

    private int fingerprint(String spec, int threads) {
        try (LoadedGraph loaded = build(spec, threads)) {
            Graph graph = loaded.graph();
            Csr csr = GraphKind.of(graph) == GraphKind.BIPARTITE
                    ? ((BipartiteGraph) graph).left()
                    : ((UnipartiteGraph) graph).adjacency();
            int hash = Long.hashCode(loaded.duplicates());
            for (int v = 0; v < csr.vertexCount(); v++) {
                hash = 31 * hash + Long.hashCode(csr.degree(v));
            }
            for (long slot = 0; slot < csr.slotCount(); slot++) {
                hash = 31 * hash + csr.neighbor(slot);
            }
            return hash;
        }
    }
}
