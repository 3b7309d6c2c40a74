import type { Db } from '../db/sql.ts';
import { findRemoved, type RemovedListing } from './store.ts';

export type Removal = RemovedListing;

export const findRemoval = (db: Db, listingId: string): Promise<Removal | undefined> =>
  findRemoved(db, listingId);
