import { iterateTests, type PlaceList, type PlacesOperand, type Tree } from '../../criteria/tree.ts';
import type { DivisionCode } from '../../geo/register.ts';
import type { SearchEngine } from './engine.ts';

/** Where the codes of divisions are known. */
export interface DivisionCodes {
  codesOf(ids: readonly string[]): Promise<ReadonlyMap<string, DivisionCode>>;
}

/**
 * The tree with codes in place of the ids of divisions: a search row has the codes of all divisions that its property is in,
 * and ids of those alone that no code names. Every engine asks so.
 */
export async function askByCodes(tree: Tree, places: DivisionCodes): Promise<Tree> {
  const ids: string[] = [];
  for (const test of iterateTests(tree))
    if (test.kind === 'places') ids.push(...(test.operand.in?.ids ?? []), ...(test.operand.nin?.ids ?? []));
  return ids.length === 0 ? tree : withCodes(tree, await places.codesOf(ids));
}

/** An engine that is asked for ids of divisions, over one that knows codes. */
export function engineByCodes(engine: SearchEngine, places: DivisionCodes): SearchEngine {
  const byCodes = async <Query extends { readonly criteria: Tree }>(query: Query): Promise<Query> => {
    const criteria = await askByCodes(query.criteria, places);
    return criteria === query.criteria ? query : { ...query, criteria };
  };
  return {
    queryPage: async (query) => engine.queryPage(await byCodes(query)),
    queryCursor: async (query) => engine.queryCursor(await byCodes(query)),
    count: async (tree) => engine.count(await askByCodes(tree, places)),
    countFacets: async (query) => engine.countFacets(await byCodes(query)),
    findClusters: async (query) => engine.findClusters(await byCodes(query)),
  };
}

type Codes = ReadonlyMap<string, DivisionCode>;

function withCodes(tree: Tree, codes: Codes): Tree {
  if (tree.kind !== 'leaf') return { ...tree, nodes: tree.nodes.map((node) => withCodes(node, codes)) };
  const tests = tree.tests.map((test) =>
    test.kind === 'places' ? { ...test, operand: operandWithCodes(test.operand, codes) } : test,
  );
  return { kind: 'leaf', tests };
}

const operandWithCodes = ({ in: inside, nin: outside, ...beside }: PlacesOperand, codes: Codes) => ({
  ...beside,
  ...(inside && { in: listWithCodes(inside, codes) }),
  ...(outside && { nin: listWithCodes(outside, codes) }),
});

function listWithCodes({ ids = [], uniqueCodes = [], ...others }: PlaceList, codes: Codes): PlaceList {
  const unknown = ids.filter((id) => !codes.has(id));
  const named = ids.flatMap((id) => codes.get(id) ?? []);
  const plain = named.flatMap(({ code, countryCode }) => (countryCode === undefined ? [code] : []));
  const all = [...new Set([...uniqueCodes, ...plain])];
  const divisions = named.flatMap(({ code, countryCode }) =>
    countryCode === undefined ? [] : [{ code, countryCode }],
  );
  return {
    ...(all.length > 0 && { uniqueCodes: all }),
    ...(unknown.length > 0 && { ids: unknown }),
    ...(divisions.length > 0 && { divisions }),
    ...others,
  };
}
