import { availableMemory } from '../../lib/available-memory.ts';

const MEGABYTE = 2 ** 20;
/** Beside the memory index, which takes a quarter. The page cache has the rest of the database. */
const MEMORY_SHARE = 1 / 12;
/** The default of PostgreSQL, and enough for tests. */
export const MIN_BUFFERS_MB = 128;
const MAX_BUFFERS_MB = 2_048;

/**
 * The pages that the server keeps. Beyond them each page is copied from the page cache and its checksum computed: with
 * 146,000 listings and 128 MB that was a third of the server's CPU while listings came in.
 */
export const sharedBuffersMb = (memoryBytes = availableMemory()): number =>
  Math.min(MAX_BUFFERS_MB, Math.max(MIN_BUFFERS_MB, Math.floor((memoryBytes * MEMORY_SHARE) / MEGABYTE)));
