import { Type } from 'typebox';
import { plainResource, type Resource } from '../src/api/resource.ts';
import { type Route, readOne } from '../src/api/route.ts';
import { day, madeListing, recordTogether } from '../test/fixtures/listing-states.ts';
import { startApi } from '../test/support/api.ts';
import { frenchDatabase } from '../test/support/database.ts';
import { openTestMemory } from '../test/support/memory-engine.ts';
import { flat, locationHere } from '../test/support/searches.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { startCallCounts } from './path-files/coverage.ts';
import { openListingPath } from './path-files/listing.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Files of src with a function that runs for one search from memory, and for one listing up to its webhook';

/** Files of periodic work are not touched by every request: the intersection leaves them out. */
const REQUESTS = 8;
const WARM_UP_REQUESTS = 20;
const PROPERTIES = 30;
/** Lyon, which the search names, and other towns. */
const TOWNS = ['69123', '13055', '31555', '44109', '67482', '59350'] as const;

/** `--list` prints them. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { list } = parseOptions(args, { list: false });
  const { search, queryNothing } = await openService(scope);
  for (const accept of ['application/vnd.api+json', 'application/json']) {
    const shared = new Set(await filesOf(() => queryNothing(accept)));
    const files = await filesOf(() => search(accept));
    const own = files.filter((file) => !shared.has(file));
    console.log(
      `one search as ${accept}: ${own.length} files, and ${files.length - own.length} of any query`,
    );
    if (list) for (const file of files) console.log(`  ${shared.has(file) ? '-' : '+'} ${file}`);
  }
  const files = await filesOf(await openListingPath(scope));
  console.log(`one listing from an observation to a webhook: ${files.length} files`);
  if (list) for (const file of files) console.log(`  ${file}`);
}

const nothing = plainResource(
  'Nothing',
  '/nothing',
  Type.Object({ id: Type.String() }, { additionalProperties: false }),
);
/** A query without a use case: its files are those of every query with a JSON body. */
const nothingRoute: Route = {
  ...readOne({
    path: '/nothing',
    operationId: 'queryNothing',
    tag: 'Bench',
    summary: 'Nothing',
    routeType: 'other',
    resource: nothing,
    find: async () => ({ id: '0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f' }),
  }),
  method: 'POST',
  isQuery: true,
  body: {
    schema: Type.Object({ size: Type.Number(), name: Type.String() }, { additionalProperties: false }),
    resource: nothing as Resource,
    bare: true,
  },
};

/** A server over HTTP whose searches the memory index answers. */
async function openService(scope: { after(end: () => Promise<void>): void }) {
  const { db, connection } = await frenchDatabase(scope);
  for (let count = 0; count < PROPERTIES; count += 1)
    await recordTogether(
      db,
      [madeListing(flat(TOWNS[count % TOWNS.length] ?? TOWNS[0], 100_000 + count))],
      day(1),
    );
  const { engine, answeredBy } = await openTestMemory(scope, db, connection);
  const api = await startApi(scope, { db, engine, routes: [nothingRoute] });
  const origin = `http://127.0.0.1:${await api.listen()}`;
  const post = async (path: string, accept: string, body: object): Promise<void> => {
    const headers = { 'x-api-key': api.owner.key, 'content-type': 'application/json', accept };
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} ${text.slice(0, 500)}`);
  };
  const criteria = locationHere(TOWNS[0], {
    transaction: { type: { in: ['SELL'] } },
    type: { in: ['FLAT'] },
    pricing: { displayed: { lte: 500_000 } },
  });
  return {
    queryNothing: (accept: string) => post('/nothing', accept, { size: 1, name: 'nothing' }),
    async search(accept: string) {
      await post('/properties', accept, { criteria });
      if (answeredBy.at(-1) !== 'memory') throw new Error(`answered by ${answeredBy.at(-1)}`);
    },
  };
}

/** The files touched by each of several requests. */
async function filesOf(request: () => Promise<void>): Promise<string[]> {
  for (let count = 0; count < WARM_UP_REQUESTS; count += 1) await request();
  const counts = await startCallCounts();
  let common: Set<string> | undefined;
  for (let count = 0; count < REQUESTS; count += 1) {
    await counts.touchedFiles();
    await request();
    const touched = await counts.touchedFiles();
    common = common?.intersection(touched) ?? touched;
  }
  await counts.stop();
  return [...(common ?? [])].sort();
}
