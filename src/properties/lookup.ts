import type { Db } from '../db/sql.ts';
import { survivorOf } from './store.ts';

/** The property that answers for an id: itself, or the one it was merged into. */
export const survivingPropertyId = (db: Db, propertyId: string): Promise<string | undefined> =>
  survivorOf(db, propertyId);
