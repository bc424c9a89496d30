package dev.motif.backend.work;

import dev.motif.parallel.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * The work of one run that several devices do together: positions from 0 on, such as positions of start vertices in an
 * order that is the same on each device. A device claims a range of them, works on it, and claims the next, so that a
 * slow device, or one that others use too, delays nobody. Where positions differ too much in work, a device without any
 * gets a part of what another one has claimed: a {@link DonatedWork}. Thread-safe.
 */
public final class DynamicSchedule {
    /** The claims that a device is to have before it at any time: few enough to cost little, enough for an even end. */
    private static final double CLAIMS_AHEAD = 3;

    /**
     * A claim has at least this part of what there is for one device: each one waits for its turn on a device that others use
     * too.
     */
    private static final int LEAST_PARTS = 32;

    private static final long POLL_MILLIS = 1;

    private final int devices;
    private final WorkPart part;
    private long next;
    private long end = -1;
    private long length = -1;
    private long checksum;
    /** Participants that have claimed something, in the order of their first claims. */
    private final Set<Participant> claimants = new LinkedHashSet<>();

    /** The share that said first how much there is. */
    private Participant first;

    /** Whether devices give each other parts of what they have claimed. */
    private boolean gives;

    /** Work that was donated and not taken yet. */
    private final Deque<DonatedWork> donations = new ArrayDeque<>();

    /** Where devices give each other work: the participants that have begun, and do not wait for work. */
    private final Set<Participant> working = new HashSet<>();

    private int waiting;

    /** Whether all of these were waiting, so that nobody will give any more. */
    private boolean finished;

    /** Participants that have taken donated work. */
    private final Set<Participant> takers = new HashSet<>();

    /** Whether some of what was found has left the run. */
    private volatile boolean handedOver;

    /** Participants that have done all that they claimed, and wait for the others. */
    private final Set<Participant> met = new HashSet<>();

    /** Participants that exchange their results, since all work is done; null before. */
    private List<Participant> members;

    /** Whether what was found does not count, since a device is lost that had some of the work. */
    private volatile boolean isVoid;

    /** A part of the work that a device gives to another one. */
    public interface DonatedWork extends AutoCloseable {
        @Override
        void close();
    }

    /** The positions in {@code [from, to)}. */
    public record Range(long from, long to) {}

    /** @param part which of all positions the devices do */
    DynamicSchedule(int devices, WorkPart part) {
        this.devices = devices;
        this.part = part;
    }

    /** Whether all of the work must be done again. */
    boolean isVoid() {
        return isVoid;
    }

    /**
     * Sends a share home for good for which nothing is left, when it has done nothing, nor said how much there is; returns
     * whether it was.
     */
    private synchronized boolean sendHome(Participant share) {
        boolean mayBeGiven = gives && !finished;
        boolean isOnlyOne = share == first && claimants.isEmpty();
        share.isSentHome |= next == end && !isOnlyOne && !hasWork(share) && !mayBeGiven;
        return share.isSentHome;
    }

    private boolean hasWork(Participant share) {
        return claimants.contains(share) || takers.contains(share);
    }

    /** The order of the positions, on all devices that have begun. */
    synchronized WorkPart.Order order() {
        return new WorkPart.Order(length, checksum);
    }

    private synchronized void begin(Participant by, long positions, long checksumOfOrder) {
        if (length >= 0 && (length != positions || checksum != checksumOfOrder)) {
            throw new IllegalStateException("devices disagree on the work: " + order() + ", and "
                    + new WorkPart.Order(positions, checksumOfOrder));
        }
        if (length < 0) {
            next = part.first(positions);
            end = part.end(positions);
        }
        length = positions;
        checksum = checksumOfOrder;
        lead(by);
    }

    /** Makes a share the one that has a result although nobody has claimed anything, unless there is one already. */
    private void lead(Participant by) {
        first = first == null || first.isSentHome ? by : first;
    }

    private synchronized Range claim(Participant by, long from, long to, LongUnaryOperator endOfClaim) {
        if (by.isSentHome) {
            return null;
        }
        long start = Math.max(next, from);
        long last = Math.min(to, end);
        if (start >= last) {
            return null;
        }
        next = Math.max(start + 1, Math.min(last, endOfClaim.applyAsLong(start)));
        claimants.add(by);
        return new Range(start, next);
    }

    private synchronized boolean lose(Participant share) {
        if (handedOver) {
            return false;
        }
        isVoid |= hasWork(share) || members != null && members.contains(share);
        stopWorking(share);
        first = first == share ? null : first;
        return true;
    }

    private void meet(Participant share, Cancellation cancellation) {
        synchronized (this) {
            met.add(share);
            notifyAll();
        }
        await(cancellation, () -> {
            lead(share);
            if (members == null && next == end && met.containsAll(sharesWithResults())) {
                members = sharesWithResults();
            }
            return members != null && members.contains(share);
        });
    }

    private List<Participant> sharesWithResults() {
        return claimants.isEmpty() ? List.of(first) : List.copyOf(claimants);
    }

    private synchronized List<Participant> members() {
        return members;
    }

    private void meetAgain(Participant share, Cancellation cancellation) {
        long times;
        synchronized (this) {
            times = ++share.meetings;
            notifyAll();
        }
        await(cancellation, () -> members.stream().allMatch(member -> member.meetings >= times));
    }

    private void beginReading(Participant other, Cancellation cancellation) {
        await(cancellation, () -> {
            if (!other.hasLeft) {
                other.readers++;
            }
            return !other.hasLeft;
        });
    }

    private synchronized void endReading(Participant other) {
        other.readers--;
        notifyAll();
    }

    private synchronized void leave(Participant share) {
        share.hasLeft = true;
        boolean interrupted = false;
        while (share.readers > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until {@code condition}, which is asked by one thread at a time, is true. */
    private void await(Cancellation cancellation, BooleanSupplier condition) {
        try {
            while (true) {
                cancellation.check();
                synchronized (this) {
                    if (condition.getAsBoolean()) {
                        return;
                    }
                    wait(POLL_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for other devices");
        }
    }

    private synchronized void handOver() {
        if (isVoid) {
            throw new CancellationException("all of the work is done again");
        }
        handedOver = true;
    }

    private synchronized void beginGiving(Participant share) {
        gives = true;
        working.add(share);
    }

    private synchronized boolean isAwaited() {
        return waiting > donations.size();
    }

    private synchronized void give(DonatedWork donation) {
        donations.add(donation);
        notifyAll();
    }

    private DonatedWork await(Participant share, Cancellation cancellation) {
        beginWaiting(share);
        DonatedWork[] taken = new DonatedWork[1];
        try {
            await(cancellation, () -> {
                if (!donations.isEmpty()) {
                    working.add(share);
                    takers.add(share);
                    taken[0] = donations.remove();
                }
                return taken[0] != null || finished;
            });
            return taken[0];
        } finally {
            endWaiting();
        }
    }

    private synchronized void beginWaiting(Participant share) {
        stopWorking(share);
        waiting++;
    }

    private synchronized void stopWorking(Participant share) {
        working.remove(share);
        finished = finished || gives && working.isEmpty() && donations.isEmpty();
        notifyAll();
    }

    private synchronized void endWaiting() {
        waiting--;
    }

    /** Frees what was given and not taken. */
    synchronized void close() {
        donations.forEach(DonatedWork::close);
        donations.clear();
    }

    Participant share() {
        return new Participant(this);
    }

    /** One device's share of the work. */
    public static final class Participant {
        private final DynamicSchedule work;

        /** How often this device has met all others of an exchange. */
        private long meetings;

        /** How many devices are reading what this one has found. */
        private int readers;

        private boolean hasLeft;

        /** Whether this device has been told that nothing is left for it. */
        private boolean isSentHome;

        /** The result of this device, for others to read. */
        private volatile Object offer;

        private Participant(DynamicSchedule work) {
            this.work = work;
        }

        /** The share of a device that does all of the work, and need not claim it. */
        public static Participant whole() {
            return new Participant(null);
        }

        /** Whether this device does all of the work. */
        public boolean isWhole() {
            return work == null;
        }

        /**
         * Says how many positions there are; each device does it, before it claims any.
         *
         * @param checksum the checksum of the order that gives positions their meaning; another one on another device
         *     is an error, since the devices would count some parts of the graph twice, and others never
         */
        public void begin(long positions, long checksum) {
            work.begin(this, positions, checksum);
        }

        /**
         * Claims the next positions in {@code [from, to)}; null when none is left there. Stages of the work that come one
         * behind the other have consecutive positions.
         *
         * @param end gives the end of a claim by its start; a device may get another one's claim
         */
        public Range claim(long from, long to, LongUnaryOperator end) {
            return work.claim(this, from, to, end);
        }

        /**
         * Gives the ranges of the positions in {@code [0, positions)}, all of about the same work, that this device is to
         * work on, and in the end null: all positions at once, or smaller and smaller ranges that it claims.
         *
         * @param checksum see {@link #begin}
         */
        public Supplier<Range> ranges(long positions, long checksum) {
            return ranges(positions, checksum, from -> positions);
        }

        /**
         * Claims ranges of positions that differ in their work.
         *
         * @param wanted gives how many are wanted by the first of them; where there are several devices they may get fewer
         */
        public Supplier<Range> ranges(long positions, long checksum, LongUnaryOperator wanted) {
            if (isWhole()) {
                Iterator<Range> all = List.of(new Range(0, positions)).iterator();
                return () -> all.hasNext() ? all.next() : null;
            }
            begin(positions, checksum);
            double least = (double) positions / (LEAST_PARTS * work.devices);
            LongUnaryOperator end = from -> from
                    + Math.min(wanted.applyAsLong(from), (long) Math.ceil(Math.max(least, next(positions - from))));
            return () -> claim(0, positions, end);
        }

        /**
         * How much of the remaining work the next claim should have: less and less, so that all devices end together.
         */
        public double next(double left) {
            return left / (CLAIMS_AHEAD * work.devices);
        }

        /** Whether nothing is left for this device, which has done nothing so far, or nothing that counts. */
        boolean hasNothingToDo() {
            return work.isVoid || work.sendHome(this);
        }

        /**
         * Says that something that was found leaves the run, so that it must not be found again.
         *
         * @throws CancellationException when all is to be found again already
         */
        public void handOver() {
            if (!isWhole() && !work.handedOver) {
                work.handOver();
            }
        }

        /** Says that this device may give away parts of its work, and will {@link #await} such parts in the end. */
        public void beginGiving() {
            work.beginGiving(this);
        }

        /** Whether a device waits for work. */
        public boolean isAwaited() {
            return work.isAwaited();
        }

        /** Gives some of the work of this device to one that waits. */
        public void give(DonatedWork donation) {
            work.give(donation);
        }

        /** Waits for work; returns what is given, owned by the caller, or null when all work is done. */
        public DonatedWork await(Cancellation cancellation) {
            return work.await(this, cancellation);
        }

        /**
         * Waits until all that was claimed has been found.
         *
         * @param found what this device has found, which others may read from then on until {@link #leave}
         */
        void meet(Object found, Cancellation cancellation) {
            offer = found;
            if (!isWhole()) {
                work.meet(this, cancellation);
            }
        }

        /** Participants that reached the barrier, in one order on all devices; without those that claimed no work. */
        List<Participant> members() {
            return isWhole() ? List.of(this) : work.members();
        }

        /** Waits until all that have met are as far as this device. */
        void meetAgain(Cancellation cancellation) {
            if (!isWhole()) {
                work.meetAgain(this, cancellation);
            }
        }

        /** Runs {@code reading} on what {@code other} has found, which stays as long. */
        <T> void read(Participant other, Class<T> type, Cancellation cancellation, Consumer<T> reading) {
            work.beginReading(other, cancellation);
            try {
                reading.accept(type.cast(other.offer));
            } finally {
                work.endReading(other);
            }
        }

        /** Lets nobody read any more what this device has found, and waits for those that do. */
        void leave() {
            if (!isWhole()) {
                work.leave(this);
            }
        }

        /**
         * Says that this device is lost: if it had some of the work, or has met others, all is to be done again. Returns false when it must not
         * be done again.
         */
        boolean lose() {
            return work.lose(this);
        }
    }
}
