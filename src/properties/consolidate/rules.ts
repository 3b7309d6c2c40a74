import type { Consolidation } from '../../catalogue/consolidation.ts';
import type { ConsolidatedProperty } from '../../catalogue/document.ts';
import type { Node } from '../../catalogue/nodes.ts';
import { propertyVocabularies } from '../../catalogue/property-vocabularies.ts';
import { canonical } from '../../lib/canonical.ts';
import { countBits } from '../../lib/count-bits.ts';
import { normalizeWords } from '../../lib/text.ts';
import type { ClaimedPicture, ListingState } from '../listing-state.ts';
import { pickLargestAgreeing } from './areas.ts';
import {
  byAge,
  type ClaimsBlock,
  type ConsolidatedValue,
  isCoherent,
  isLive,
  type StatedValue,
  squareMetresPerUnit,
} from './stated-value.ts';

/** `stated` is never empty and sorted by recency, so that the first of equals is from the most recent listing. */
export type Rule = (
  stated: readonly StatedValue[],
  node: Node,
  measure: string | undefined,
) => ConsolidatedValue | undefined;

/** The value with the highest rank; the first of equals. */
function pickBest(
  stated: readonly StatedValue[],
  rank: (one: StatedValue) => number,
): StatedValue | undefined {
  let found: StatedValue | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const one of stated) {
    const height = rank(one);
    if (found !== undefined && height <= highest) continue;
    found = one;
    highest = height;
  }
  return found;
}

function toConsolidatedValue(one: StatedValue | undefined, measure?: string): ConsolidatedValue | undefined {
  if (one === undefined || measure === undefined) return one && { value: one.value };
  return { value: one.value, measure: one.beside[measure] };
}

/**
 * The live listings; when all are offline, those that left last, so that a property retains its last state. Among
 * them, the ones with a coherent price, if any.
 */
function pickTrusted(stated: readonly StatedValue[]): readonly StatedValue[] {
  const trusted = pickPresent(stated);
  const sound = trusted.filter(({ listing }) => isCoherent(listing));
  return sound.length > 0 ? sound : trusted;
}

function pickPresent(stated: readonly StatedValue[]): readonly StatedValue[] {
  const live = stated.filter(({ listing }) => isLive(listing));
  if (live.length > 0) return live;
  const left = Math.max(...stated.map(({ listing }) => listing.expiredAt?.getTime() ?? 0));
  return stated.filter(({ listing }) => listing.expiredAt?.getTime() === left);
}

/** Whether all listings state one and the same: then no rule has to choose between them. */
function areEqual([first, ...others]: readonly StatedValue[], measure?: string): boolean {
  if (first === undefined || typeof first.value === 'object') return false;
  for (const { value, beside } of others) {
    if (value !== first.value) return false;
    if (measure !== undefined && beside[measure] !== first.beside[measure]) return false;
  }
  return true;
}

const pickMostFrequent: Rule = (stated, _node, measure) => {
  if (stated.length === 1 || areEqual(stated, measure)) return toConsolidatedValue(stated[0], measure);
  const keyOf = ({ value, beside }: StatedValue): unknown =>
    measure === undefined ? keyOfValue(value) : canonical([value, beside[measure]]);
  const trusted = pickTrusted(stated);
  const keys = new Map(trusted.map((one) => [one, keyOf(one)]));
  const times = new Map<unknown, number>();
  for (const key of keys.values()) times.set(key, (times.get(key) ?? 0) + 1);
  return toConsolidatedValue(
    pickBest(trusted, (one) => times.get(keys.get(one)) ?? 0),
    measure,
  );
};

const keyOfValue = (value: unknown): unknown => (typeof value === 'object' ? canonical(value) : value);

/** Areas are compared in square metres; a block by its `value`. */
function statedSize({ value, beside }: StatedValue): number {
  if (typeof value === 'number') return value * squareMetresPerUnit(beside['unit']);
  const block = value as ClaimsBlock;
  return Number(block['value'] ?? 0) * squareMetresPerUnit(block['unit'] ?? beside['unit']);
}

/** Dates are strings that sort chronologically; years are numbers; a block has a `date`, or sorts last. */
function statedTime({ value }: StatedValue): number {
  if (typeof value === 'number') return value;
  const day = typeof value === 'string' ? value : (value as ClaimsBlock)['date'];
  return typeof day === 'string' ? Date.parse(day) : Number.NEGATIVE_INFINITY;
}

const mergeUnion: Rule = (stated, node) => {
  const values = [...new Set(stated.flatMap(({ value }) => value as unknown[]))];
  const of = node.kind === 'list' ? node.of : node;
  // In the order of the vocabulary, so that the order of arrival does not matter.
  const known: readonly unknown[] = of.kind === 'choice' ? of.vocabulary.values : [];
  const indexOf = (value: unknown) => known.indexOf(value);
  return { value: values.sort((one, other) => indexOf(one) - indexOf(other)) };
};

const statuses: readonly string[] = propertyVocabularies.transactionStatus.values;
/** SOLD and RENTED have the same rank: the end of a transaction. */
const statusRank = (status: unknown): number =>
  -statuses.indexOf(status === 'RENTED' ? 'SOLD' : String(status));

/** An offline listing does not count for the current status. */
const pickStrongestStatus: Rule = (stated) =>
  toConsolidatedValue(pickBest(pickPresent(stated), ({ value }) => statusRank(value)));

const pickLongestText: Rule = (stated) => {
  if (stated.length === 1 || areEqual(stated)) return toConsolidatedValue(stated[0]);
  const groups = [...Map.groupBy(stated, ({ value }) => normalizeWords(String(value))).values()];
  const largest = Math.max(...groups.map((group) => group.length));
  const texts = groups.filter((group) => group.length === largest).flat();
  return toConsolidatedValue(pickBest(texts, ({ value }) => String(value).length));
};

const pickFinest: readonly string[] = propertyVocabularies.locationAccuracy.values;
export const accuracyRank = ({ beside }: StatedValue): number =>
  -pickFinest.indexOf(String(beside['accuracy'] ?? 'UNKNOWN'));

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** The rules of single attributes. Rules over several attributes are in `areas.ts` and `pictures.ts`. */
export const rules: Partial<Record<Consolidation, Rule>> = {
  'most-frequent': pickMostFrequent,
  max: (stated, _node, measure) =>
    toConsolidatedValue(
      measure === 'unit' ? pickLargestAgreeing(stated, statedSize) : pickBest(stated, statedSize),
      measure,
    ),
  min: (stated) => toConsolidatedValue(pickBest(stated, ({ value }) => -Number(value))),
  latest: (stated) => toConsolidatedValue(pickBest(stated, statedTime)),
  union: mergeUnion,
  'true-wins': (stated) => ({ value: stated.some(({ value }) => value === true) }),
  'strongest-status': pickStrongestStatus,
  'longest-text': pickLongestText,
  'most-recent': (stated) => toConsolidatedValue(stated.find(({ value }) => !isEmpty(value))),
  'most-accurate': (stated) => toConsolidatedValue(pickBest(stated, accuracyRank)),
};

export { pickBest };

/**
 * Of 64 bits. Hashes of one photograph at other sizes and compressions differ by up to 3 bits, other photographs
 * by 10 or more.
 */
const MAX_NEAR_DUPLICATE_BITS = 6;

interface PerceptualHash {
  high: number;
  low: number;
}

function parseHash({ phash }: ClaimedPicture): PerceptualHash | undefined {
  if (phash === undefined || !/^[0-9a-f]{16}$/i.test(phash)) return undefined;
  return { high: Number.parseInt(phash.slice(0, 8), 16), low: Number.parseInt(phash.slice(8), 16) };
}

const isNearDuplicate = (one: PerceptualHash, other: PerceptualHash): boolean =>
  countBits(one.high ^ other.high) + countBits(one.low ^ other.low) <= MAX_NEAR_DUPLICATE_BITS;

/**
 * Every picture once, the oldest listing's first: a listing that is added, changed or removed does not reorder the
 * others.
 */
export function pickDistinctPictures(listings: readonly ListingState[]): ConsolidatedProperty['pictures'] {
  const urls = new Set<string>();
  const prints: PerceptualHash[] = [];
  for (const picture of listings.toSorted(byAge).flatMap(({ pictures }) => pictures)) {
    if (urls.has(picture.url)) continue;
    const print = parseHash(picture);
    if (print !== undefined && prints.some((known) => isNearDuplicate(known, print))) continue;
    urls.add(picture.url);
    if (print !== undefined) prints.push(print);
  }
  return [...urls].map((url) => ({ url }));
}
