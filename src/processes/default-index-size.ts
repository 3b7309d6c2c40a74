import { availableMemory } from '../lib/available-memory.ts';

const MEGABYTE = 2 ** 20;
/** The rest is for PostgreSQL, the process itself and the page cache. */
const MEMORY_SHARE = 0.25;
/** About 14 million properties. */
const MAX_INDEX_MB = 8_192;

/** The size that the memory index may have by default. */
export const defaultIndexMb = (memoryBytes = availableMemory()): number =>
  Math.min(MAX_INDEX_MB, Math.floor((memoryBytes * MEMORY_SHARE) / MEGABYTE));
