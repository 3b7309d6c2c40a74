import type { Consolidation } from '../../catalogue/consolidation.ts';
import type { Node } from '../../catalogue/nodes.ts';
import { propertyVocabularies } from '../../catalogue/property-vocabularies.ts';
import { canonical } from '../../lib/canonical.ts';
import { wordsOf } from '../../lib/text.ts';
import { type Block, type Chosen, isCoherent, isLive, metresIn, type Stated } from './stated.ts';

/** `stated` is never empty and stands in order of recency, so that the first of equals is the most recent listing's. */
type Rule = (stated: readonly Stated[], node: Node, measure: string | undefined) => Chosen | undefined;

/** The largest by a rank; the first of equals. */
function best(stated: readonly Stated[], rank: (one: Stated) => number): Stated | undefined {
  let found: Stated | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const one of stated) {
    const height = rank(one);
    if (found !== undefined && height <= highest) continue;
    found = one;
    highest = height;
  }
  return found;
}

const asChosen = (one: Stated | undefined, measure?: string): Chosen | undefined =>
  one && { value: one.value, ...(measure === undefined ? {} : { measure: one.beside[measure] }) };

/**
 * Who is asked: the live listings; once all are offline, those that left last, so that a property keeps the face it had when it left.
 * Among them the ones whose price is sound, if any.
 */
function trusted(stated: readonly Stated[]): readonly Stated[] {
  const asked = present(stated);
  const sound = asked.filter(({ listing }) => isCoherent(listing));
  return sound.length > 0 ? sound : asked;
}

function present(stated: readonly Stated[]): readonly Stated[] {
  const live = stated.filter(({ listing }) => isLive(listing));
  if (live.length > 0) return live;
  const left = Math.max(...stated.map(({ listing }) => listing.expiredAt?.getTime() ?? 0));
  return stated.filter(({ listing }) => listing.expiredAt?.getTime() === left);
}

const mostFrequent: Rule = (stated, _node, measure) => {
  if (stated.length === 1) return asChosen(stated[0], measure);
  const keyOf = ({ value, beside }: Stated): unknown =>
    measure === undefined ? keyOfValue(value) : canonical([value, beside[measure]]);
  const asked = trusted(stated);
  const keys = new Map(asked.map((one) => [one, keyOf(one)]));
  const times = new Map<unknown, number>();
  for (const key of keys.values()) times.set(key, (times.get(key) ?? 0) + 1);
  return asChosen(
    best(asked, (one) => times.get(keys.get(one)) ?? 0),
    measure,
  );
};

const keyOfValue = (value: unknown): unknown => (typeof value === 'object' ? canonical(value) : value);

/** Areas are compared in square metres; of a block, by its `value`. */
function sizeOf({ value, beside }: Stated): number {
  if (typeof value === 'number') return value * metresIn(beside['unit']);
  const block = value as Block;
  return Number(block['value'] ?? 0) * metresIn(block['unit'] ?? beside['unit']);
}

/** Dates are texts that sort as they are; years are numbers; a block has a `date`, or comes last. */
function momentOf({ value }: Stated): number {
  if (typeof value === 'number') return value;
  const day = typeof value === 'string' ? value : (value as Block)['date'];
  return typeof day === 'string' ? Date.parse(day) : Number.NEGATIVE_INFINITY;
}

const union: Rule = (stated, node) => {
  const values = [...new Set(stated.flatMap(({ value }) => value as unknown[]))];
  const of = node.kind === 'list' ? node.of : node;
  // In the order of the vocabulary, so that the order of arrival leaves no trace.
  const known: readonly unknown[] = of.kind === 'choice' ? of.vocabulary.values : [];
  const place = (value: unknown) => known.indexOf(value);
  return { value: values.sort((one, other) => place(one) - place(other)) };
};

const statuses: readonly string[] = propertyVocabularies.transactionStatus.values;
/** SOLD and RENTED are one rank: how a transaction ended. */
const statusRank = (status: unknown): number =>
  -statuses.indexOf(status === 'RENTED' ? 'SOLD' : String(status));

/** A listing that is gone says nothing of what may be had today. */
const strongestStatus: Rule = (stated) => asChosen(best(present(stated), ({ value }) => statusRank(value)));

const longestText: Rule = (stated) => {
  if (stated.length === 1) return asChosen(stated[0]);
  const groups = [...Map.groupBy(stated, ({ value }) => wordsOf(String(value))).values()];
  const largest = Math.max(...groups.map((group) => group.length));
  const texts = groups.filter((group) => group.length === largest).flat();
  return asChosen(best(texts, ({ value }) => String(value).length));
};

const finest: readonly string[] = propertyVocabularies.locationAccuracy.values;
export const accuracyRank = ({ beside }: Stated): number =>
  -finest.indexOf(String(beside['accuracy'] ?? 'UNKNOWN'));

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** The rules of single attributes. The others need more than one: see `figures.ts`, `places.ts` and `pictures.ts`. */
export const rules: Partial<Record<Consolidation, Rule>> = {
  'most-frequent': mostFrequent,
  max: (stated, _node, measure) => asChosen(best(stated, sizeOf), measure),
  min: (stated) => asChosen(best(stated, ({ value }) => -Number(value))),
  latest: (stated) => asChosen(best(stated, momentOf)),
  union,
  'true-wins': (stated) => ({ value: stated.some(({ value }) => value === true) }),
  'strongest-status': strongestStatus,
  'longest-text': longestText,
  'most-recent': (stated) => asChosen(stated.find(({ value }) => !isEmpty(value))),
  'most-accurate': (stated) => asChosen(best(stated, accuracyRank)),
};

export { best };
