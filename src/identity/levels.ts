/**
 * The comparisons of two listings and their levels, the most alike first. A comparison whose facts are not known on both sides has
 * no level and says nothing. Fitting keeps this order: a level never weighs more than the one before it.
 */
export const COMPARISONS = {
  type: ['same', 'other'],
  area: ['exact', 'equal', 'rounding', 'within2', 'otherDecimals', 'within5', 'within10', 'beyond'],
  rooms: ['same', 'one', 'more'],
  bedrooms: ['same', 'one', 'more'],
  bathrooms: ['same', 'other'],
  floor: ['same', 'unstated', 'one', 'more'],
  floors: ['same', 'other'],
  price: [
    'path',
    'moves',
    'equalFine',
    'equal',
    'equalRound',
    'moved',
    'fee1',
    'fee4',
    'within1',
    'fee7',
    'within4',
    'within7',
    'misprint',
    'within8',
    'within16',
    'beyond',
  ],
  rent: [
    'path',
    'moves',
    'equalFine',
    'equal',
    'equalRound',
    'misprint',
    'moved',
    'within1',
    'within4',
    'within8',
    'within16',
    'beyond',
  ],
  place: ['sameZone', 'sameDepartment', 'elsewhere'],
  neighbourhood: ['same', 'other'],
  street: ['same', 'other'],
  number: ['same', 'other'],
  point: ['spot', 'close', 'near', 'walk', 'away', 'far'],
  certificate: ['same', 'other'],
  energy: ['same', 'one', 'other'],
  letter: ['same', 'next', 'other'],
  year: ['same', 'near', 'other'],
  charges: ['same', 'near', 'older', 'other'],
  tax: ['same', 'near', 'older', 'other'],
  land: ['same', 'near', 'other'],
  photos: ['most', 'several', 'one', 'none'],
  ownText: ['copy', 'alike', 'akin', 'touching', 'other'],
  otherText: ['copy', 'alike', 'akin', 'touching', 'other'],
  words: ['many', 'several', 'some', 'few', 'none'],
  reference: ['same', 'unsure', 'other'],
  privatePhone: ['same', 'other'],
  bothLive: ['apart', 'together'],
  lot: ['same', 'other'],
  facing: ['same', 'unstated', 'other'],
  flags: ['telling', 'all', 'agree', 'mostly', 'one', 'two', 'more'],
} as const satisfies Record<string, readonly string[]>;

export type Comparison = keyof typeof COMPARISONS;
export type LevelOf<Name extends Comparison> = (typeof COMPARISONS)[Name][number];
export type Levels = { [Name in Comparison]?: LevelOf<Name> | undefined };

export const comparisons = Object.keys(COMPARISONS) as Comparison[];

export type Weights = { [Name in Comparison]: { [Level in LevelOf<Name>]: number } };

/** The weights of one fit, in bits of evidence. */
export interface FittedWeights {
  /** The score of any pair that blocking finds before its facts are compared, for a zone of one listing. */
  bias: number;
  weights: Weights;
}

export interface Model extends FittedWeights {
  /** Moves with every fit: edges scored by another model are scored again. */
  version: string;
  /** The features and levels that the weights were fitted for: FEATURE_VERSION at the time. */
  featureVersion: number;
  /**
   * The weights for two listings that state figures only: no text, photo or advertiser. There a figure must carry what
   * texts and photos carry elsewhere, and sources that publish such adverts mask points and prices.
   */
  figuresOnly: FittedWeights;
}
