import { property } from '../catalogue/attributes/property.ts';
import type { ConsolidatedProperty } from '../catalogue/document.ts';
import type { Members, Node } from '../catalogue/nodes.ts';
import { contradictsRooms, isAreaDoubtful, largestLivingArea } from './consolidate/areas.ts';
import { accuracyRank, pickBest, pickDistinctPictures, type Rule, rules } from './consolidate/rules.ts';
import {
  byRecency,
  type ClaimsBlock,
  type ConsolidatedValue,
  convertToAreaUnit,
  groupStatedValues,
  isCoherent,
  isLive,
  preferStated,
  roundToCents,
  type StatedValue,
  squareMetresPerUnit,
} from './consolidate/stated-value.ts';
import type { Claims, ListingState } from './listing-state.ts';
import { buildPriceStory } from './price-story/story.ts';

export type ConsolidatedView = Claims & { pictures: { url: string }[] };

/**
 * Consolidates the listings of a property, attribute by attribute, by the rule in the catalogue. The order of the
 * listings does not matter. `flat.ts` adds what the service derives beyond the listings (clocks, changes).
 */
export function consolidate(
  listings: readonly ListingState[],
  referenceId: string | undefined = pickReference(listings),
): ConsolidatedView {
  const blocks = listings
    .toSorted(byRecency)
    .map((listing): StatedValue => ({ value: listing.claims, beside: listing.claims, listing }));
  const reference = blocks.find(({ listing }) => listing.id === referenceId)?.listing;
  const view = consolidateBlock(LAYOUT, { blocks, reference }) as ConsolidatedView;
  return { ...view, ...computePricing(view, listings), pictures: pickDistinctPictures(listings) };
}

/** For listings without a known advertiser: each counts as its own. */
const pickReference = (listings: readonly ListingState[]): string | undefined =>
  buildPriceStory(listings.map((state) => ({ state, publisherId: undefined }))).referenceId;

function computePricing(
  view: ConsolidatedView,
  listings: readonly ListingState[],
): Pick<ConsolidatedView, 'pricing'> {
  const pricePerArea = computePricePerSquareMetre(view);
  const { pricing } = view;
  const spread = pricing && computePriceSpread(listings, pricing.currency);
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

type PriceSpreadFields = Pick<NonNullable<ConsolidatedProperty['pricing']>, 'spread' | 'spreadPercent'>;

/** What the live listings with a coherent price ask, in the currency of the property; undefined when they agree. */
function computePriceSpread(
  listings: readonly ListingState[],
  currency: string | undefined,
): PriceSpreadFields | undefined {
  if (listings.length < 2) return undefined;
  const prices = listings.flatMap((listing) => {
    const { pricing } = listing.claims;
    const isCompared = isLive(listing) && isCoherent(listing) && pricing?.currency === currency;
    return isCompared && pricing?.displayed !== undefined ? [pricing.displayed] : [];
  });
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  if (prices.length < 2 || lowest === highest) return undefined;
  const percent = lowest > 0 ? { spreadPercent: roundToCents(((highest - lowest) / lowest) * 100) } : {};
  return { spread: { lowest, highest, adverts: prices.length }, ...percent };
}

/** The blocks at one path of the document, one per listing. */
interface BlockContext {
  blocks: readonly StatedValue[];
  /** The listing whose price is shown. */
  reference: ListingState | undefined;
}

/** And the member with the unit of its numbers. */
interface MemberContext extends BlockContext {
  measure: string | undefined;
}

function consolidateBlock(
  { entries, measure, positions }: BlockLayout,
  context: BlockContext,
): Record<string, unknown> {
  const { blocks, reference } = context;
  const byPosition = groupStatedValues(blocks, positions);
  const within: MemberContext = { blocks, reference, measure };
  const names: string[] = [];
  const chosen: (ConsolidatedValue | undefined)[] = [];
  let unit: unknown;
  for (let at = 0; at < entries.length; at += 1) {
    const [entry, stated] = [entries[at], byPosition[at]];
    if (entry === undefined || (stated === undefined && !entry.isAlwaysRead)) continue;
    const { name } = entry;
    const one = consolidateMember(entry, stated, within);
    if (one === undefined && name !== measure) continue;
    unit ??= one?.measure;
    names.push(name);
    chosen.push(one);
  }
  return applyUnit(names, chosen, { unit, measure });
}

/** A member with all that is derived of its node and of its place in the document. */
interface MemberEntry {
  readonly name: string;
  readonly node: Node;
  /** Of the node: nodes have many shapes, and entries one. */
  readonly consolidation: Node['consolidate'];
  /** A list, as `preferStated` takes it. */
  readonly paths: readonly [path: string];
  readonly rule: Rule | undefined;
  readonly isAlwaysRead: boolean;
  /** The unit beside it, when it is a figure. */
  readonly measure: string | undefined;
  /** Of an object. */
  readonly inside: BlockLayout | undefined;
}

interface BlockLayout {
  readonly entries: readonly MemberEntry[];
  /** The member with the unit or the currency of the numbers in the same block. */
  readonly measure: string | undefined;
  /** Of each entry by name. */
  readonly positions: ReadonlyMap<string, number>;
}

function buildLayout(members: Members, path: string): BlockLayout {
  const all = Object.entries(members);
  const measure = all.find(([, node]) => node.consolidate === 'with-figure')?.[0];
  return {
    measure,
    positions: new Map(all.map(([name], position) => [name, position])),
    entries: all.map(([name, node]): MemberEntry => {
      const own = path === '' ? name : `${path}.${name}`;
      return {
        ...{ name, node, paths: [own], consolidation: node.consolidate },
        rule: node.consolidate && rules[node.consolidate],
        isAlwaysRead: node.consolidate === 'largest-living-area' || name === measure,
        measure: isFigure(node, measure) ? measure : undefined,
        inside: node.kind === 'object' ? buildLayout(node.members, own) : undefined,
      };
    }),
  };
}

/** The catalogue is constant: what rules and paths its members have is derived once. */
const LAYOUT = buildLayout(property.members, '');

function consolidateMember(
  { name, node, consolidation, paths, rule, inside, measure }: MemberEntry,
  stated: readonly StatedValue[] | undefined,
  within: MemberContext,
): ConsolidatedValue | undefined {
  const { blocks, reference } = within;
  if (consolidation === 'largest-living-area') return largestArea(blocks);
  if (stated === undefined) return undefined;
  if (consolidation === 'computed') return finestLocation(name, blocks);
  if (consolidation === 'reference') return referenceValue(reference, stated, within.measure);
  if (rule !== undefined) return rule(preferStated(stated, paths), node, measure);
  if (inside === undefined) return undefined;
  const value = consolidateBlock(inside, { blocks: relevantValues(name, stated), reference });
  return isEmpty(value) ? undefined : { value };
}

/** With its currency. */
function referenceValue(
  reference: ListingState | undefined,
  stated: readonly StatedValue[],
  measure: string | undefined,
): ConsolidatedValue | undefined {
  const one = stated.find(({ listing }) => listing === reference);
  if (one === undefined || measure === undefined) return one && { value: one.value };
  return { value: one.value, measure: one.beside[measure] };
}

function isEmpty(block: Readonly<Record<string, unknown>>): boolean {
  for (const _ in block) return false;
  return true;
}

function largestArea(blocks: readonly StatedValue[]): ConsolidatedValue | undefined {
  const sound = blocks.filter(
    ({ listing: { claims } }) => !contradictsRooms(claims) && !isAreaDoubtful(claims),
  );
  return (
    largestLivingArea(preferStated(sound, ['area.displayed', 'area.indoor'])) ?? largestLivingArea(sound)
  );
}

/** The price fields are computed without the price-incoherent listings. */
const relevantValues = (name: string, stated: readonly StatedValue[]): readonly StatedValue[] =>
  name === 'pricing' ? stated.filter(({ listing }) => isCoherent(listing)) : stated;

/** A listing with one of these states its location. */
const LOCATION_MEMBERS = ['city', 'countryCode', 'stated'] as const;

/** The divisions are those of the most precisely located listing as a whole: locations of two listings never mix. */
function finestLocation(name: string, blocks: readonly StatedValue[]): ConsolidatedValue | undefined {
  const located = blocks
    .filter(({ value }) => LOCATION_MEMBERS.some((member) => (value as ClaimsBlock)[member] !== undefined))
    .map((block) => ({ ...block, beside: block.value as ClaimsBlock }));
  const withCity = located.filter(({ beside }) => beside['city'] !== undefined);
  const value = pickBest(withCity.length > 0 ? withCity : located, accuracyRank)?.beside[name];
  return value === undefined ? undefined : { value };
}

/** A number with a unit in the same block, or a block whose `value` is one. */
function isFigure(node: Node, measure: string | undefined): boolean {
  if (measure === undefined) return false;
  if (node.kind === 'number' || node.kind === 'integer') return node.unitFrom === measure;
  return node.kind === 'object' && 'value' in node.members && !(measure in node.members);
}

/**
 * Numbers of one block may be from listings with different units: the first sets the unit, the others are
 * converted.
 */
function applyUnit(
  names: readonly string[],
  chosen: readonly (ConsolidatedValue | undefined)[],
  { unit, measure }: { unit: unknown; measure: string | undefined },
): Record<string, unknown> {
  const block: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at += 1) {
    const [name, one] = [names[at] ?? '', chosen[at]];
    if (name === measure && unit !== undefined) block[name] = unit;
    else if (one !== undefined) block[name] = 'measure' in one ? convertToUnit(one, unit) : one.value;
  }
  return block;
}

function convertToUnit({ value, measure }: ConsolidatedValue, unit: unknown): unknown {
  if (squareMetresPerUnit(measure) === squareMetresPerUnit(unit)) return value;
  if (typeof value === 'number') return convertToAreaUnit(value, measure, unit);
  const block = value as ClaimsBlock;
  return { ...block, value: convertToAreaUnit(Number(block['value']), measure, unit) };
}

/** The displayed price divided by the displayed area in square metres. */
export function computePricePerSquareMetre({ pricing, area }: Claims): number | undefined {
  const metres = (area?.displayed ?? 0) * squareMetresPerUnit(area?.unit);
  if (pricing?.displayed === undefined || metres <= 0) return undefined;
  return roundToCents(pricing.displayed / metres);
}
