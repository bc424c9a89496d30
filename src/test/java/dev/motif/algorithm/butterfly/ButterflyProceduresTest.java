package dev.motif.algorithm.butterfly;

import static dev.motif.neo4j.TestDatabase.row;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ButterflyProceduresTest {
    @BeforeEach
    void load() {
        TestDatabase.emptied()
                .executeTransactionally(
                        "UNWIND range(1, 4) AS u CREATE (:User {name: 'u' + u}) WITH count(*) AS n"
                                + " UNWIND range(1, 3) AS i CREATE (:Item {name: 'i' + i}) WITH count(*) AS n"
                                + " MATCH (u:User), (i:Item) CREATE (u)-[:RATED {stars: 3}]->(i)");
    }

    @Test
    void statsOfACompleteGraph() {
        System.out.println(row("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED')"));
        System.out.println(row("CALL motif.butterfly.stats('g')"));
        System.out.println(rows("CALL motif.butterfly.stream('g')"));
        System.out.println(rows("CALL motif.sysInfo()"));
        System.out.println(rows("CALL motif.listProgress()"));
        System.out.println(rows("CALL motif.butterfly.stats.estimate('g')"));
        System.out.println(row("CALL motif.butterfly.write('g', {writeProperty: 'b'})"));
        System.out.println(row(
                "CALL motif.butterfly.write({nodes: {left: 'User', right: 'Item'}, relationships: 'RATED'}, {writeProperty: 'b', per: 'relationship'})"));
        System.out.println(rows("MATCH (n)-[r]->() RETURN n.b, r.b"));
        System.out.println(row("CALL motif.graph.drop('g')"));
        assertThat(TestDatabase.liveBytes()).isZero();
    }
}
