import { isDeepStrictEqual } from 'node:util';
import { homeAreaFacts, otherAreaFacts } from './areas.ts';
import { buildingFacts, diagnosticFacts, floorFacts, lotFacts } from './building.ts';
import { agencyFeeFacts, chargeFacts, propertyTaxFacts, rentFacts } from './costs.ts';
import { type FactPath, LIKELY, type TextFact, textFact } from './fact.ts';
import { flagFacts, furnishedFacts, gardenFacts } from './flags.ts';
import { type PreparedAdvert, prepareAdvert, type StatedAttributes } from './mention.ts';
import { parkingFacts } from './parking.ts';
import { bedroomFacts, roomFacts } from './rooms.ts';

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
  if (facts.length === 1) return agreed?.value === undefined ? undefined : agreed;
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

const TYPES: readonly [type: string, words: RegExp][] = [
  ['FLAT', /^(?:appartement|appart|appt|studio|studette|duplex|triplex|loft|penthouse|[tf][1-9])$/],
  ['HOUSE', /^(?:maison|villa|pavillon|longere|fermette|chalet|bastide|manoir|chateau)$/],
  ['BUILDING', /^immeuble$/],
  ['PARKING', /^(?:parking|garage|box)$/],
  ['OFFICE', /^bureaux?$/],
  ['LAND', /^terrain$/],
  ['SHOP', /^(?:boutique|magasin)$/],
];

const TO_LET = /^(?:a louer|loue|location)\b|\ba louer\b/;
const FOR_SALE = /^(?:a vendre|vend|vends|vente)\b|\ba vendre\b/;

/** Later nouns are what comes with the home: "maison avec garage". */
const FIRST_WORDS = 8;

/** After these words a noun is the surroundings or a part: "au sein d'un immeuble", "mas avec terrain". */
const OF_ITS_SURROUNDINGS =
  /^(?:dans|sein|avec|sur|proche|pres|au|aux|en|et|pour|face|coeur|projet|rue|ex|ancien|ancienne|propriete|mas|demeure|domaine|hotel)$/;

const typeOf = (word: string): string | undefined => TYPES.find(([, known]) => known.test(word))?.[0];

/** Reads type and transaction from the beginning of the title. */
function kindFacts({ title }: PreparedAdvert): TextFact[] {
  const words = title.split(/[^a-z0-9]+/).slice(0, FIRST_WORDS);
  const found = words.find((one) => typeOf(one) !== undefined || OF_ITS_SURROUNDINGS.test(one));
  const type = found && typeOf(found);
  const [toLet, forSale] = [TO_LET.test(title), FOR_SALE.test(title)];
  return [
    ...(type === undefined ? [] : [textFact('propertyType', type, LIKELY)]),
    ...(toLet === forSale ? [] : [textFact('transaction.type', toLet ? 'RENT' : 'SELL', LIKELY)]),
  ];
}
