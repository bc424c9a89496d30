// 18 women of a southern town and the 14 social events they went to (A. Davis, B. B. Gardner and M. R. Gardner, "Deep South",
// University of Chicago Press, 1941): (:Woman)-[:ATTENDED]->(:Event). Running it again changes nothing.

CREATE CONSTRAINT woman_name IF NOT EXISTS FOR (w:Woman) REQUIRE w.name IS UNIQUE;
CREATE CONSTRAINT event_name IF NOT EXISTS FOR (e:Event) REQUIRE e.name IS UNIQUE;

UNWIND [
  ['Brenda Rogers', [1, 3, 4, 5, 6, 7, 8]],
  ['Charlotte McDowd', [3, 4, 5, 7]],
  ['Dorothy Murchison', [8, 9]],
  ['Eleanor Nye', [5, 6, 7, 8]],
  ['Evelyn Jefferson', [1, 2, 3, 4, 5, 6, 8, 9]],
  ['Flora Price', [9, 11]],
  ['Frances Anderson', [3, 5, 6, 8]],
  ['Helen Lloyd', [7, 8, 10, 11, 12]],
  ['Katherina Rogers', [8, 9, 10, 12, 13, 14]],
  ['Laura Mandeville', [1, 2, 3, 5, 6, 7, 8]],
  ['Myra Liddel', [8, 9, 10, 12]],
  ['Nora Fayette', [6, 7, 9, 10, 11, 12, 13, 14]],
  ['Olivia Carleton', [9, 11]],
  ['Pearl Oglethorpe', [6, 8, 9]],
  ['Ruth DeSand', [5, 7, 8, 9]],
  ['Sylvia Avondale', [7, 8, 9, 10, 12, 13, 14]],
  ['Theresa Anderson', [2, 3, 4, 5, 6, 7, 8, 9]],
  ['Verne Sanderson', [7, 8, 9, 12]]
] AS row
MERGE (w:Woman {name: row[0]})
WITH w, row[1] AS events
UNWIND events AS event
MERGE (e:Event {name: 'E' + event})
MERGE (w)-[:ATTENDED]->(e);

// A named graph is gone after a restart, so this makes it again.
CALL motif.graph.drop('attendance', false) YIELD graphName;
CALL motif.graph.project('attendance', {left: 'Woman', right: 'Event'}, 'ATTENDED', {relationshipIds: true})
YIELD graphName, leftCount, rightCount, relationshipCount;
