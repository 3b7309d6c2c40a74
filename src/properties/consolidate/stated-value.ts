import { isDeepStrictEqual } from 'node:util';
import { listing } from '../../catalogue/attributes/listing.ts';
import type { ListingEntry } from '../../catalogue/document.ts';
import { squareMetresIn } from '../../catalogue/measures.ts';
import type { Node } from '../../catalogue/nodes.ts';
import type { Word } from '../../catalogue/vocabularies.ts';
import { normalizeWords } from '../../lib/text.ts';
import type { Claims, ListingState } from '../listing-state.ts';

export type ClaimsBlock = Readonly<Record<string, unknown>>;

/** The value of one attribute as one listing states it. */
export interface StatedValue {
  readonly value: unknown;
  /** The block of the listing that has the value, with its unit or currency. */
  readonly beside: ClaimsBlock;
  readonly listing: ListingState;
}

/** The consolidated value, and its unit or currency. */
export interface ConsolidatedValue {
  readonly value: unknown;
  readonly measure?: unknown;
}

export const isLive = (listing: ListingState): boolean => listing.expiredAt === undefined;

/** An unknown verdict counts as coherent: only a known misprint is excluded. */
export const isCoherent = (listing: ListingState): boolean => listing.priceCoherent !== false;

/**
 * The most recent first: live before offline, then by content. The last-seen time is not used: two portals crawled
 * in turn would change the property every day.
 */
export const byRecency = (one: ListingState, other: ListingState): number =>
  Number(isLive(other)) - Number(isLive(one)) ||
  other.updatedAt.getTime() - one.updatedAt.getTime() ||
  other.createdAt.getTime() - one.createdAt.getTime() ||
  (one.id < other.id ? -1 : 1);

/** In the order they were first seen, which is stable when a listing changes. */
export const byAge = (one: ListingState, other: ListingState): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);

const NO_VALUES: readonly StatedValue[] = [];

/** The stated members of each listing's block, in the order of the blocks. */
export function collectStatedValues(blocks: readonly StatedValue[], name: string): readonly StatedValue[] {
  // A listing states some 40 of 200 attributes: the others must not cost anything.
  let found: StatedValue[] | undefined;
  for (const { value, listing } of blocks) {
    const beside = value as ClaimsBlock;
    const member = beside[name];
    if (member === undefined) continue;
    found ??= [];
    found.push({ value: member, beside, listing });
  }
  return found ?? NO_VALUES;
}

/**
 * The stated values at the positions of their names: looking up 200 attributes in every listing, or in a map of those
 * that are stated, takes longer than all the rules.
 */
export function groupStatedValues(
  blocks: readonly StatedValue[],
  positions: ReadonlyMap<string, number>,
): readonly (readonly StatedValue[] | undefined)[] {
  const found: StatedValue[][] = new Array(positions.size);
  for (const { value, listing } of blocks) {
    const beside = value as ClaimsBlock;
    for (const name of Object.keys(beside)) {
      const member = beside[name];
      const position = member === undefined ? undefined : positions.get(name);
      if (position === undefined) continue;
      const one = { value: member, beside, listing };
      const stated = found[position];
      // A list that grows takes room for 16 more: most properties have two or three listings.
      found[position] = stated === undefined ? [one] : [...stated, one];
    }
  }
  return found;
}

/**
 * The listings that state the value, if any: a value extracted from text counts only when no listing states it.
 * `paths` are its paths in the claims.
 */
export function preferStated(
  stated: readonly StatedValue[],
  paths: readonly string[],
): readonly StatedValue[] {
  if (stated.length < 2) return stated;
  if (!stated.some((one) => isReadFromText(one, paths))) return stated;
  const firm = stated.filter((one) => !isReadFromText(one, paths));
  return firm.length > 0 ? firm : stated;
}

function isReadFromText({ listing: { readFromText } }: StatedValue, paths: readonly string[]): boolean {
  if (readFromText === undefined) return false;
  for (const read of listReadPaths(readFromText))
    for (const path of paths) if (isWithin(read, path)) return true;
  return false;
}

const readPaths = new WeakMap<object, readonly string[]>();

/** Needed for every attribute of every listing: computed once. */
function listReadPaths(readFromText: object): readonly string[] {
  let paths = readPaths.get(readFromText);
  if (paths === undefined) {
    paths = Object.keys(readFromText);
    readPaths.set(readFromText, paths);
  }
  return paths;
}

const isWithin = (read: string, path: string): boolean =>
  read.startsWith(path) && (read.length === path.length || read[path.length] === '.');

/** Square metres per unit; a number without a unit is in square metres. */
export const squareMetresPerUnit = (unit: unknown): number => squareMetresIn[unit as Word<'areaUnit'>] ?? 1;

const CENTS = 100;
export const roundToCents = (figure: number): number => Math.round(figure * CENTS) / CENTS;

export const convertToAreaUnit = (figure: number, from: unknown, to: unknown): number =>
  squareMetresPerUnit(from) === squareMetresPerUnit(to)
    ? figure
    : roundToCents((figure * squareMetresPerUnit(from)) / squareMetresPerUnit(to));

/** The steps of a catalogue path inside the consolidated view: `property.unit.rooms` is `unit`, `rooms`. */
export const splitMemberPath = (path: string): readonly string[] =>
  path.replace(/^property\./, '').split('.');

export function readPath(view: object | undefined, steps: readonly string[]): unknown {
  let value: unknown = view;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

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
