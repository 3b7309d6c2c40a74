import type { Database, Db } from '../db/sql.ts';
import type { Places } from '../geo/places.ts';
import { model } from '../identity/model.ts';
import { SqlIdentityStore } from '../identity/store.ts';
import { CountedZones } from '../identity/zone-sizes.ts';
import type { Clock } from '../lib/clock.ts';
import { Lanes } from './lanes.ts';
import type { Pipeline } from './pipeline.ts';
import { RememberedScores } from './remembered-scores.ts';

/** A pipeline over the database. */
export function openPipeline(
  db: Database,
  clock: Clock,
  { places }: { places: Pick<Places, 'locate'> },
): Pipeline {
  const zones = new CountedZones();
  return {
    db,
    clock,
    locate: (countryCode, clue) => places.locate(countryCode, clue),
    lanes: new Lanes(),
    identityOver: (within: Db) => ({
      store: new SqlIdentityStore(within),
      scorer: new RememberedScores(model),
      zones: zones.sizes,
    }),
    recount: (at, placed) => zones.recount(db, at, placed),
  };
}
