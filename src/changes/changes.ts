import { cacheSharedSecret, forgetSharedSecret } from '../db/shared-secret.ts';
import type { Database, Db } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import type { ChangesContext } from './read-changes.ts';
import { LogTail } from './tail.ts';

/** Signs the cursors of the stream. */
const STREAM_SECRET = 'change stream';

/**
 * Makes every cursor given out so far invalid. A restored database has other transaction ids, and a mirror that went on
 * from an older cursor would miss changes without noticing.
 */
export const forgetStreamCursors = (db: Db): Promise<void> => forgetSharedSecret(db, STREAM_SECRET);

export type ChangeStreams = ChangesContext & { tail: LogTail };

/** What the routes of the change stream share in a process. */
export const createChangeStreams = (db: Database, clock: Clock, places: PlaceService): ChangeStreams => ({
  db,
  clock,
  secret: cacheSharedSecret(db, STREAM_SECRET),
  tail: new LogTail(db, clock),
  async lineage() {
    const register = await places.register();
    return (id: string) => register.ancestorsOf(id);
  },
});
