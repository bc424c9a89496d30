package dev.motif.graph.memory;

import dev.motif.parallel.Cancellation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Forms of graphs that were prepared once and stay for later calls, such as a copy with other vertex numbers. A form
 * stays until its graph is closed, or until the memory is needed; then the one that has not been used for the longest
 * time goes first. Thread-safe.
 *
 * @param <F> the forms, which are immutable
 */
public final class DerivedGraphCache<F extends DerivedGraphCache.Form> {
    /** The most forms of one graph that differ only in their variant, unless calls use more at the same time. */
    public static final int MOST_VARIANTS = 4;

    private static final long POLL_MILLIS = 50;

    private final Map<Key, Entry> entries = new HashMap<>();

    /** The graphs that tell when they are closed. */
    private final Set<FormSource> watched = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The keys of the forms that calls are making now. */
    private final Set<Key> making = new HashSet<>();

    private final Object evicting = new Object();

    private long clock;

    /** A prepared form of a graph. Closing it frees its memory. */
    public interface Form extends AutoCloseable {
        /** The bytes that {@link #close} frees. */
        long bytes();

        @Override
        void close();
    }

    /**
     * Identifies a form.
     *
     * @param graph the graph, compared by identity
     * @param name what the form looks like, such as {@code "ranked"}
     * @param variant all parameters that the form depends on beside the graph, such as the sizes of a core; compared by
     *     {@code equals}
     */
    public record Key(FormSource graph, String name, Object variant) {
        /** The key of a form that depends on the graph alone. */
        public Key(FormSource graph, String name) {
            this(graph, name, "");
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && isVariantOf(key) && key.variant.equals(variant);
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(graph) * 31 + Objects.hash(name, variant);
        }

        private boolean isVariantOf(Key key) {
            return key.graph == graph && key.name.equals(name);
        }
    }

    /** The use of a form by one call: nobody frees the form before the use is closed. Not thread-safe. */
    public static final class Use<T extends Form> implements AutoCloseable {
        private final Key key;
        private final T form;
        private Runnable end;

        private Use(Key key, T form, Runnable end) {
            this.key = key;
            this.form = form;
            this.end = end;
        }

        /** The only use of a form, which is closed with it. */
        public static <T extends Form> Use<T> only(Key key, T form) {
            return new Use<>(key, form, form::close);
        }

        public Key key() {
            return key;
        }

        public T form() {
            return form;
        }

        /** Ends the use. */
        @Override
        public void close() {
            if (end != null) {
                end.run();
                end = null;
            }
        }
    }

    /** A form with its users. The lock of the forms guards its state. */
    private final class Entry {
        private final Key key;
        private final Object memory;
        private final F form;
        private int users;
        private boolean removed;
        private long lastUsed;

        Entry(Key key, Object memory, F form) {
            this.key = key;
            this.memory = memory;
            this.form = form;
        }

        Use<F> use() {
            users++;
            lastUsed = ++clock;
            return new Use<>(key, form, () -> leave(this));
        }
    }

    public synchronized boolean contains(Key key) {
        return entries.containsKey(key);
    }

    /** A use of the form of {@code key}, which the caller closes; null when there is none. */
    public synchronized Use<F> acquire(Key key) {
        Entry entry = entries.get(key);
        return entry == null ? null : entry.use();
    }

    /**
     * A use of the form of {@code key}, which the caller closes. Where there is none, one call makes it, for which others
     * wait; when it fails, the next one of them does.
     *
     * @param memory what {@code make} takes memory of
     */
    Use<F> acquire(Key key, Object memory, Cancellation cancellation, Supplier<F> make) {
        Use<F> use = await(key, cancellation);
        if (use != null) {
            return use;
        }
        try {
            return add(key, memory, make.get());
        } finally {
            synchronized (this) {
                making.remove(key);
                notifyAll();
            }
        }
    }

    /** A use of the form of {@code key}, once there is one; null when the caller is to make it. */
    private synchronized Use<F> await(Key key, Cancellation cancellation) {
        try {
            Use<F> use = acquire(key);
            while (use == null && !making.add(key)) {
                cancellation.check();
                wait(POLL_MILLIS);
                use = acquire(key);
            }
            return use;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while another call prepares the graph");
        }
    }

    /**
     * Adds a form, and takes it over. Unused variants of it are freed when there are too many. When another call was
     * faster, the form is freed at the end of its use.
     *
     * @return a use of {@code form}, which the caller closes
     */
    public Use<F> add(Key key, F form) {
        return add(key, null, form);
    }

    private Use<F> add(Key key, Object memory, F form) {
        Entry entry = new Entry(key, memory, form);
        Use<F> use;
        boolean isNew;
        List<Entry> victims;
        synchronized (this) {
            use = entry.use();
            if (entries.putIfAbsent(key, entry) != null) {
                entry.removed = true;
                return use;
            }
            isNew = watched.add(key.graph);
            victims = removeVariants(key);
        }
        if (isNew) {
            key.graph.whenClosed(() -> forget(key.graph));
        }
        close(victims);
        return use;
    }

    /** Removes unused forms as long as there are too many variants of the form of {@code key}. */
    private List<Entry> removeVariants(Key key) {
        List<Entry> variants = new ArrayList<>(entries.values());
        variants.removeIf(entry -> !entry.key.isVariantOf(key));
        return remove(unused(variants), variants.size() - MOST_VARIANTS);
    }

    /** The entries of {@code some} that nobody uses; the one that has not been used for the longest time comes first. */
    private List<Entry> unused(Iterable<Entry> some) {
        List<Entry> unused = new ArrayList<>();
        for (Entry entry : some) {
            if (entry.users == 0) {
                unused.add(entry);
            }
        }
        unused.sort(Comparator.comparingLong(entry -> entry.lastUsed));
        return unused;
    }

    /** Removes and returns the first {@code most} entries of {@code unused}. */
    private List<Entry> remove(List<Entry> unused, int most) {
        List<Entry> victims = unused.subList(0, Math.max(0, Math.min(most, unused.size())));
        victims.forEach(entry -> entries.remove(entry.key));
        return victims;
    }

    private void leave(Entry entry) {
        boolean free;
        synchronized (this) {
            entry.users--;
            free = entry.removed && entry.users == 0;
        }
        if (free) {
            entry.form.close();
        }
    }

    /** Removes the forms of a graph that has been closed; each is freed as soon as nobody uses it. */
    private void forget(FormSource graph) {
        List<Entry> gone = new ArrayList<>();
        synchronized (this) {
            watched.remove(graph);
            for (Entry entry : List.copyOf(entries.values())) {
                if (entry.key.graph == graph) {
                    entries.remove(entry.key);
                    entry.removed = true;
                    gone.add(entry);
                }
            }
            gone.removeIf(entry -> entry.users > 0);
        }
        close(gone);
    }

    /**
     * Frees unused forms, the longest unused first, until at least {@code bytes} bytes are freed or none is left.
     * Returns false when nothing was freed.
     */
    public boolean evict(long bytes) {
        return evict(bytes, any -> true);
    }

    /** Evicts forms in memory that {@code which} names, as {@link #evict(long)} evicts any. */
    boolean evict(long bytes, Predicate<Object> which) {
        // So that who finds nothing has waited for what others are freeing.
        synchronized (evicting) {
            List<Entry> victims;
            synchronized (this) {
                List<Entry> unused = unused(entries.values());
                unused.removeIf(entry -> !which.test(entry.memory));
                int count = 0;
                for (long freed = 0; count < unused.size() && freed < bytes; count++) {
                    freed += unused.get(count).form.bytes();
                }
                victims = remove(unused, count);
            }
            close(victims);
            return !victims.isEmpty();
        }
    }

    private void close(List<Entry> victims) {
        victims.forEach(entry -> entry.form.close());
    }

    public synchronized long bytesOf(FormSource graph) {
        return entries.values().stream()
                .filter(entry -> entry.key.graph == graph)
                .mapToLong(entry -> entry.form.bytes())
                .sum();
    }

    /** The bytes of all forms. */
    public synchronized long bytes() {
        return entries.values().stream().mapToLong(entry -> entry.form.bytes()).sum();
    }

    /** The bytes of the forms that nobody uses. */
    public synchronized long unusedBytes() {
        return unusedBytes(any -> true);
    }

    /** The bytes of unused forms in memory that {@code which} names; see {@link #unusedBytes()}. */
    synchronized long unusedBytes(Predicate<Object> which) {
        return unused(entries.values()).stream()
                .filter(entry -> which.test(entry.memory))
                .mapToLong(entry -> entry.form.bytes())
                .sum();
    }
}
