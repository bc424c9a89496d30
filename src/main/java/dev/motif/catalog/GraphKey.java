package dev.motif.catalog;

import dev.motif.text.UserText;

/**
 * Identifies a graph of the catalog.
 *
 * @param databaseId the database's UUID, which also tells apart databases of several servers in one JVM
 * @param database the database's name
 * @param user the owner, empty when authentication is off
 * @param name the graph's name
 */
public record GraphKey(String databaseId, String database, String user, String name) {
    /** The name and the owner as messages show them, such as {@code "'g' of 'ann'"}. */
    String shown() {
        return UserText.value(name) + (user.isEmpty() ? "" : " of " + UserText.value(user));
    }

    /** Whether the other graph has the same database and owner. */
    public boolean sameOwner(GraphKey other) {
        return databaseId.equals(other.databaseId) && user.equals(other.user);
    }
}
