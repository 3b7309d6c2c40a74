import { cacheSharedSecret } from '../db/shared-secret.ts';
import type { Database } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import type { ChangesContext } from './read-changes.ts';
import { LogTail } from './tail.ts';

export type ChangeStreams = ChangesContext & { tail: LogTail };

/** What the routes of the change stream share in a process. */
export const createChangeStreams = (db: Database, clock: Clock, places: PlaceService): ChangeStreams => ({
  db,
  clock,
  secret: cacheSharedSecret(db, 'change stream'),
  tail: new LogTail(db, clock),
  async lineage() {
    const register = await places.register();
    return (id: string) => register.ancestorsOf(id);
  },
});
