import { resolve } from 'node:path';
import { startProgress } from '../../lib/progress.ts';
import { type Command, type CommandInput, usageError } from '../command.ts';
import { print } from '../output.ts';

function parseWholeNumber(options: CommandInput['options'], name: string, defaultValue: number): number {
  const given = options[name];
  if (given === undefined) return defaultValue;
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < 0)
    throw usageError(`--${name} takes a whole number, not "${given}"`);
  return number;
}

async function generate({ options }: CommandInput): Promise<void> {
  const { writeWorld } = await import('../../world/write.ts');
  const directory = options['out'];
  if (typeof directory !== 'string') throw usageError('--out DIR is missing');
  const days = parseWholeNumber(options, 'days', 90);
  const world = {
    seed: String(options['seed'] ?? '1'),
    properties: parseWholeNumber(options, 'properties', 2_000),
    days,
    revisitDays: parseWholeNumber(options, 'revisit', 7),
  };
  const progress = startProgress('generating listings', { total: days, unit: 'days' });
  const written = await writeWorld(world, resolve(directory), () => progress.advance());
  progress.finish();
  print(
    `${written.observations} observations of ${written.listings} listings of ${written.properties} properties`,
  );
}

export const worldCommands: Command[] = [
  {
    words: 'world generate',
    usage: '--out DIR [--seed S] [--properties N] [--days D] [--revisit DAYS]',
    summary: 'generate French listings with their ground truth',
    help: [
      'Writes observations.ndjson, in the order of time, and truth.ndjson: for each URL its true property, whether its',
      'last price is coherent, and whether its building has look-alikes. The same arguments give the same bytes.',
      'DAYS is the time between two observations without news; 0 omits them.',
    ],
    options: {
      out: { type: 'string' },
      seed: { type: 'string' },
      properties: { type: 'string' },
      days: { type: 'string' },
      revisit: { type: 'string' },
    },
    run: generate,
  },
];
