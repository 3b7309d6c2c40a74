import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listingIdFromUrl } from '../../src/lib/ids.ts';
import { World } from '../../src/world/generate.ts';
import { countLines } from './count-lines.ts';

/** Homes of one world; about 3.7 adverts each. Worlds follow one another in the same towns, so that zones grow denser as the market does. */
const HOMES = 5_000;
const DAYS = 30;
const rateWorld = (world: number): WorldSize => ({ seed: `rate-${world}`, homes: HOMES });

export const openRateWorld = (world: number): World => openWorld(rateWorld(world));

/** Files of JSON lines with so many adverts in all, each once, as first seen. Written before the measurement, and reused by the next run. */
export async function advertFiles(folder: string, listings: number): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (let [world, made] = [1, 0]; made < listings; world += 1) {
    const path = join(folder, `adverts-${world}.ndjson`);
    if (!existsSync(path)) await write(path, rateWorld(world));
    made += await countLines(path);
    files.push(path);
  }
  return files;
}

/** The home of each advert of the first so many of those files, by the id of its listing. */
export function homesOfAdverts(files: number): Map<string, string> {
  const homes = new Map<string, string>();
  for (let world = 1; world <= files; world += 1) {
    const made = openRateWorld(world);
    for (const _ of made.days());
    for (const { url, propertyId } of made.truth())
      homes.set(listingIdFromUrl(url) ?? '', `${world}/${propertyId}`);
  }
  return homes;
}

/** Homes of a world that is ingested and measured as a whole: about 2,600 adverts. */
const FEW_HOMES = 700;

/** The adverts of a separate world in the same towns. */
export async function freshWorld(folder: string, world: number): Promise<{ path: string; adverts: number }> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `fresh-${world}.ndjson`);
  if (!existsSync(path)) await write(path, { seed: `fresh-${world}`, homes: FEW_HOMES });
  return { path, adverts: await countLines(path) };
}

interface WorldSize {
  seed: string;
  homes: number;
}

const openWorld = ({ seed, homes }: WorldSize): World => new World({ seed, properties: homes, days: DAYS });

async function write(path: string, size: WorldSize): Promise<void> {
  const made = openWorld(size);
  const firstSights = function* (): Generator<string> {
    const seen = new Set<string>();
    for (const { observations } of made.days()) {
      for (const observation of observations) {
        if (seen.has(observation.url)) continue;
        seen.add(observation.url);
        yield `${JSON.stringify(observation)}\n`;
      }
    }
  };
  await pipeline(Readable.from(firstSights()), createWriteStream(`${path}.part`));
  await rename(`${path}.part`, path);
}
