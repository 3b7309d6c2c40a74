import { readWarehouseState } from '../../analytics/manifest.ts';
import { rebuildWarehouse } from '../../analytics/rebuild.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

export const analyticsCommands: Command[] = [
  {
    words: 'analytics status',
    usage: '',
    summary: 'what the warehouse of listing events holds',
    help: [
      'Closed files with their events and bytes, events that wait for a file, changes not taken over yet.',
    ],
    run: ({ settings }) =>
      withDatabase(settings, async (db) => {
        const state = await readWarehouseState(db);
        for (const [name, count] of Object.entries(state ?? {})) print(`${name}\t${count}`);
      }),
  },
  {
    words: 'analytics rebuild',
    usage: '',
    summary: 'build the warehouse of listing events anew',
    help: [
      'For a lost folder, or a database restored from a backup. A running worker does the rest; until it is done figures are incomplete.',
    ],
    run: ({ settings }) =>
      withDatabase(settings, async (db) => {
        print(`${await rebuildWarehouse(db, systemClock)} changes are due`);
      }),
  },
];
