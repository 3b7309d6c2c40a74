import type { ParsedJsonRecord } from '../reading/json.ts';
import type { JsonObject } from '../reading/json-object.ts';
import { objectsAt, textAt, textsAt } from './json-members.ts';

/** A node of a document with its references resolved. */
export type GraphNode =
  | { readonly line: number; readonly node: JsonObject }
  | { readonly line: number; readonly fault: string };

export const typesOf = (node: JsonObject | undefined): string[] =>
  textsAt(node, '@type').map((type) => type.replace(/^https?:\/\/(?:www\.)?schema\.org\//, ''));

/** A page has some ten nodes. In an export of thousands, references are resolved among neighbours. */
const MAX_GRAPH_NODES = 200;

/**
 * Merges nodes of one graph that refer to each other by `@id`. Pages split a listing into the listing, its home and
 * its offer.
 */
export async function* readGraphNodes(found: AsyncIterable<ParsedJsonRecord>): AsyncGenerator<GraphNode> {
  let group: ParsedJsonRecord[] = [];
  for await (const each of found) {
    const [first] = group;
    const isSameGraph = first !== undefined && each.envelope === first.envelope && isGraph(each.envelope);
    if (!isSameGraph || group.length === MAX_GRAPH_NODES) {
      yield* assembleNodes(group);
      group = [];
    }
    group.push(each);
  }
  yield* assembleNodes(group);
}

/** Consecutive documents without an envelope may use the same ids for different things. */
const isGraph = (envelope: JsonObject): boolean => Object.keys(envelope).length > 0;

function* assembleNodes(group: readonly ParsedJsonRecord[]): Generator<GraphNode> {
  const nodes = group.flatMap(({ value, fault, line }): GraphNode[] => {
    if (value === undefined) return [{ line, fault: fault ?? 'not an object' }];
    const inner = objectsAt(value, '@graph');
    return (inner.length > 0 ? inner : [value]).map((node) => ({ line, node }));
  });
  const blocks = nodes.flatMap((each) => ('node' in each ? [each.node] : []));
  const named = new Map(blocks.map((block) => [textAt(block, '@id') ?? '', block]));
  named.delete('');
  const parts = partsAmong(blocks, named);
  for (const each of nodes) {
    if ('fault' in each) yield each;
    else if (!parts.has(each.node))
      yield { line: each.line, node: named.size < 2 ? each.node : resolveReferences(each.node, named) };
  }
}

const PARTS = ['mainEntity', 'about', 'itemOffered', 'offers'];

/** A node that one of a lower rank refers to is a part of it. A listing is never a part. */
function partsAmong(blocks: readonly JsonObject[], named: ReadonlyMap<string, JsonObject>): Set<JsonObject> {
  const parts = new Set<JsonObject>();
  const cover = (block: JsonObject, root: JsonObject): void => {
    for (const reference of PARTS.flatMap((name) => objectsAt(block, name))) {
      const part = named.get(textAt(reference, '@id') ?? '');
      if (part === undefined || part === root || parts.has(part) || rankOf(part) === LISTING) continue;
      parts.add(part);
      cover(part, root);
    }
  };
  for (const block of blocks.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    if (!parts.has(block) && rankOf(block) !== PAGE) cover(block, block);
  }
  return parts;
}

const LISTING = 0;
const HOME = 1;
const OFFER = 2;
const PAGE = 3;

function rankOf(block: JsonObject): number {
  const types = typesOf(block);
  if (types.includes('RealEstateListing')) return LISTING;
  if (types.some((type) => type.startsWith('Offer'))) return OFFER;
  return types.some((type) => /^(?:Web|Collection|Item|Search|FAQ|Breadcrumb)/.test(type)) ? PAGE : HOME;
}

/** References within references are resolved to this depth. */
const MAX_REFERENCE_DEPTH = 3;

function resolveReferences(block: JsonObject, named: ReadonlyMap<string, JsonObject>, depth = 0): JsonObject {
  if (depth === MAX_REFERENCE_DEPTH) return block;
  const entry = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const target = named.get(textAt(value, '@id') ?? '');
    const isReference = target !== undefined && target !== block && Object.keys(value).length <= 2;
    return resolveReferences(isReference ? target : (value as JsonObject), named, depth + 1);
  };
  return Object.fromEntries(
    Object.entries(block).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(entry) : entry(value),
    ]),
  );
}
