package jcuda;

import dev.motif.gpu.driver.NativeLibrary;

/**
 * Replaces JCuda's class of the same name. That one loads JCuda's native library from the shared temporary folder,
 * under a name that anybody can guess and that two class loaders of one JVM cannot both load. This class must keep
 * JCuda's name and signature: {@code JCudaDriver} calls it when it is initialized.
 */
public final class LibUtilsCuda {
    private LibUtilsCuda() {}

    /**
     * Loads a native library of JCuda from the jar.
     *
     * @param libraryName the library's name with its version and platform, without prefix and ending
     * @param dependentLibraryNames always empty for the driver's library
     */
    public static void loadLibrary(String libraryName, String... dependentLibraryNames) {
        NativeLibrary.load("/lib/lib" + libraryName + ".so");
    }
}
