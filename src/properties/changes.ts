import { isDeepStrictEqual } from 'node:util';
import { attributesOfChange } from '../catalogue/changes.ts';
import type { ChangeEntry } from '../catalogue/document.ts';
import type { Node } from '../catalogue/nodes.ts';
import { type ChangeAttribute, propertyVocabularies } from '../catalogue/property-vocabularies.ts';
import { normalizeWords } from '../lib/text.ts';
import { convertToAreaUnit, readPath, roundToCents, splitMemberPath } from './consolidate/stated-value.ts';
import type { Claims } from './listing-state.ts';

/** The difference between two views, without its time and origin. */
export type AttributeDifference = Pick<
  ChangeEntry,
  'attribute' | 'numericOld' | 'numericNew' | 'variationPercent'
>;

interface WatchedAttribute {
  attribute: ChangeAttribute;
  attributes: readonly { node: Node; steps: readonly string[] }[];
}

const watched: readonly WatchedAttribute[] = propertyVocabularies.changeAttribute.values.map((attribute) => ({
  attribute,
  attributes: attributesOfChange(attribute).map(({ path, node }) => ({ node, steps: splitMemberPath(path) })),
}));

/** Compares two views of one property, or two states of one listing, in the order of the vocabulary. */
export function compareViews(before: Claims, after: Claims): AttributeDifference[] {
  return watched.flatMap(({ attribute, attributes }) => {
    const moved = attributes.find(
      ({ node, steps }) => !isSame(node, readPath(before, steps), readPath(after, steps)),
    );
    if (moved === undefined) return [];
    const [old, now] = [readPath(before, moved.steps), readPath(after, moved.steps)];
    const values = numericFields(attribute === 'DISPLAYED_AREA' ? commonArea(before, after) : old, now);
    // The same area in another unit is no change.
    if (values.numericOld !== undefined && values.numericOld === values.numericNew) return [];
    return [{ attribute, ...values }];
  });
}

/** Divisions are compared by id, because their names and postal codes may change; texts by their words. */
function isSame(node: Node, before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (node.kind === 'text' && typeof before === 'string' && typeof after === 'string') {
    return normalizeWords(before) === normalizeWords(after);
  }
  return isDeepStrictEqual(idOr(before), idOr(after));
}

const idOr = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

function commonArea(before: Claims, after: Claims): number | undefined {
  const { displayed, unit } = before.area ?? {};
  return displayed === undefined ? undefined : convertToAreaUnit(displayed, unit, after.area?.unit ?? unit);
}

const numericFields = (old: unknown, now: unknown): Omit<AttributeDifference, 'attribute'> => ({
  ...(typeof old === 'number' ? { numericOld: old } : {}),
  ...(typeof now === 'number' ? { numericNew: now } : {}),
  ...percentChange(old, now),
});

/** Signed, relative to the old value; absent without an old value or when it is zero. */
export function percentChange(old: unknown, now: unknown): Pick<AttributeDifference, 'variationPercent'> {
  if (typeof old !== 'number' || typeof now !== 'number' || old === 0) return {};
  return { variationPercent: roundToCents(((now - old) / Math.abs(old)) * 100) };
}
