package dev.motif.algorithm;

import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Cases that a source folder beside the product adds to lists which tests of all algorithms share. */
public interface MoreCases {
    /** The cases that are added to a list, whose elements have the type that its user names. */
    Stream<?> of(String list);

    /** The cases that all implementations add to a list; {@link ServiceLoader} finds them. */
    static <T> Stream<T> of(String list, Class<? super T> type) {
        return ServiceLoader.load(MoreCases.class).stream()
                .flatMap(found -> found.get().of(list))
                .map(added -> MoreCases.<T>cast(added, type));
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object added, Class<? super T> type) {
        return (T) type.cast(added);
    }
}
