import { join } from 'node:path';
import { Engine } from '../warehouse/engine.ts';
import type { Settings } from './settings.ts';

export type WarehouseSettings = Pick<
  Settings,
  'DATA_DIR' | 'WAREHOUSE_DIR' | 'WAREHOUSE_MEMORY_MB' | 'WAREHOUSE_THREADS'
>;

/** The analytics engine of this process. It opens on first use. */
export const createWarehouseEngine = (settings: WarehouseSettings): Engine =>
  new Engine({
    folder: settings.WAREHOUSE_DIR ?? join(settings.DATA_DIR, 'warehouse'),
    memoryMb: settings.WAREHOUSE_MEMORY_MB,
    threads: settings.WAREHOUSE_THREADS,
  });
