import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { World, type WorldOptions } from './generate.ts';

export interface WorldTotals {
  observations: number;
  listings: number;
  properties: number;
}

/** Writes a world as two files of JSON lines, a day at a time. */
export async function writeWorld(
  options: WorldOptions,
  folder: string,
  onDay: () => void,
): Promise<WorldTotals> {
  await mkdir(folder, { recursive: true });
  const world = new World(options);
  const written = { observations: 0, listings: 0, properties: 0 };
  const observed = function* (): Generator<string> {
    for (const { observations } of world.days()) {
      for (const observation of observations) yield `${JSON.stringify(observation)}\n`;
      written.observations += observations.length;
      onDay();
    }
  };
  await pipeline(Readable.from(observed()), createWriteStream(join(folder, 'observations.ndjson')));
  const properties = new Set<string>();
  const truthLines = function* (): Generator<string> {
    for (const truth of world.truth()) {
      written.listings += 1;
      properties.add(truth.propertyId);
      yield `${JSON.stringify(truth)}\n`;
    }
  };
  await pipeline(Readable.from(truthLines()), createWriteStream(join(folder, 'truth.ndjson')));
  written.properties = properties.size;
  return written;
}
