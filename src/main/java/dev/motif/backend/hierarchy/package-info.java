/** Communities at all levels of numbers that peeling gives to vertices or edges: those of cores, trusses, tips and wings alike. */
package dev.motif.backend.hierarchy;
