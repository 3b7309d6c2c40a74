import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { model } from '../../src/identity/model.ts';
import { listingIdFromUrl } from '../../src/lib/ids.ts';
import { computeGroupingScores } from './measures.ts';
import { isPresent, readRows, realCities, sampleRows, toAdverts, toObservation } from './real-adverts.ts';
import { groupAdverts } from './real-score.ts';
import { runGable } from './run-gable.ts';

/** One of so many dwellings with a single advert, as the Valencia sample was drawn. */
const SINGLE_SHARE = 4;

/** One quarter of Barcelona through `gable ingest` and `gable groups export`, beside the same adverts in memory. */
export async function runRealThroughIngest(folder: string, samples: string, period: string): Promise<void> {
  const { barcelona } = realCities(samples);
  if (!isPresent(barcelona)) {
    console.log(`the real samples are not in ${samples}`);
    return;
  }
  const rows = sampleRows(readRows(barcelona), SINGLE_SHARE).filter((row) => row['PERIOD'] === period);
  const file = join(folder, 'adverts.ndjson');
  const observations = rows.map((row, index) => toObservation(row, index, barcelona.name));
  writeFileSync(file, observations.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const began = performance.now();
  const dataDir = join(folder, 'data');
  await runGable(dataDir, ['ingest', file, '--format', 'ndjson']);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const exported = (await runGable(dataDir, ['groups', 'export'])).map((line) => JSON.parse(line));
  const found = new Map(exported.map(({ url, propertyId }) => [listingIdFromUrl(url) ?? '', propertyId]));
  const adverts = await toAdverts(rows, barcelona.name);
  const truth = new Map(adverts.map(({ feature, dwelling }) => [feature.listingId, dwelling]));
  console.log(`${found.size} adverts of ${period}, fed in ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, groups] of [
    ['PostgreSQL', found],
    ['memory', (await groupAdverts(adverts, model)).found],
  ] as const) {
    const { precision, recall, f1, bCubedF1 } = computeGroupingScores(groups, truth);
    const figures = [precision, recall, f1, bCubedF1].map((value) => value.toFixed(4));
    console.log(
      `  ${name.padEnd(12)} precision, recall ${figures[0]} ${figures[1]}, F1 ${figures[2]}, B-cubed F1 ${figures[3]}`,
    );
  }
}
