import { listing as listingShape } from '../../../catalogue/attributes/listing.ts';
import type { ConsolidatedProperty, ListingEntry } from '../../../catalogue/document.ts';
import type { Node } from '../../../catalogue/nodes.ts';

/** Texts too long for a table cell. */
const LONG_TEXTS = new Set(['title', 'description']);

/** Where the consolidated view has a member of a listing: `displayedPrice` is at `pricing.displayed`. */
const consolidatedPaths = new Map(
  Object.entries<Node>(listingShape.members).flatMap(([name, { variantOf }]) =>
    variantOf === undefined ? [] : [[name, variantOf.split('.').slice(1)] as const],
  ),
);

export const readVariant = (listing: ListingEntry | undefined, member: string): unknown =>
  (listing as Readonly<Record<string, unknown>> | undefined)?.[member];

/** The members in which a listing differs from the consolidated view. */
export const findDivergences = (listing: ListingEntry): string[] =>
  Object.keys(listing).filter((name) => consolidatedPaths.has(name) && !LONG_TEXTS.has(name));

/** The value of the consolidated view where a listing differs from it. */
export function readConsolidated(property: ConsolidatedProperty, member: string): unknown {
  let value: unknown = property;
  for (const name of consolidatedPaths.get(member) ?? [member]) {
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  }
  return value;
}
