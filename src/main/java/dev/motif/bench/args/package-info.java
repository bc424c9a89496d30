/** Named values that a user gives, and what to say when one is wrong. */
package dev.motif.bench.args;
