/**
 * The numbers that vertices have in the sets of GBC, and Border, which exchanges them so that sets take fewer words.
 *
 * <p>May use {@code graph} and {@code parallel}.
 */
package dev.motif.research.gbc.order;
