import { isDeepStrictEqual } from 'node:util';
import { attributesOfChange } from '../catalogue/changes.ts';
import type { ChangeEntry } from '../catalogue/document.ts';
import type { Node } from '../catalogue/nodes.ts';
import { type ChangeAttribute, propertyVocabularies } from '../catalogue/property-vocabularies.ts';
import { wordsOf } from '../lib/text.ts';
import { atPath, stepsOf } from './consolidate/at-path.ts';
import { converted, rounded } from './consolidate/stated.ts';
import type { Claims } from './listing-state.ts';

/** What differs between two views, apart from when it was seen and who brought it. */
export type Difference = Pick<ChangeEntry, 'attribute' | 'numericOld' | 'numericNew' | 'variationPercent'>;

interface Watched {
  attribute: ChangeAttribute;
  places: readonly { node: Node; steps: readonly string[] }[];
}

const watched: readonly Watched[] = propertyVocabularies.changeAttribute.values.map((attribute) => ({
  attribute,
  places: attributesOfChange(attribute).map(({ path, node }) => ({ node, steps: stepsOf(path) })),
}));

/** The changes of the vocabulary between two views of one property, or two states of one listing, in the order of the vocabulary. */
export function differences(before: Claims, after: Claims): Difference[] {
  return watched.flatMap(({ attribute, places }) => {
    const moved = places.find(
      ({ node, steps }) => !isSame(node, atPath(before, steps), atPath(after, steps)),
    );
    if (moved === undefined) return [];
    const [old, now] = [atPath(before, moved.steps), atPath(after, moved.steps)];
    const told = figures(attribute === 'DISPLAYED_AREA' ? areaIn(before, after) : old, now);
    // The same area in another unit.
    if (told.numericOld !== undefined && told.numericOld === told.numericNew) return [];
    return [{ attribute, ...told }];
  });
}

/** Divisions are compared by id, as their names and postal codes are not the property's; texts by their words. */
function isSame(node: Node, before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (node.kind === 'text' && typeof before === 'string' && typeof after === 'string') {
    return wordsOf(before) === wordsOf(after);
  }
  return isDeepStrictEqual(idOr(before), idOr(after));
}

const idOr = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

function areaIn(before: Claims, after: Claims): number | undefined {
  const { displayed, unit } = before.area ?? {};
  return displayed === undefined ? undefined : converted(displayed, unit, after.area?.unit ?? unit);
}

const figures = (old: unknown, now: unknown): Omit<Difference, 'attribute'> => ({
  ...(typeof old === 'number' ? { numericOld: old } : {}),
  ...(typeof now === 'number' ? { numericNew: now } : {}),
  ...variation(old, now),
});

/** Signed, relative to the old value; nothing is a percentage of zero or of nothing. */
function variation(old: unknown, now: unknown): Pick<Difference, 'variationPercent'> {
  if (typeof old !== 'number' || typeof now !== 'number' || old === 0) return {};
  return { variationPercent: rounded(((now - old) / Math.abs(old)) * 100) };
}
