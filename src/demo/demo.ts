import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount, createKey, findAccount, isLiveKey } from '../accounts/accounts.ts';
import type { Database } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { survivingPropertyId } from '../properties/lookup.ts';
import { record } from '../properties/record.ts';
import { listSources, registerSource } from '../sources/sources.ts';
import { demoListings } from './homes.ts';
import { demoSources } from './world.ts';

const ACCOUNT = 'demo';
const KEY_FILE = 'demo-key';

/** The demo world: there after every start, the same on every machine, and never in the way of real accounts. */
export async function openDemo(db: Database, clock: Clock, dataDir: string): Promise<{ key: string }> {
  for (const source of demoSources) await registerSource(db, clock, source);
  await recordHomes(db, clock);
  return { key: await demoKey(db, clock, dataDir) };
}

async function recordHomes(db: Database, clock: Clock): Promise<void> {
  const [first] = demoSources;
  const { rows } = await listSources(db, { page: 1, name: first?.name });
  const source = rows.find(({ slug }) => slug === first?.slug);
  if (source === undefined) throw new Error('the demo source could not be made');
  const { id, slug, domain } = source;
  for (const home of demoListings({ id, slug, domain: domain ?? '' }, clock.now())) {
    const isKnown = (await survivingPropertyId(db, home.propertyId)) !== undefined;
    if (!isKnown) await db.transaction((tx) => record(tx, { listings: [home] }, clock.now()), { retries: 3 });
  }
}

/** Keys are stored as digests only, so the one key that must be shown again at every start is kept in a file of the operator's. */
async function demoKey(db: Database, clock: Clock, dataDir: string): Promise<string> {
  const file = join(dataDir, KEY_FILE);
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (await isLiveKey(db, kept)) return kept;
  const account = (await createAccount(db, clock, ACCOUNT)) ?? (await findAccount(db, ACCOUNT));
  if (account === undefined) throw new Error('the demo account could not be made');
  const { key } = await createKey(db, clock, { accountId: account.accountId, name: 'demo' });
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return key;
}
