package dev.motif.graph.file;

/**
 * The CRC-32 of several pieces of bytes that follow one another, from the CRC-32 of each: the one of the first piece is
 * multiplied by x to the power of the bits behind it, modulo the polynomial of CRC-32. Polynomials have their
 * coefficients in the bits of an int, the coefficient of x to the power of 0 in the highest bit.
 */
public final class Crc {
    private static final int POLYNOMIAL = 0xEDB88320;
    private static final int ONE = 1 << 31;

    private Crc() {}

    /**
     * The CRC-32 of two pieces of bytes, one behind the other.
     *
     * @param first the CRC-32 of some bytes, 0 for none
     * @param second the CRC-32 of the bytes behind them
     * @param length how many these are
     */
    public static int joined(int first, int second, long length) {
        return product(first, powerOfX(Byte.SIZE * length)) ^ second;
    }

    private static int powerOfX(long exponent) {
        int power = ONE;
        int square = ONE >>> 1;
        for (long left = exponent; left != 0; left >>>= 1) {
            power = (left & 1) == 0 ? power : product(power, square);
            square = product(square, square);
        }
        return power;
    }

    private static int product(int a, int b) {
        int sum = 0;
        int shifted = b;
        for (int coefficient = ONE; coefficient != 0; coefficient >>>= 1) {
            sum ^= (a & coefficient) == 0 ? 0 : shifted;
            shifted = (shifted >>> 1) ^ ((shifted & 1) == 0 ? 0 : POLYNOMIAL);
        }
        return sum;
    }
}
