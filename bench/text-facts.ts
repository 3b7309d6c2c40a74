import { createReadStream, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readFeed } from '../src/ingest/feed.ts';
import type { FormatName } from '../src/ingest/format-names.ts';
import { cleanText } from '../src/ingest/normalise/clean-text.ts';
import { isFrench } from '../src/ingest/normalise/from-text.ts';
import { getAtPath, mapClaims, splitClaimPath } from '../src/ingest/normalise/map-claims.ts';
import type { IncomingObservation } from '../src/ingest/observation.ts';
import {
  type FactPath,
  isReliable,
  MEASURED,
  MIN_PRECISION,
  type TextFact,
} from '../src/ingest/text-facts/fact.ts';
import { readTextFacts } from '../src/ingest/text-facts/read-text-facts.ts';

export const title = 'Facts read from French texts against the columns of the same adverts';

const SAMPLES = join(import.meta.dirname, '../../shared/samples');
const LABELLED: readonly (readonly [FormatName, string])[] = [
  ['bienici', join(SAMPLES, 'scraped-bienici/bienici-part1.csv')],
];

/** For one fact: how often a text states it, how often a column does too, and how often both agree. */
interface Count {
  read: number;
  labelled: number;
  right: number;
  stated: number;
}

export async function run(): Promise<void> {
  const counts = new Map<FactPath, Count>();
  let adverts = 0;
  for (const [format, path] of LABELLED) {
    if (!existsSync(path)) {
      console.log(`  ${basename(path)}: skipped, the file is not there`);
      continue;
    }
    const feed = { format, source: 'labelled', observedAt: new Date() };
    for await (const reading of readFeed(createReadStream(path), feed))
      if ('observation' in reading && count(reading, counts)) adverts += 1;
  }
  console.log(`  ${adverts} French adverts; a fact is shown and searched from ${MIN_PRECISION * 100} % on`);
  for (const [path, figures] of [...counts].sort(([one], [other]) => one.localeCompare(other)))
    console.log(`  ${path.padEnd(50)} ${line(path, figures)}`);
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '    -' : `${((100 * part) / whole).toFixed(1).padStart(5)} %`;

function line(path: FactPath, { read, labelled, right, stated }: Count): string {
  const measure = MEASURED[path];
  const known = measure === undefined ? 'never' : share(measure.right, measure.read);
  const verdict = isReliable(path) ? 'searched' : 'silent';
  return `read ${String(read).padStart(4)}, precision ${share(right, labelled)} of ${labelled}, recall ${share(right, stated)} of ${stated}; read by people ${known}: ${verdict}`;
}

/** The columns of an advert are its labels: the reader does not see what they state. */
function count({ observation }: IncomingObservation, counts: Map<FactPath, Count>): boolean {
  const { payload } = observation;
  const [heading, text] = [payload?.title ?? '', cleanText(payload?.description ?? '')];
  if (payload == null || !isFrench(`${heading}\n${text}`, payload.location?.countryCode)) return false;
  const { claims } = mapClaims(payload, payload.transactionType);
  const facts = readTextFacts(heading, text, payload);
  const paths = new Set([...facts.map(({ path }) => path), ...(Object.keys(MEASURED) as FactPath[])]);
  for (const path of paths) {
    const figures = counts.get(path) ?? { read: 0, labelled: 0, right: 0, stated: 0 };
    counts.set(path, figures);
    add(
      figures,
      facts.find((fact) => fact.path === path),
      getAtPath(claims, splitClaimPath(path)),
    );
  }
  return true;
}

function add(figures: Count, fact: TextFact | undefined, label: unknown): void {
  if (label !== undefined && label !== false) figures.stated += 1;
  if (fact === undefined) return;
  figures.read += 1;
  if (label === undefined) return;
  figures.labelled += 1;
  if (isSame(label, fact.value)) figures.right += 1;
}

/** Numbers are rounded differently in a text and in a column. */
function isSame(label: unknown, read: unknown): boolean {
  if (typeof label === 'number' && typeof read === 'number')
    return Math.abs(label - read) <= Math.max(1, 0.02 * label);
  return JSON.stringify(label) === JSON.stringify(read);
}
