package dev.motif.research.pivoting;

import dev.motif.algorithm.count.clique.CliqueFormGpu;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.orientation.CliqueBlocksGpu;
import dev.motif.algorithm.count.clique.search.CliqueRootsGpu;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelSignature;
import dev.motif.research.pivoting.PivotingConfig.Encoding;
import dev.motif.research.pivoting.PivotingConfig.Parallelization;

/** Blocks for vertices or edges, with bitmaps or lists (kclique_lists.cu), and with sub-warps of the wanted size. */
final class PublishedBlocksGpu extends CliqueBlocksGpu {
    /** Threads that share an intersection of lists when the group size is not given. */
    private static final int LIST_GROUP = 16;

    /** Splits every root. */
    private static final int SPLIT_ALL = 1;

    private final PivotingConfig form;
    private final boolean binary;

    /** @param counted what is counted; its technique is the technique of {@code form} */
    PublishedBlocksGpu(
            PivotingConfig form,
            GpuSession session,
            CliqueRootsGpu roots,
            Tasks claims,
            KCliqueConfig counted,
            long budgetBytes,
            Execution execution) {
        super(session, roots, claims, counted, budgetBytes, execution);
        this.form = form;
        this.binary = form.encoding() == Encoding.BINARY;
    }

    /** The form of a search on a GPU that {@code config} asks for. */
    static CliqueFormGpu form(PivotingConfig config) {
        return new CliqueFormGpu(
                switch (config.parallelization()) {
                    case AUTO -> CliqueFormGpu.SPLIT_FROM;
                    case VERTEX -> CliqueRootsGpu.SPLIT_NONE;
                    case EDGE -> SPLIT_ALL;
                },
                config.encoding() == Encoding.BINARY,
                (session, roots, claims, counted, budgetBytes, execution) ->
                        new PublishedBlocksGpu(config, session, roots, claims, counted, budgetBytes, execution));
    }

    @Override
    protected KernelSignature kernel(Technique technique, String counted) {
        String search = technique == Technique.ORIENTATION ? "kclique_orientation" : "kclique_pivot";
        return binary
                ? super.kernel(technique, counted)
                : KernelSignature.of("kclique_lists", search + "_lists_" + counted + "_per_block");
    }

    @Override
    protected boolean fromEdges(Technique technique, int k) {
        return form.parallelization() == Parallelization.AUTO
                ? super.fromEdges(technique, k)
                : form.parallelization() == Parallelization.EDGE;
    }

    @Override
    protected int groupSize(Technique technique) {
        if (form.groupSize() != 0) {
            return form.groupSize();
        }
        return binary ? super.groupSize(technique) : LIST_GROUP;
    }

    @Override
    protected boolean takesWarps() {
        return binary && form.parallelization() == Parallelization.AUTO && form.groupSize() == 0 && super.takesWarps();
    }

    @Override
    protected long setInts() {
        return binary ? super.setInts() : candidates();
    }

    @Override
    protected long graphInts() {
        return binary ? super.graphInts() : candidates() * (2 + candidates());
    }

    @Override
    protected String lessMemory() {
        if (form.counted().technique() == Technique.AUTO) {
            return "";
        }
        return (binary ? "`algorithm: 'COMPLEMENT'`," : "`encoding: 'BINARY'`,") + " `orientation: 'DEGENERACY'` or ";
    }
}
