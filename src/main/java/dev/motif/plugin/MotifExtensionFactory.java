package dev.motif.plugin;

import org.neo4j.kernel.extension.ExtensionFactory;
import org.neo4j.kernel.extension.ExtensionType;
import org.neo4j.kernel.extension.context.ExtensionContext;
import org.neo4j.kernel.lifecycle.Lifecycle;
import org.neo4j.logging.internal.LogService;

/** Makes the {@link MotifExtension} of each server; Neo4j finds this class by the services of the jar. */
public final class MotifExtensionFactory extends ExtensionFactory<MotifExtensionFactory.Dependencies> {
    /** The services that Neo4j gives to the extension. */
    public interface Dependencies {
        LogService logService();
    }

    public MotifExtensionFactory() {
        super(ExtensionType.GLOBAL, "motif");
    }

    @Override
    public Lifecycle newInstance(ExtensionContext context, Dependencies dependencies) {
        return new MotifExtension(dependencies.logService().getUserLog(MotifExtension.class));
    }
}
