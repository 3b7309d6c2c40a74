import type { Command } from '../command.ts';
import { withDatabase } from '../with-database.ts';
import { accountCommands } from './accounts.ts';
import { analyticsCommands } from './analytics.ts';
import { deliveryCommands } from './delivery.ts';
import { feedCommands } from './feeds.ts';
import { geoCommands } from './geo.ts';
import { groupCommands } from './groups.ts';
import { importCommands } from './imports.ts';
import { ingestCommands } from './ingest.ts';
import { listingCommands } from './listings.ts';
import { loginCommands } from './login.ts';
import { propertyCommands } from './properties.ts';
import { searchCommands } from './search.ts';
import { sourceCommands } from './sources.ts';
import { worldCommands } from './world.ts';

/** Loaded only to run: a short command need not wait for the server's modules, half a second of a laptop's time. */
const runner = () => import('../run.ts');

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  {
    words: 'serve',
    usage: '',
    summary: 'run the API alone',
    help: ['Run as many as you need over one DATABASE_URL. PORT and HOST say where it listens.'],
    run: async ({ settings }) => (await runner()).runProcess(settings, ['serve']),
  },
  {
    words: 'work',
    usage: '',
    summary: 'run the worker alone',
    help: ['Run as many as you need over one DATABASE_URL. It answers /health and /metrics on WORK_PORT.'],
    run: async ({ settings }) => (await runner()).runProcess(settings, ['work']),
  },
  {
    words: 'migrate',
    usage: '',
    summary: 'bring the database to the schema of this version',
    help: ['Every start does this too; on its own it serves deployments that migrate before they roll.'],
    run: ({ settings }) =>
      withDatabase(settings, async () => void process.stdout.write('the database is up to date\n')),
  },
  ...accountCommands,
  ...loginCommands,
  ...deliveryCommands,
  ...geoCommands,
  ...importCommands,
  ...ingestCommands,
  ...feedCommands,
  ...sourceCommands,
  ...listingCommands,
  ...groupCommands,
  ...analyticsCommands,
  ...searchCommands,
  ...propertyCommands,
  ...worldCommands,
];
