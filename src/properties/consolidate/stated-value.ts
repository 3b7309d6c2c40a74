import { squareMetresIn } from '../../catalogue/measures.ts';
import type { Word } from '../../catalogue/vocabularies.ts';
import type { ListingState } from '../listing-state.ts';

export type ClaimsBlock = Readonly<Record<string, unknown>>;

/** One listing's word on one attribute. */
export interface StatedValue {
  readonly value: unknown;
  /** The block that holds it in the claims of the listing, with the unit or currency it is given in. */
  readonly beside: ClaimsBlock;
  readonly listing: ListingState;
}

/** What the listings come to, and the unit or currency that goes with it. */
export interface ConsolidatedValue {
  readonly value: unknown;
  readonly measure?: unknown;
}

export const isLive = (listing: ListingState): boolean => listing.expiredAt === undefined;

/** A verdict that cannot be told counts for the listing: only a known misprint is left out. */
export const isCoherent = (listing: ListingState): boolean => listing.priceCoherent !== false;

/**
 * The most recent first: live before offline, then by content. A visit is no measure: two portals visited in turn would else
 * change the property every day.
 */
export const byRecency = (one: ListingState, other: ListingState): number =>
  Number(isLive(other)) - Number(isLive(one)) ||
  other.updatedAt.getTime() - one.updatedAt.getTime() ||
  other.createdAt.getTime() - one.createdAt.getTime() ||
  (one.id < other.id ? -1 : 1);

/** In the order they were first seen: what must not move with every change of a listing. */
export const byAge = (one: ListingState, other: ListingState): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);

const NO_VALUES: readonly StatedValue[] = [];

/** The members of each listing's block that are stated, in the order of the blocks. */
export function collectStatedValues(blocks: readonly StatedValue[], name: string): readonly StatedValue[] {
  // Of the two hundred attributes a listing states some forty: the others must cost nothing.
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

/** What the listings' blocks state, by name: looking two hundred attributes up in every listing took longer than all the rules. */
export function groupStatedValues(blocks: readonly StatedValue[]): ReadonlyMap<string, StatedValue[]> {
  const found = new Map<string, StatedValue[]>();
  for (const { value, listing } of blocks) {
    const beside = value as ClaimsBlock;
    for (const name of Object.keys(beside)) {
      const member = beside[name];
      if (member === undefined) continue;
      const stated = found.get(name);
      if (stated === undefined) found.set(name, [{ value: member, beside, listing }]);
      else stated.push({ value: member, beside, listing });
    }
  }
  return found;
}

/**
 * Those who state it, if any: what was read out of a text has a say only where no listing states the fact itself. `paths` are where in
 * the claims it stands.
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

/** Asked for every attribute of every listing: listed once. */
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

/** Square metres in the unit beside a figure; a figure without one is in square metres. */
export const squareMetresPerUnit = (unit: unknown): number => squareMetresIn[unit as Word<'areaUnit'>] ?? 1;

const CENTS = 100;
export const roundToCents = (figure: number): number => Math.round(figure * CENTS) / CENTS;

/** A figure of one unit in another. */
export const convertToAreaUnit = (figure: number, from: unknown, to: unknown): number =>
  squareMetresPerUnit(from) === squareMetresPerUnit(to)
    ? figure
    : roundToCents((figure * squareMetresPerUnit(from)) / squareMetresPerUnit(to));
