import type { PreparedAdvert } from './advert.ts';
import { LIKELY, type TextFact, textFact } from './fact.ts';

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
export function kindFacts({ title }: PreparedAdvert): TextFact[] {
  const words = title.split(/[^a-z0-9]+/).slice(0, FIRST_WORDS);
  const found = words.find((one) => typeOf(one) !== undefined || OF_ITS_SURROUNDINGS.test(one));
  const type = found && typeOf(found);
  const [toLet, forSale] = [TO_LET.test(title), FOR_SALE.test(title)];
  return [
    ...(type === undefined ? [] : [textFact('propertyType', type, LIKELY)]),
    ...(toLet === forSale ? [] : [textFact('transaction.type', toLet ? 'RENT' : 'SELL', LIKELY)]),
  ];
}
