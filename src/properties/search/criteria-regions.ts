import type { PlacesOperand, Tree } from '../../criteria/tree.ts';
import type { RegionSet, RegionStray } from '../../db/region-set.ts';
import type { DivisionRegister } from '../../geo/register.ts';
import { regionsOfDivision } from '../../regions/territory.ts';

type Register = Pick<DivisionRegister, 'find' | 'ancestorsOf'>;

interface NarrowContext {
  regions: RegionSet['all'];
  strays: readonly RegionStray[];
  register: Register;
}

type RegionNames = ReadonlySet<string> | undefined;

/** The names of the regions that may have a match; undefined when each of them may. */
export function findCriteriaRegions(tree: Tree, context: NarrowContext): RegionNames {
  if (tree.kind === 'leaf')
    return intersect(
      tree.tests.map((test) => (test.kind === 'places' ? regionsOfPlaces(test.operand, context) : undefined)),
    );
  const bounds = tree.nodes.map((node) => findCriteriaRegions(node, context));
  return tree.kind === 'or' ? unite(bounds) : intersect(bounds);
}

const intersect = (sets: readonly RegionNames[]): RegionNames =>
  sets.reduce<RegionNames>(
    (one, other) => (one === undefined || other === undefined ? (one ?? other) : one.intersection(other)),
    undefined,
  );

function unite(sets: readonly RegionNames[]): RegionNames {
  const known = sets.filter((set) => set !== undefined);
  if (known.length === 0 || known.length < sets.length) return undefined;
  return new Set(known.flatMap((set) => [...set]));
}

/** Shapes, circles and postal codes may cross any border. */
function regionsOfPlaces(
  { in: list, countryCode }: PlacesOperand,
  { regions, strays, register }: NarrowContext,
): RegionNames {
  if (list === undefined || list.postalCodes || list.centerPoint || list.geoShapes) return undefined;
  const references = [
    ...(list.uniqueCodes ?? []).map((code) => ({ code })),
    ...(list.ids ?? []).map((id) => ({ id })),
  ].map((reference) => (countryCode === undefined ? reference : { ...reference, countryCode }));
  const lineOf = (id: string): readonly string[] => [id, ...register.ancestorsOf(id).ids];
  return unite(
    references.map((reference) => {
      const divisions = register.find(reference);
      // A code that this process does not know may be that of a newer division.
      if (divisions.length === 0) return undefined;
      return new Set(
        divisions.flatMap(({ id, countryCode: country }) => [
          ...regionsOfDivision(
            regions,
            strays,
            { id, divisionIds: lineOf(id), countryCode: country },
            lineOf,
          ),
        ]),
      );
    }),
  );
}
