import { isDeepStrictEqual } from 'node:util';
import { type PreparedAdvert, prepareAdvert, type StatedAttributes } from './advert.ts';
import { agencyFeeFacts } from './agency-fees.ts';
import { bedroomFacts } from './bedrooms.ts';
import { buildingFacts } from './building.ts';
import { chargeFacts } from './charges.ts';
import { diagnosticFacts } from './diagnostic.ts';
import type { FactPath, TextFact } from './fact.ts';
import { flagFacts } from './flags.ts';
import { floorFacts } from './floor.ts';
import { furnishedFacts } from './furnished.ts';
import { gardenFacts } from './garden.ts';
import { homeAreaFacts } from './home-area.ts';
import { kindFacts } from './kind.ts';
import { lotFacts } from './lot.ts';
import { otherAreaFacts } from './other-areas.ts';
import { parkingFacts } from './parking.ts';
import { propertyTaxFacts } from './property-tax.ts';
import { rentFacts } from './rent.ts';
import { roomFacts } from './rooms.ts';

type Reader = (advert: PreparedAdvert) => TextFact[];

const READERS: readonly Reader[] = [
  ...[floorFacts, buildingFacts, roomFacts, bedroomFacts, homeAreaFacts, otherAreaFacts, diagnosticFacts],
  ...[lotFacts, chargeFacts, agencyFeeFacts, propertyTaxFacts, rentFacts, flagFacts, parkingFacts],
  ...[gardenFacts, furnishedFacts],
];

/** Reads the facts of a French text, one per path. Facts that the text contradicts are discarded. */
export function readTextFacts(title: string, description: string, known: StatedAttributes = {}): TextFact[] {
  const stated = prepareAdvert(title, description, known);
  const kind = agreedFacts(kindFacts(stated));
  const named = (path: FactPath) => kind.find((each) => each.path === path)?.value;
  const advert = {
    ...stated,
    propertyType: known.propertyType ?? (named('propertyType') as StatedAttributes['propertyType']),
    transactionType:
      known.transactionType ?? (named('transaction.type') as StatedAttributes['transactionType']),
  };
  return [...kind, ...agreedFacts(READERS.flatMap((read) => read(advert)))];
}

function agreedFacts(facts: readonly TextFact[]): TextFact[] {
  const agreed = [...Map.groupBy(facts, ({ path }) => path).values()].map(agreement);
  const known = agreed.filter((each) => each !== undefined);
  const valueAt = (path: FactPath) => known.find((each) => each.path === path)?.value;
  const isAtOdds = valueAt('unit.groundFloor') === true && valueAt('unit.floor') !== 0;
  return isAtOdds ? known.filter(({ path }) => path !== 'unit.floor' && path !== 'unit.groundFloor') : known;
}

/** The common value of all facts of a path; undefined when they disagree. */
function agreement(facts: readonly TextFact[]): TextFact | undefined {
  let [agreed] = facts;
  for (const each of facts) {
    if (agreed === undefined || each.value === undefined) return undefined;
    const value = sameValue(agreed, each);
    if (value === undefined) return undefined;
    agreed = { ...agreed, value, confidence: Math.max(agreed.confidence, each.confidence) };
  }
  return agreed;
}

/** 65 m² and 65,2 m² are the same area; the more precise one is used. */
function sameValue(one: TextFact, other: TextFact): unknown {
  if (isDeepStrictEqual(one.value, other.value)) return one.value;
  if (!one.path.startsWith('area.') || typeof one.value !== 'number' || typeof other.value !== 'number')
    return undefined;
  if (Math.abs(one.value - other.value) >= 1) return undefined;
  return Number.isInteger(one.value) ? other.value : one.value;
}
