package dev.motif.algorithm.group.rules;

import dev.motif.algorithm.group.biclique.model.MaximalBiclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import java.util.Arrays;

/**
 * Finds the rules of one closed item set after another: the minimal generators in it whose support is low enough for the
 * least confidence. The state of one worker.
 *
 * <p>Items are bits here, the rarest first. A search adds one item at a time to an antecedent, and keeps the transactions of
 * it. An item is of use in an antecedent when a transaction has all of its items but this one; one that is of no use is of
 * none in all that contain it. A branch ends when even with all later items more transactions have it than an antecedent may
 * have.
 */
final class ClosedSetRules implements MaximalBicliqueConsumer, AutoCloseable {
    private final RuleConfig config;
    private final ItemRows rows;
    private final Sink sink;
    private final Steps steps;
    private final OffHeapScope scope;
    private final int words;

    private int[] items = new int[0];
    private int count;
    private int support;
    private int most;
    private long all;

    private final TransactionSet[] ofItems;

    /** The transactions that each item and all later ones have in common. */
    private final TransactionSet[] ofLater;

    /** The items from here on are no antecedent, since too many transactions have all of them. */
    private int firstFrequent;

    /** The items of the antecedent. */
    private final int[] chosen;

    /** The transactions of the first items of the antecedent, by their number. */
    private final TransactionSet[] ofChosen;

    /** Receives what a worker finds. */
    interface Sink {
        /** Takes note of a closed item set of {@code items} items. */
        void closedSet(int items);

        /**
         * Takes the rule from {@code antecedent} to the other items of the closed set.
         *
         * @param antecedent some of the items of {@code set}
         * @param antecedentCount how many transactions have them
         */
        void rule(ClosedSetRules set, long antecedent, int antecedentCount);
    }

    ClosedSetRules(RuleConfig config, ItemRows rows, Sink sink, NativeMemory memory, Cancellation cancellation) {
        this.config = config;
        this.rows = rows;
        this.sink = sink;
        this.steps = new Steps(cancellation);
        this.scope = new OffHeapScope(memory);
        this.words = ItemRows.words(rows.transactions());
        this.chosen = new int[config.maxItems()];
        this.ofItems = sets(config.maxItems());
        this.ofLater = sets(config.maxItems());
        this.ofChosen = sets(config.maxItems() + 1);
    }

    private static TransactionSet[] sets(int count) {
        TransactionSet[] sets = new TransactionSet[count];
        Arrays.setAll(sets, i -> new TransactionSet());
        return sets;
    }

    /** The most bytes of a worker: for each item that a rule may have, the sets of antecedents with all of them. */
    static long mostBytes(int maxItems, long transactions) {
        return 2L * maxItems * ItemRows.mostSetBytes(transactions);
    }

    @Override
    public void accept(MaximalBiclique biclique) {
        boolean right = config.items() == Side.RIGHT;
        count = right ? biclique.rightSize() : biclique.leftSize();
        support = right ? biclique.leftSize() : biclique.rightSize();
        sink.closedSet(count);
        if (count < RuleConfig.MIN_ITEMS) {
            return;
        }
        if (items.length < count) {
            items = new int[config.maxItems()];
        }
        if (right) {
            biclique.copyRight(items);
        } else {
            biclique.copyLeft(items);
        }
        sortByFrequency();
        all = count == Long.SIZE ? -1L : (1L << count) - 1;
        most = config.mostWithAntecedent(support, rows.transactions());
        for (int i = 0; i < count; i++) {
            rows.show(items[i], ofItems[i]);
        }
        meetLater();
        visit(0, 0, 0);
    }

    private void sortByFrequency() {
        for (int i = 1; i < count; i++) {
            int item = items[i];
            int at = i;
            for (; at > 0 && rows.degree(items[at - 1]) > rows.degree(item); at--) {
                items[at] = items[at - 1];
            }
            items[at] = item;
        }
    }

    private void meetLater() {
        firstFrequent = count;
        for (int i = count - 1; i > 0; i--) {
            if (i == count - 1) {
                rows.show(items[i], ofLater[i]);
            } else {
                steps.add(ofItems[i].steps(ofLater[i + 1], words));
                ofLater[i].become(ofItems[i], ofLater[i + 1], words, rows.longestList(), scope);
            }
            if (ofLater[i].size() > most) {
                firstFrequent = i;
            }
        }
    }

    /**
     * Adds each item from {@code from} on to the antecedent.
     *
     * @param depth how many items it has
     */
    private void visit(int depth, int from, long antecedent) {
        int last = depth == 0 ? firstFrequent : count;
        for (int item = from; item < last; item++) {
            TransactionSet with = ofChosen[depth + 1];
            if (depth == 0) {
                rows.show(items[item], with);
            } else {
                steps.add(ofChosen[depth].steps(ofItems[item], words));
                with.become(ofChosen[depth], ofItems[item], words, rows.longestList(), scope);
                if (with.size() == ofChosen[depth].size()) {
                    continue;
                }
            }
            boolean more = item + 1 < count && with.size() > support;
            if (with.size() > most && (!more || staysFrequent(with, item + 1))) {
                continue;
            }
            chosen[depth] = item;
            if (!areOfUse(depth)) {
                continue;
            }
            long next = antecedent | 1L << item;
            if (with.size() <= most && next != all) {
                sink.rule(this, next, with.size());
            }
            if (more) {
                visit(depth + 1, item + 1, next);
            }
        }
    }

    /** Whether with all items from {@code later} on too many transactions for an antecedent are left. */
    private boolean staysFrequent(TransactionSet with, int later) {
        steps.add(with.steps(ofLater[later], words));
        return with.common(ofLater[later], words) > most;
    }

    /**
     * Whether more transactions have the antecedent when any of its items before the one at {@code last} is left out.
     */
    private boolean areOfUse(int last) {
        for (int i = 0; i < last; i++) {
            // Too many transactions have the others, all frequent, if few enough have the antecedent at all.
            boolean otherwiseFrequent = i == 0 && chosen[1] >= firstFrequent;
            if (!otherwiseFrequent && !isOfUse(i, last)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a transaction has all items of the antecedent but the one at {@code i}. */
    private boolean isOfUse(int i, int last) {
        TransactionSet without = ofItems[chosen[i]];
        TransactionSet others = i == 0 ? ofItems[chosen[1]] : ofChosen[i];
        int from = i == 0 ? 2 : i + 1;
        if (others.isList()) {
            for (int at = 0; at < others.size(); at++) {
                int transaction = others.get(at);
                steps.add();
                if (!without.has(transaction) && hasAll(transaction, from, last)) {
                    return true;
                }
            }
            return false;
        }
        steps.add(words);
        if (without.isList()) {
            int have = 0;
            for (int word = 0; word < words; word++) {
                have += Long.bitCount(withAll(others.word(word), word, from, last));
            }
            return have > ofChosen[last + 1].size();
        }
        for (int word = 0; word < words; word++) {
            long left = others.word(word) & ~without.word(word);
            if (left != 0 && withAll(left, word, from, last) != 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * The transactions among {@code some} of a word that have the items of the antecedent at these places, all of which
     * are dense.
     */
    private long withAll(long some, int word, int from, int last) {
        long left = some;
        for (int at = from; at <= last && left != 0; at++) {
            left &= ofItems[chosen[at]].word(word);
        }
        return left;
    }

    private boolean hasAll(int transaction, int from, int last) {
        for (int at = from; at <= last; at++) {
            if (!ofItems[chosen[at]].has(transaction)) {
                return false;
            }
        }
        return true;
    }

    /** How many transactions have all items of the set. */
    int support() {
        return support;
    }

    /** The rule from {@code antecedent}, which {@code antecedentCount} transactions have, to the other items of the set. */
    Rule rule(long antecedent, int antecedentCount) {
        long consequent = all & ~antecedent;
        return new Rule(
                vertices(antecedent), vertices(consequent), support, antecedentCount, transactionsWith(consequent));
    }

    private int[] vertices(long some) {
        int[] vertices = new int[Long.bitCount(some)];
        int at = 0;
        for (long left = some; left != 0; left &= left - 1) {
            vertices[at++] = items[Long.numberOfTrailingZeros(left)];
        }
        Arrays.sort(vertices);
        return vertices;
    }

    private int transactionsWith(long some) {
        TransactionSet first = ofItems[Long.numberOfTrailingZeros(some)];
        long others = some & some - 1;
        int have = 0;
        if (others == 0) {
            return first.size();
        }
        if (first.isList()) {
            for (int at = 0; at < first.size(); at++) {
                steps.add();
                have += hasAll(first.get(at), others) ? 1 : 0;
            }
            return have;
        }
        for (int word = 0; word < words; word++) {
            steps.add();
            long both = first.word(word);
            for (long left = others; left != 0; left &= left - 1) {
                both &= ofItems[Long.numberOfTrailingZeros(left)].word(word);
            }
            have += Long.bitCount(both);
        }
        return have;
    }

    private boolean hasAll(int transaction, long some) {
        for (long left = some; left != 0; left &= left - 1) {
            if (!ofItems[Long.numberOfTrailingZeros(left)].has(transaction)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        scope.close();
    }
}
