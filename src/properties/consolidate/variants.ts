import { isDeepStrictEqual } from 'node:util';
import { listing } from '../../catalogue/attributes/listing.ts';
import type { ListingEntry } from '../../catalogue/document.ts';
import type { Node } from '../../catalogue/nodes.ts';
import { normalizeWords } from '../../lib/text.ts';
import type { Claims } from '../listing-state.ts';
import { readPath, splitMemberPath } from './at-path.ts';
import { convertToAreaUnit } from './stated-value.ts';

interface Variant {
  name: string;
  node: Node;
  steps: readonly string[];
}

const variants: readonly Variant[] = Object.entries(listing.members as Record<string, Node>).flatMap(
  ([name, node]) =>
    node.variantOf === undefined ? [] : [{ name, node, steps: splitMemberPath(node.variantOf) }],
);

/** The values in which a listing differs from the consolidated view. A value it does not state is no variant. */
export function collectVariants(claims: Claims, view: Claims): Partial<ListingEntry> {
  const found: Record<string, unknown> = {};
  for (const { name, node, steps } of variants) {
    const stated = readPath(claims, steps);
    if (stated === undefined) continue;
    const own = convertToViewUnit(view, claims, steps, stated);
    if (!isSame(node, own, readPath(view, steps))) found[name] = own;
  }
  return found as Partial<ListingEntry>;
}

/** A listing entry has no unit: its area is converted to the unit of the property. */
function convertToViewUnit(view: Claims, claims: Claims, steps: readonly string[], stated: unknown): unknown {
  if (steps[0] !== 'area' || typeof stated !== 'number') return stated;
  return convertToAreaUnit(stated, claims.area?.unit, view.area?.unit ?? claims.area?.unit);
}

/** Texts that differ in formatting only are equal. */
function isSame(node: Node, own: unknown, consolidated: unknown): boolean {
  if (own === consolidated) return true;
  if (node.kind === 'text' && typeof own === 'string' && typeof consolidated === 'string') {
    return normalizeWords(own) === normalizeWords(consolidated);
  }
  return isDeepStrictEqual(own, consolidated);
}
