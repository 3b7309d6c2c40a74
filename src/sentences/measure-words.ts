import type { FilterPath } from '../catalogue/filters.ts';
import { matchAt } from './folded-text.ts';

/** What a figure measures. */
export type Dimension =
  | 'price'
  | 'rent'
  | 'pricePerArea'
  | 'area'
  | 'land'
  | 'rooms'
  | 'bedrooms'
  | 'bathrooms'
  | 'floor';

export const dimensionPaths: Readonly<Record<Dimension, FilterPath>> = {
  price: 'property.pricing.displayed',
  rent: 'property.pricing.displayed',
  pricePerArea: 'property.pricing.pricePerArea',
  area: 'property.areas.displayed',
  land: 'property.areas.land',
  rooms: 'property.unit.rooms',
  bedrooms: 'property.unit.bedrooms',
  bathrooms: 'property.unit.bathrooms',
  floor: 'property.unit.floor',
};

/** Whole numbers: "moins de 3 chambres" is at most 2. */
export const isCounted = (dimension: Dimension): boolean =>
  ['rooms', 'bedrooms', 'bathrooms', 'floor'].includes(dimension);

export type Comparison = 'lte' | 'gte' | 'lt' | 'gt' | 'about' | 'between';

const M2 = String.raw`(?:m ?2|m(?:et|è?t)res? carr?es?|sq ?m|sq\.? ?m(?:et(?:er|re)s?)?|square met(?:er|re)s?)(?![a-z0-9])`;
const EURO = String.raw`(?:€|euros?(?![a-z])|eur(?![a-z])|(?<=\d{3})e(?![a-z0-9]))`;

const units: readonly (readonly [Dimension, RegExp, number])[] = [
  [
    'pricePerArea',
    new RegExp(`[ -]*(?:${EURO} ?)?(?:/ ?|(?:par|du|le|au|per|a|by|the|each) +)${M2}`, 'y'),
    1,
  ],
  ['price', new RegExp(`[ -]*${EURO}(?!\\d)`, 'y'), 1],
  ['price', / ?(?=(?:t?cc|hc|pcm|pm)(?![a-z0-9]))/y, 1],
  ['area', new RegExp(`[ -]*${M2}`, 'y'), 1],
  ['area', /[ -]*(?:sq\.? ?f(?:ee|oo)?t|ft ?2|square f(?:ee|oo)t)(?![a-z0-9])/y, 0.092903],
  ['land', /[ -]*(?:hectares?|ha)(?![a-z0-9])/y, 10_000],
  ['land', /[ -]*acres?(?![a-z0-9])/y, 4_046.86],
  ['land', /[ -]*ares?(?![a-z0-9])/y, 100],
  [
    'rooms',
    /[ -]*(?:pieces? principales?|pieces?|pces?|pcs?|p(?=[ ,.;]|$)|rooms?)(?![a-z0-9])(?! d'eau)/y,
    1,
  ],
  [
    'bedrooms',
    /[ -]*(?:chambres?(?! de (?:bonne|service))|chbres?|chs?|bed(?: |-)?rooms?|beds?|brs?|bdrs?|bdrms?)(?![a-z0-9])/y,
    1,
  ],
  ['bathrooms', /[ -]*(?:salles? de bains?|sdbs?|bath(?: |-)?rooms?|baths?)(?![a-z0-9])/y, 1],
];

export interface Unit {
  readonly dimension: Dimension;
  readonly factor: number;
  readonly end: number;
}

export function readUnit(text: string, at: number): Unit | undefined {
  for (const [dimension, pattern, factor] of units) {
    const found = matchAt(pattern, text, at);
    if (found !== null) return { dimension, factor, end: at + found[0].length };
  }
  return undefined;
}

const nouns: readonly (readonly [Dimension, RegExp])[] = [
  ['pricePerArea', new RegExp(`(?:prix|price|€|tarif) ?(?:(?:au|du|par|per|a|le|/) ?)?(?:${M2})`, 'y')],
  [
    'price',
    /(?:budget|bdgt|prix(?: d'achat| de vente)?|(?:asking |purchase |sale )?price|enveloppe|montant)\b/y,
  ],
  ['rent', /(?:loyers?|(?:monthly )?rent)\b/y],
  [
    'land',
    /(?:surface (?:de |du )?terrain|(?:terrain|parcelle)(?: (?:clos|cloture|arbore|plat|constructible|prive|privatif|attenant|viabilise|paysager|boise)e?s?)*|plot(?: size)?|land(?: area)?)\b/y,
  ],
  [
    'area',
    /(?:surface(?: habitable| totale)?|superficie|surf|living (?:area|space)|floor area|area|size)\b/y,
  ],
  ['rooms', /(?:nombre de pieces|nb pieces|pieces|rooms)(?= ?[:=]| (?:min|max))/y],
  ['bedrooms', /(?:nombre de chambres|nb chambres|chambres|bedrooms)(?= ?[:=]| (?:min|max))/y],
];

export interface Noun {
  readonly dimension: Dimension;
  readonly end: number;
}

export function readNoun(text: string, at: number): Noun | undefined {
  for (const [dimension, pattern] of nouns) {
    const found = matchAt(pattern, text, at);
    if (found !== null) return { dimension, end: at + found[0].length };
  }
  return undefined;
}

const before: readonly (readonly [Comparison, RegExp])[] = [
  [
    'lte',
    /(?:(?:pas|rien|jamais) (?:(?:a )?plus|au[- ]dela|au[- ]dessus) (?:de|d'|que)|(?:no|not|nothing|never) (?:more than|over|above|higher than|bigger than|larger than|exceeding)|sans (?:aller au[- ]dela de|depasser)|(?:ne |n')?(?:pas )?(?:depass(?:er|ant|e)|exced(?:er|ant|e))(?: pas)?|not to exceed|limitee? a|capped at)(?![a-z])/y,
  ],
  [
    'gte',
    /(?:pas (?:moins|en[- ]dessous|au[- ]dessous) (?:de|d')|(?:no|not|nothing) (?:less than|fewer than|under|below|smaller than|lower than))(?![a-z])/y,
  ],
  [
    'lt',
    /(?:a )?(?:moins (?:de|d'|que)|- ?de(?= \d)|strictement inferieure?s? a|less than|fewer than|cheaper than|under|below|inferieure?s? a|inf\.? a|en[- ]dessous de|au[- ]dessous de|<(?!=))/y,
  ],
  [
    'gt',
    /(?:a )?(?:plus (?:de|d'|que)|\+ ?de(?= \d)|upwards of|in excess of|more than|over|above|bigger than|larger than|superieure?s? a|sup\.? a|au[- ]dessus d[eu]|au[- ]dela d[eu]|>(?!=))/y,
  ],
  [
    'lte',
    /(?:(?:un |au |en |grand )?max(?:imum|i)?(?![a-z])\.?(?: of)?|jusqu'?(?:e| )?(?:a|au)(?![a-z])|au plus|sous(?: la barre des| les)?(?= \d)|dans la limite de|inferieure?s? ou egale?s? a|plafond(?:e)?(?: de| a)?|up to|at most|<=|≤|within(?= (?:a budget of )?[€\d]))/y,
  ],
  [
    'gte',
    /(?:d')?(?:au moins|au minimum|(?:un )?min(?:imum|i)?(?![a-z])\.?(?: of)?|a partir (?:de|du|d')|des(?= \d)|superieure?s? ou egale?s? a|at least|starting (?:at|from)|from(?= [€\d])|>=|≥)/y,
  ],
  [
    'about',
    /(?:env\.|environ|autour (?:de|des|du)|aux? (?:alentours|environs) (?:de|des|du)|approximativement|approx(?:imately)?\.?|around|about|circa|~|dans les|pres de)(?![a-z])/y,
  ],
  ['between', /(?:entre|between|comprise?s? entre)(?![a-z])/y],
];

const after: readonly (readonly [Comparison, RegExp])[] = [
  [
    'lte',
    / ?(?:-|,|\()? ?(?:(?:au |en |grand )?max(?:imum|i)?(?![a-z])\.?|ou moins|et moins|or less|or (?:under|below|lower)|au plus|at most|tops)\)?/y,
  ],
  [
    'gte',
    / ?(?:-|,|\()? ?(?:(?:au )?min(?:imum|i)?(?![a-z])\.?(?! (?:a pied|de |du |en |from))|(?:et|ou) (?:plus|\+)(?! d)|au moins|at least|or (?:more|above|higher|bigger|larger|over|greater)|and (?:more|up|above|over)|et au[- ]dela|\+(?=[ ]*(?:[,;.)]|$))|(?<=\d)\+(?=[ ,;.)])|plus(?=[,.;]|$))\)?/y,
  ],
  ['about', / ?(?:env\.?|environ|approx(?:imately|imativement)?\.?)(?![a-z])(?! ?€?\d)/y],
];

export interface ComparisonMatch {
  readonly comparison: Comparison;
  readonly end: number;
}

const readComparison =
  (patterns: typeof before) =>
  (text: string, at: number): ComparisonMatch | undefined => {
    for (const [comparison, pattern] of patterns) {
      const found = matchAt(pattern, text, at);
      if (found !== null) return { comparison, end: at + found[0].length };
    }
    return undefined;
  };

export const readComparisonBefore = readComparison(before);
export const readComparisonAfter = readComparison(after);
