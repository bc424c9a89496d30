/** Memory on the host and on a device, and time on both, estimated before a run. */
package dev.motif.backend.cost;
