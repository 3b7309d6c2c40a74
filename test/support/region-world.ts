import type { AlertRule } from '../../src/alerts/derive-events.ts';
import { serviceVocabularies } from '../../src/catalogue/service-vocabularies.ts';
import type { Tree } from '../../src/criteria/tree.ts';
import type { Connection } from '../../src/db/connection.ts';
import type { OpenDatabase } from '../../src/db/pool.ts';
import type { Database } from '../../src/db/sql.ts';
import { createPlaceService, type PlaceService } from '../../src/geo/place-service.ts';
import { type Observation, validateObservation } from '../../src/ingest/observation.ts';
import { openPipeline } from '../../src/ingest/open.ts';
import { ingest } from '../../src/ingest/pipeline.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { World } from '../../src/world/generate.ts';
import { createTestAlert } from './alerts.ts';
import { startApi } from './api.ts';
import { frenchDatabase } from './database.ts';
import { createOwner } from './owners.ts';
import { parseTree } from './parse-tree.ts';
import { openServiceRegions } from './regions.ts';
import type { TestScope } from './test-scope.ts';

export interface RegionWorld {
  observations: readonly Observation[];
  /** The database of the service with several regions. */
  home: { db: OpenDatabase; connection: Connection };
  one: OpenDatabase;
  several: OpenDatabase;
  places: PlaceService;
  /** Over several regions. */
  api: Awaited<ReturnType<typeof startApi>>;
  /** An alert on everything: of the service with one region, and of the other. */
  alerts: readonly [{ id: string; accountId: string }, { id: string; accountId: string }];
}

/** Every event of a property. */
export const EVERY_RULE: readonly AlertRule[] = serviceVocabularies.alertEventType.values.map(
  (eventType) => ({
    eventType,
    scope: 'PROPERTY',
  }),
);

export const PARIS_AND_RHONE = [
  { name: 'paris', countries: [], divisions: ['FR:75'] },
  { name: 'rhone', countries: [], divisions: ['69'] },
];

export const observeWorld = (world: World): Observation[] =>
  [...world.days()].flatMap((day) =>
    day.observations.flatMap((draft) => {
      const validated = validateObservation(draft);
      return 'observation' in validated ? [validated.observation] : [];
    }),
  );

/** The same homes for a service with one region, and for one with three: the second must answer like the first. */
export async function openRegionWorld(t: TestScope): Promise<RegionWorld> {
  const observations = observeWorld(new World({ seed: 'regions', properties: 24, days: 8, noise: 0 }));
  const home = await frenchDatabase(t);
  const one = (await frenchDatabase(t)).db;
  // Both databases have the divisions of France, which take seconds to load.
  const places = createPlaceService(one, () => undefined);
  const several = await openServiceRegions(t, { ...home, places }, PARIS_AND_RHONE);
  const api = await startApi(t, { db: several });
  const addAlert = async (db: Database, owner: { accountId: string }) => ({
    ...(await createTestAlert(db, systemClock, owner, { criteria: null })),
    accountId: owner.accountId,
  });
  const alerts = [
    await addAlert(one, await createOwner(one, systemClock)),
    await addAlert(several, api.owner),
  ] as const;
  return { observations, home, one, several, places, api, alerts };
}

/** Ingests in batches and counts the outcomes. */
export async function feedRegions(
  db: Database,
  places: PlaceService,
  observations: readonly Observation[],
): Promise<Record<string, number>> {
  const pipeline = openPipeline(db, systemClock, { places });
  const counts: Record<string, number> = {};
  for (let at = 0; at < observations.length; at += 40) {
    const some = observations.slice(at, at + 40).map((observation) => ({ observation }));
    for (const outcome of await ingest(pipeline, some)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

export const inPlaces = (...uniqueCodes: string[]): Tree =>
  parseTree({ property: { locations: { in: { uniqueCodes } } } });
