package jcuda;

import dev.motif.gpu.NativeLibrary;

/**
 * Takes the place of the class of this name in JCuda, which loads its native library from the shared temporary folder
 * under a name that anybody can guess and that two class loaders of one JVM cannot both load. Must keep JCuda's name and
 * signature: {@code JCudaDriver} calls it when it is initialized.
 */
public final class LibUtilsCuda {
    private LibUtilsCuda() {}

    /**
     * @param libraryName the library's name with its version and platform, without prefix and ending
     * @param dependentLibraryNames always empty for the driver's library
     */
    public static void loadLibrary(String libraryName, String... dependentLibraryNames) {
        NativeLibrary.load("/lib/lib" + libraryName + ".so");
    }
}
