import { property } from '../catalogue/attributes/property.ts';
import type { Members, Node } from '../catalogue/nodes.ts';
import { largestLivingArea } from './consolidate/areas.ts';
import { distinctPictures } from './consolidate/pictures.ts';
import { accuracyRank, best, rules } from './consolidate/rules.ts';
import {
  type Block,
  byRecency,
  type Chosen,
  converted,
  isCoherent,
  metresIn,
  notMerelyRead,
  rounded,
  type Stated,
  statedByName,
} from './consolidate/stated.ts';
import type { Claims, ListingState } from './listing-state.ts';
import { spreadOf } from './price-story/spread.ts';
import { priceStory } from './price-story/story.ts';

export type View = Claims & { pictures: { url: string }[] };

/**
 * What the listings of a property come to, attribute by attribute, each by the rule the catalogue gives it. The order of the
 * listings leaves no trace. What the service works out beyond the listings (clocks, changes) is added by `flat.ts`.
 */
export function consolidate(
  listings: readonly ListingState[],
  referenceId: string | undefined = referenceAmong(listings),
): View {
  const blocks = listings
    .toSorted(byRecency)
    .map((listing): Stated => ({ value: listing.claims, beside: listing.claims, listing }));
  const reference = blocks.find(({ listing }) => listing.id === referenceId)?.listing;
  const view = consolidatedBlock(property.members, { blocks, path: '', reference }) as View;
  return { ...view, ...withComputed(view, listings), pictures: distinctPictures(listings) };
}

/** Of listings whose advertisers are not known: each is its own. */
const referenceAmong = (listings: readonly ListingState[]): string | undefined =>
  priceStory(listings.map((state) => ({ state, publisherId: undefined }))).referenceId;

function withComputed(view: View, listings: readonly ListingState[]): Pick<View, 'pricing'> {
  const pricePerArea = perSquareMetre(view);
  const { pricing } = view;
  const spread = pricing && spreadOf(listings, pricing.currency);
  if (pricing === undefined || (pricePerArea === undefined && spread === undefined)) return {};
  const { displayed, currency, ...rest } = pricing;
  return {
    pricing: {
      ...(displayed === undefined ? {} : { displayed }),
      ...(currency === undefined ? {} : { currency }),
      ...(pricePerArea === undefined ? {} : { pricePerArea }),
      ...spread,
      ...rest,
    },
  };
}

/** The blocks of one path of the document, one a listing. */
interface Blocks {
  blocks: readonly Stated[];
  path: string;
  /** The listing whose price is shown. */
  reference: ListingState | undefined;
}

/** The same by name, and the member that gives their figures a unit. */
interface Within extends Blocks {
  byName: ReadonlyMap<string, readonly Stated[]>;
  measure: string | undefined;
}

function consolidatedBlock(members: Members, blocks: Blocks): Record<string, unknown> {
  const measure = measureOf(members);
  const byName = statedByName(blocks.blocks);
  const within = { ...blocks, byName, measure };
  const chosen: (readonly [string, Chosen | undefined])[] = [];
  for (const [name, node] of entriesOf(members)) {
    if (!byName.has(name) && node.consolidate !== 'largest-living-area' && name !== measure) continue;
    chosen.push([name, chosenFor(name, node, within)]);
  }
  return measured(chosen, measure);
}

interface Layout {
  entries: readonly (readonly [string, Node])[];
  measure: string | undefined;
}

/** The catalogue does not change while the service runs: it is taken apart once. */
const layouts = new WeakMap<Members, Layout>();

function layoutOf(members: Members): Layout {
  let layout = layouts.get(members);
  if (layout === undefined) {
    const entries = Object.entries(members);
    layout = { entries, measure: entries.find(([, node]) => node.consolidate === 'with-figure')?.[0] };
    layouts.set(members, layout);
  }
  return layout;
}

const entriesOf = (members: Members): Layout['entries'] => layoutOf(members).entries;

/** The member that states the unit or the currency of the figures beside it. */
const measureOf = (members: Members): string | undefined => layoutOf(members).measure;

function chosenFor(name: string, node: Node, within: Within): Chosen | undefined {
  const { blocks, path, measure } = within;
  if (node.consolidate === 'largest-living-area') return largestArea(blocks);
  const stated = within.byName.get(name);
  if (stated === undefined) return undefined;
  const own = path === '' ? name : `${path}.${name}`;
  if (node.consolidate === 'computed') return placed(name, blocks);
  if (node.consolidate === 'reference') return shownBy(within.reference, stated, measure);
  const rule = node.consolidate && rules[node.consolidate];
  if (rule !== undefined) {
    return rule(notMerelyRead(stated, [own]), node, isFigure(node, measure) ? measure : undefined);
  }
  if (node.kind !== 'object') return undefined;
  const value = consolidatedBlock(node.members, { ...within, blocks: asked(name, stated), path: own });
  return Object.keys(value).length === 0 ? undefined : { value };
}

/** With the currency it is given in. */
function shownBy(
  reference: ListingState | undefined,
  stated: readonly Stated[],
  measure: string | undefined,
): Chosen | undefined {
  const one = stated.find(({ listing }) => listing === reference);
  return one && { value: one.value, ...(measure === undefined ? {} : { measure: one.beside[measure] }) };
}

const largestArea = (blocks: readonly Stated[]): Chosen | undefined =>
  largestLivingArea(notMerelyRead(blocks, ['area.displayed', 'area.indoor'])) ?? largestLivingArea(blocks);

/** The price fields are computed without the price-incoherent listings. */
const asked = (name: string, stated: readonly Stated[]): readonly Stated[] =>
  name === 'pricing' ? stated.filter(({ listing }) => isCoherent(listing)) : stated;

/** A listing with one of these says where it is. */
const PLACE_MEMBERS = ['city', 'countryCode', 'stated'] as const;

/** The line of divisions comes whole from the listing that is located most finely: two listings' places never mix. */
function placed(name: string, blocks: readonly Stated[]): Chosen | undefined {
  const located = blocks
    .filter(({ value }) => PLACE_MEMBERS.some((member) => (value as Block)[member] !== undefined))
    .map((block) => ({ ...block, beside: block.value as Block }));
  const withCity = located.filter(({ beside }) => beside['city'] !== undefined);
  const value = best(withCity.length > 0 ? withCity : located, accuracyRank)?.beside[name];
  return value === undefined ? undefined : { value };
}

/** A number in the unit beside it, or a block whose `value` is: both take their unit from the block that holds them. */
function isFigure(node: Node, measure: string | undefined): boolean {
  if (measure === undefined) return false;
  if (node.kind === 'number' || node.kind === 'integer') return node.unitFrom === measure;
  return node.kind === 'object' && 'value' in node.members && !(measure in node.members);
}

/** Figures of one block may come from listings of different units: the first sets the unit, the others are converted to it. */
function measured(
  chosen: readonly (readonly [string, Chosen | undefined])[],
  measure: string | undefined,
): Record<string, unknown> {
  const unit = chosen.find(([, one]) => one?.measure !== undefined)?.[1]?.measure;
  const block: Record<string, unknown> = {};
  for (const [name, one] of chosen) {
    if (name === measure && unit !== undefined) block[name] = unit;
    else if (one !== undefined) block[name] = 'measure' in one ? inUnit(one, unit) : one.value;
  }
  return block;
}

function inUnit({ value, measure }: Chosen, unit: unknown): unknown {
  if (metresIn(measure) === metresIn(unit)) return value;
  if (typeof value === 'number') return converted(value, measure, unit);
  const block = value as Block;
  return { ...block, value: converted(Number(block['value']), measure, unit) };
}

/** The displayed price divided by the displayed area in square metres. */
export function perSquareMetre({ pricing, area }: Claims): number | undefined {
  const metres = (area?.displayed ?? 0) * metresIn(area?.unit);
  if (pricing?.displayed === undefined || metres <= 0) return undefined;
  return rounded(pricing.displayed / metres);
}
