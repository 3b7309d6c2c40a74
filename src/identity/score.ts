import { compare } from './compare.ts';
import type { ListingFeature } from './feature.ts';
import { areFiguresOnly } from './feature.ts';
import { type Comparison, comparisons, type FittedWeights, type Levels, type Model } from './levels.ts';
import { DEFAULT_ZONE_LISTINGS } from './thresholds.ts';
import { findVeto, mayBeProgramme, type Veto } from './veto.ts';

/** What is held for and against two listings being one home, in bits. */
export interface PairScore {
  score: number;
  levels: Levels;
  veto: Veto | undefined;
}

/** In a programme these say which programme, not which lot. */
export const PROGRAMME_FACTS: ReadonlySet<Comparison> = new Set([
  'photos',
  'ownText',
  'otherText',
  'words',
  'neighbourhood',
  'street',
  'number',
  'point',
  'year',
  'energy',
  'letter',
]);
export const MAX_PROGRAMME_BITS = 2;
/** These name a building, not one of its flats. */
export const BUILDING_FACTS: ReadonlySet<Comparison> = new Set([
  'type',
  'place',
  'neighbourhood',
  'street',
  'number',
  'point',
  'year',
  'floors',
]);
/** What they may speak for one flat; see docs/decisions/0078-building-facts.md. */
export const MAX_BUILDING_BITS = 4;
/** What a text says is read right nine times in ten, and may speak of something else: it counts for this much of a stated fact. */
const READ_FROM_TEXT_SHARE = 0.6;
const VETO_BITS = -30;
const POSITIONS = Object.fromEntries(comparisons.map((name, at) => [name, at])) as Record<Comparison, number>;
/** Below it a zone is thinly read, above it more listings no longer bring more look-alikes to one blocking key. */
const ZONE_SIZES = { least: 64, most: 16_384 };

/** What a pair has against it before any fact: the more listings a zone holds, the more look alike by chance. */
export function zonePrior(listings: number): number {
  const size = Math.min(ZONE_SIZES.most, Math.max(ZONE_SIZES.least, listings));
  return -Math.log2(size);
}

const NO_WEIGHTS: readonly number[] = comparisons.map(() => Number.NaN);

type WeightTable = ReadonlyMap<Comparison, ReadonlyMap<string, number>>;

const toTable = ({ weights }: FittedWeights): WeightTable =>
  new Map(comparisons.map((name) => [name, new Map(Object.entries(weights[name]))]));

export class Scorer {
  readonly model: Model;
  readonly #table: WeightTable;
  readonly #figuresOnlyTable: WeightTable;

  constructor(model: Model) {
    this.model = model;
    this.#table = toTable(model);
    this.#figuresOnlyTable = toTable(model.figuresOnly);
  }

  evidence(one: ListingFeature, other: ListingFeature, zoneListings: number): PairScore {
    const levels = compare(one, other);
    const veto = findVeto(one, other, levels);
    if (veto !== undefined) return { score: VETO_BITS, levels, veto };
    const score = this.#sumWeights(one, other, levels);
    return { score: score + this.pairPrior(one, other, { levels, zoneListings }), levels, veto };
  }

  /**
   * The score of a pair before its facts. Figures-only listings that lie close by compete with their surroundings, not
   * with a whole city: there a larger zone does not count against them.
   */
  pairPrior(
    one: ListingFeature,
    other: ListingFeature,
    { levels, zoneListings }: { levels: Levels; zoneListings: number },
  ): number {
    if (!areFiguresOnly(one, other)) return this.model.bias + zonePrior(zoneListings);
    const near = levels.point === 'spot' || levels.point === 'close';
    return (
      this.model.figuresOnly.bias +
      zonePrior(near ? Math.min(zoneListings, DEFAULT_ZONE_LISTINGS) : zoneListings)
    );
  }

  /** The weight of each comparison, in the order of `comparisons`; NaN for those without a level. */
  pairFactWeights(one: ListingFeature, other: ListingFeature, levels: Levels): readonly number[] {
    const table = areFiguresOnly(one, other) ? this.#figuresOnlyTable : this.#table;
    const read = comparisonsReadFromText(one, other);
    const facts = NO_WEIGHTS.slice();
    for (const named in levels) {
      const name = named as Comparison;
      const level = levels[name];
      if (level === undefined) continue;
      const stated = table.get(name)?.get(level) ?? 0;
      facts[POSITIONS[name]] = read.has(name) ? stated * READ_FROM_TEXT_SHARE : stated;
    }
    return facts;
  }

  #sumWeights(one: ListingFeature, other: ListingFeature, levels: Levels): number {
    const newBuild = mayBeProgramme(one, other, levels);
    const table = areFiguresOnly(one, other) ? this.#figuresOnlyTable : this.#table;
    const read = comparisonsReadFromText(one, other);
    let [score, programme, building] = [0, 0, 0];
    const isInBuilding = mayShareBuilding(one, other);
    for (const named in levels) {
      const name = named as Comparison;
      const level = levels[name];
      if (level === undefined) continue;
      const stated = table.get(name)?.get(level) ?? 0;
      const weight = read.has(name) ? stated * READ_FROM_TEXT_SHARE : stated;
      if (newBuild && PROGRAMME_FACTS.has(name)) programme += weight;
      else if (isInBuilding && BUILDING_FACTS.has(name)) building += weight;
      else score += weight;
    }
    return score + Math.min(MAX_PROGRAMME_BITS, programme) + Math.min(MAX_BUILDING_BITS, building);
  }
}

/**
 * Whether the two may be flats of one building. A house has no such neighbours. The weights of adverts of figures only
 * are fitted on pairs that are mostly neighbours: they need no bound.
 */
export const mayShareBuilding = (one: ListingFeature, other: ListingFeature): boolean =>
  one.type === 'FLAT' && other.type === 'FLAT' && !areFiguresOnly(one, other);

const NONE: ReadonlySet<Comparison> = new Set();

/** The comparisons for which the text of either had to speak. */
export const comparisonsReadFromText = (
  one: ListingFeature,
  other: ListingFeature,
): ReadonlySet<Comparison> =>
  (one.read?.length ?? 0) + (other.read?.length ?? 0) === 0
    ? NONE
    : new Set([...(one.read ?? []), ...(other.read ?? [])]);
