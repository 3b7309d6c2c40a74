import { resolve } from 'node:path';
import { startProgress } from '../../lib/progress.ts';
import { type Command, type CommandInput, usageError } from '../command.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function parseWholeNumber(options: CommandInput['options'], name: string, otherwise: number): number {
  const given = options[name];
  if (given === undefined) return otherwise;
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < 0)
    throw usageError(`--${name} takes a whole number, not "${given}"`);
  return number;
}

async function generate({ options }: CommandInput): Promise<void> {
  const { writeWorld } = await import('../../world/write.ts');
  const folder = options['out'];
  if (typeof folder !== 'string') throw usageError('--out FOLDER is missing');
  const days = parseWholeNumber(options, 'days', 90);
  const world = {
    seed: String(options['seed'] ?? '1'),
    properties: parseWholeNumber(options, 'properties', 2_000),
    days,
    revisitDays: parseWholeNumber(options, 'revisit', 7),
  };
  const progress = startProgress('making a world', { total: days, unit: 'days' });
  const written = await writeWorld(world, resolve(folder), () => progress.advance());
  progress.finish();
  print(
    `${written.observations} observations of ${written.listings} listings of ${written.properties} properties`,
  );
}

export const worldCommands: Command[] = [
  {
    words: 'world generate',
    usage: '--out FOLDER [--seed S] [--properties N] [--days D] [--revisit DAYS]',
    summary: 'make a world of French listings, with the truth about them',
    help: [
      'Writes observations.ndjson, in the order of time, and truth.ndjson: for each address the property it truly shows, whether its',
      'last price is coherent, and whether it stands in a building of look-alikes. The same arguments give the same bytes.',
      'DAYS is the time between two visits that find nothing new; 0 leaves such visits out.',
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
