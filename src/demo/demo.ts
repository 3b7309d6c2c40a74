import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount, createApiKey, findAccount, isLiveKey } from '../accounts/accounts.ts';
import type { Database } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { registerSource } from '../sources/sources.ts';

const ACCOUNT = 'demo';
export const DEMO_KEY_FILE = 'demo-key';

/** Creates the demo account, its key and some sources. The homes follow with the living world. */
export async function openDemo(db: Database, clock: Clock, dataDir: string): Promise<{ key: string }> {
  for (const source of demoSources) await registerSource(db, clock, source);
  return { key: await demoKey(db, clock, dataDir) };
}

/**
 * Keys are stored as digests only, so the one key that must be shown again at every start is in a file of the operator.
 */
async function demoKey(db: Database, clock: Clock, dataDir: string): Promise<string> {
  const file = join(dataDir, DEMO_KEY_FILE);
  const stored = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (await isLiveKey(db, stored)) return stored;
  const account = (await createAccount(db, clock, ACCOUNT)) ?? (await findAccount(db, ACCOUNT));
  if (account === undefined) throw new Error('the demo account could not be made');
  const { key } = await createApiKey(db, clock, { accountId: account.accountId, name: 'demo' });
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return key;
}

/** Invented portals under the reserved domain, one of each category. */
export const demoSources = [
  { slug: 'figures-immo', name: 'Figures Immo', domain: 'figures-immo.example', category: 'Portal' },
  {
    slug: 'le-bon-toit',
    name: 'Le Bon Toit',
    domain: 'le-bon-toit.example',
    category: 'Classified advertisements',
  },
  {
    slug: 'agences-reunies',
    name: 'Agences Réunies',
    domain: 'agences-reunies.example',
    category: 'Agency network',
  },
  { slug: 'cabinet-mercier', name: 'Cabinet Mercier', domain: 'cabinet-mercier.example', category: 'Agency' },
  {
    slug: 'neuf-horizon',
    name: 'Neuf Horizon',
    domain: 'neuf-horizon.example',
    category: 'New-build developer',
  },
  {
    slug: 'encheres-notariales',
    name: 'Enchères Notariales',
    domain: 'encheres-notariales.example',
    category: 'Auction house',
  },
];
