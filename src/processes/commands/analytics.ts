import { readWarehouseState } from '../../analytics/manifest.ts';
import { rebuildWarehouse } from '../../analytics/rebuild.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Command } from '../command.ts';
import { confirm, JSON_OPTION, print, printRow, YES_OPTION } from '../output.ts';
import { withDatabase } from '../with-database.ts';

export const analyticsCommands: Command[] = [
  {
    words: 'analytics status',
    usage: '[--json]',
    summary: 'show what the warehouse of listing events contains',
    help: ['Closed files with their events and bytes, events not yet in a file, changes not yet copied.'],
    options: JSON_OPTION,
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const state = await readWarehouseState(db);
        for (const [name, count] of Object.entries(state ?? {}))
          printRow(given, { name, count }, [name, count]);
      }),
  },
  {
    words: 'analytics rebuild',
    usage: '[--yes]',
    summary: 'rebuild the warehouse of listing events',
    help: [
      'For a lost directory, or a database restored from a backup. A running worker does the work;',
      'analytics are incomplete until it is done.',
    ],
    options: YES_OPTION,
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        await confirm(given, 'Rebuild the warehouse? Analytics are incomplete until it is done.');
        print(`${await rebuildWarehouse(db, systemClock)} changes are due`);
      }),
  },
];
