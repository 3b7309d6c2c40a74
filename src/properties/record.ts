import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { insertProperty } from './store.ts';

/** Makes a property known under its id; a known one stays as it is. */
export const recordProperty = (db: Db, clock: Clock, propertyId: string): Promise<void> =>
  insertProperty(db, propertyId, clock.now());
