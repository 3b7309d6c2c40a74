import { totalmem } from 'node:os';

const MEGABYTE = 2 ** 20;
/** The rest is for PostgreSQL, the process itself and the page cache. */
const MEMORY_SHARE = 0.25;
/** About 14 million properties. */
const MAX_INDEX_MB = 8_192;

/** The size that the memory index may have by default. A limit of the cgroup above the machine's memory means none. */
export function defaultIndexMb(machineBytes = totalmem(), limitBytes = process.constrainedMemory()): number {
  const bytes = limitBytes > 0 ? Math.min(machineBytes, limitBytes) : machineBytes;
  return Math.min(MAX_INDEX_MB, Math.floor((bytes * MEMORY_SHARE) / MEGABYTE));
}
