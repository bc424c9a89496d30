package dev.motif.plugin;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.neo4j.kernel.availability.AvailabilityGuard;
import org.neo4j.kernel.extension.ExtensionFactory;
import org.neo4j.kernel.extension.ExtensionType;
import org.neo4j.kernel.extension.context.ExtensionContext;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.kernel.lifecycle.Lifecycle;
import org.neo4j.logging.internal.LogService;

/** Makes the {@link GraphsAtStart} of each database; Neo4j finds this class by the services of the jar. */
public final class GraphsAtStartFactory extends ExtensionFactory<GraphsAtStartFactory.Dependencies> {
    /** The warnings that the databases of this server have logged. */
    private final Set<String> warnings = ConcurrentHashMap.newKeySet();

    /** The services that Neo4j gives to the extension. */
    public interface Dependencies {
        GraphDatabaseAPI database();

        AvailabilityGuard availabilityGuard();

        LogService logService();
    }

    public GraphsAtStartFactory() {
        super(ExtensionType.DATABASE, "motif-graphs");
    }

    @Override
    public Lifecycle newInstance(ExtensionContext context, Dependencies dependencies) {
        return new GraphsAtStart(
                dependencies.database(),
                dependencies.availabilityGuard(),
                dependencies.logService().getUserLog(GraphsAtStart.class),
                warnings);
    }
}
