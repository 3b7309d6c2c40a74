import type { FeedObservation, Observation } from '../../src/ingest/observation.ts';
import { serializeJson } from '../../src/ingest/serialized-json.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { World } from '../../src/world/generate.ts';

const DAYS = 30;
/** The first sight, and two price drops later on. */
const PRICES = [1, 0.97, 0.94];
export const DAYS_BETWEEN = 40;

/** One advert a home, at each of its prices. */
export function* observationsOverTime(
  homes: number,
  { isShort }: { isShort: boolean },
): Generator<AsyncIterable<FeedObservation>> {
  const adverts = firstAdverts(homes);
  const first = isShort ? adverts.map(shorten) : adverts;
  for (const [at, share] of PRICES.entries())
    yield readings(first.map((observation) => atPrice(observation, share, at * DAYS_BETWEEN)));
}

function firstAdverts(homes: number): Observation[] {
  const world = new World({ seed: 'disk', properties: homes, days: DAYS });
  const seen = new Set<string>();
  const first: Observation[] = [];
  for (const { observations } of world.days()) {
    for (const observation of observations) {
      const home = world.homeOf(observation.url) ?? '';
      if (observation.kind !== 'seen' || seen.has(home)) continue;
      seen.add(home);
      first.push(observation);
    }
  }
  return first;
}

/** What is left out of an advert for documents of some 2,800 bytes, of which two changes and three prices take 700. */
const LEFT_OUT = new Set([
  'diagnostic',
  'propertyTax',
  'parking',
  'charges',
  'bathrooms',
  'constructionYear',
]);
const MAX_SHORT_TEXT_CHARS = 60;
const MAX_SHORT_PICTURES = 1;

function shorten(observation: Observation): Observation {
  if (observation.kind !== 'seen') return observation;
  const members = Object.entries(observation.payload).filter(
    ([name, value]) => typeof value !== 'boolean' && !LEFT_OUT.has(name),
  );
  return { ...observation, payload: Object.fromEntries(members.map(([name, value]) => [name, cut(value)])) };
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_SHORT_TEXT_CHARS);
  return Array.isArray(value) ? value.slice(0, MAX_SHORT_PICTURES) : value;
}

function atPrice(observation: Observation, share: number, days: number): Observation {
  if (observation.kind !== 'seen') return observation;
  const observedAt = new Date(Date.parse(observation.observedAt) + days * DAY_MS).toISOString();
  const { displayedPrice } = observation.payload;
  const payload =
    typeof displayedPrice === 'number'
      ? { ...observation.payload, displayedPrice: Math.round(displayedPrice * share) }
      : observation.payload;
  return { ...observation, observedAt, payload };
}

async function* readings(observations: readonly Observation[]): AsyncGenerator<FeedObservation> {
  for (const [at, observation] of observations.entries())
    yield { observation, line: at + 1, raw: serializeJson(observation.payload), ignoredFields: [] };
}
