import type { Command } from '../command.ts';
import { withDatabase } from '../with-database.ts';
import { accountCommands } from './accounts.ts';
import { analyticsCommands } from './analytics.ts';
import { backupCommands } from './backup.ts';
import { deliveryCommands } from './delivery.ts';
import { doctorCommands } from './doctor.ts';
import { feedCommands } from './feeds.ts';
import { geoCommands } from './geo.ts';
import { groupCommands } from './groups.ts';
import { importCommands } from './imports.ts';
import { ingestCommands } from './ingest.ts';
import { listingCommands } from './listings.ts';
import { loginCommands } from './login.ts';
import { propertyCommands } from './properties.ts';
import { regionCommands } from './regions.ts';
import { roadCommands } from './roads.ts';
import { searchCommands } from './search.ts';
import { sourceCommands } from './sources.ts';
import { statsCommands } from './stats.ts';
import { valuationCommands } from './valuation.ts';
import { worldCommands } from './world.ts';

/** Loaded on use: the server's modules take half a second that a short command need not wait. */
const runner = () => import('../run.ts');

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  {
    words: 'serve',
    usage: '',
    summary: 'run only the API',
    help: ['Any number may run on one DATABASE_URL. PORT and HOST set where it listens.'],
    run: async ({ settings }) => (await runner()).runProcess(settings, ['serve']),
  },
  {
    words: 'work',
    usage: '',
    summary: 'run only the worker',
    help: ['Any number may run on one DATABASE_URL. It answers /health and /metrics on WORK_PORT.'],
    run: async ({ settings }) => (await runner()).runProcess(settings, ['work']),
  },
  {
    words: 'migrate',
    usage: '',
    summary: 'apply the migrations of this version',
    help: ['Every start does this too; the command is for deployments that migrate first.'],
    run: ({ settings }) =>
      withDatabase(settings, async () => void process.stdout.write('the database is up to date\n')),
  },
  ...doctorCommands,
  ...backupCommands,
  ...regionCommands,
  ...accountCommands,
  ...loginCommands,
  ...deliveryCommands,
  ...geoCommands,
  ...roadCommands,
  ...importCommands,
  ...ingestCommands,
  ...feedCommands,
  ...sourceCommands,
  ...listingCommands,
  ...groupCommands,
  ...analyticsCommands,
  ...valuationCommands,
  ...searchCommands,
  ...statsCommands,
  ...propertyCommands,
  ...worldCommands,
];
