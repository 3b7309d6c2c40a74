import { join } from 'node:path';
import { IndexBuilder } from '../properties/search/memory/index-builder.ts';
import type { Settings } from './settings.ts';

export type MemorySettings = Pick<Settings, 'SEARCH_MEMORY_MB' | 'DATA_DIR'>;

const MEGABYTE = 2 ** 20;

export const snapshotFile = (dataDir: string): string => join(dataDir, 'search', 'properties');

export const maxIndexBytes = ({ SEARCH_MEMORY_MB }: MemorySettings): number => SEARCH_MEMORY_MB * MEGABYTE;

/** Its thread reads a stored index at once, while the database starts; undefined if SEARCH_MEMORY_MB is 0. */
export const openIndexBuilder = (settings: MemorySettings): IndexBuilder | undefined =>
  settings.SEARCH_MEMORY_MB === 0
    ? undefined
    : new IndexBuilder({ file: snapshotFile(settings.DATA_DIR), maxBytes: maxIndexBytes(settings) });
