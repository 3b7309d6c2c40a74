import { buildContour, contourContains, type Geometry } from '../../lib/polygon.ts';
import { type Division, divisionId } from '../division.ts';
import { computeCentre } from '../polygon-centre.ts';
import { bareDivision, type PackagedCountry, withSummedPopulation } from './country-facts.ts';
import { GAZETTEER_PACKAGES, readGazetteerPlaces } from './gazetteer.ts';
import { readPackageJson } from './packages.ts';
import { createPlaceFinder } from './places.ts';
import { createGeometryReader, type Topology, type TopologyGeometry } from './topology.ts';

const SPAIN = 'ES';

/** 53 is land that several municipalities share, 54 and region 20 Gibraltar: no Spanish municipality, province or region. */
const LAST_PROVINCE = 52;
const LAST_REGION = 19;

interface Shape {
  readonly code: string;
  readonly name: string;
  readonly geometry: Geometry;
}

/** Spain from its atlas: 19 regions, 52 provinces, 8,131 municipalities, each with its contour. */
export const spain: PackagedCountry = {
  name: 'Spain',
  packages: ['es-atlas', ...GAZETTEER_PACKAGES],
  read() {
    const topology = readPackageJson<Topology>('es-atlas', 'es/municipalities.json');
    const read = createGeometryReader(topology);
    const shapes = (object: string): Shape[] => named(topology.objects[object]?.geometries ?? [], read);
    const regions = shapes('autonomous_regions').filter(({ code }) => Number(code) <= LAST_REGION);
    const provinces = shapes('provinces').filter(({ code }) => Number(code) <= LAST_PROVINCE);
    const municipalities = shapes('municipalities').filter(
      ({ code }) => Number(code.slice(0, 2)) <= LAST_PROVINCE,
    );
    const population = createPopulationFinder();
    const country = bareDivision({ ...identity(SPAIN), type: 'COUNTRY', name: 'España', parentId: null });
    const divisions = [
      { ...country, otherNames: ['Spain', 'Espagne'] },
      ...regions.map((shape) =>
        division('ADMINISTRATIVE_REGION', { ...shape, code: `R${shape.code}` }, SPAIN),
      ),
      ...provinces.map((shape) =>
        division('ADMINISTRATIVE_SUBREGION', shape, `R${findRegionContaining(shape, regions)}`),
      ),
      ...municipalities.map((shape) => ({
        ...division('MUNICIPALITY', shape, shape.code.slice(0, 2)),
        population: population(shape),
      })),
    ];
    const contours = new Map([
      ...regions.map(({ code, geometry }) => [divisionId(SPAIN, `R${code}`), geometry] as const),
      ...[...provinces, ...municipalities].map(
        ({ code, geometry }) => [divisionId(SPAIN, code), geometry] as const,
      ),
    ]);
    return { divisions: withSummedPopulation(divisions), contours };
  },
};

const named = (
  geometries: readonly TopologyGeometry[],
  read: (shape: TopologyGeometry) => Geometry,
): Shape[] =>
  geometries.flatMap((shape) => {
    const { id, properties } = shape;
    if (id === undefined || properties?.name === undefined) return [];
    return [{ code: id, name: properties.name, geometry: read(shape) }];
  });

const identity = (code: string) => ({ id: divisionId(SPAIN, code), countryCode: SPAIN, uniqueCode: code });

function division(type: Division['type'], { code, name, geometry }: Shape, parentCode: string): Division {
  const languages = name.split('/').map((part) => part.trim());
  return {
    ...bareDivision({ ...identity(code), type, name, parentId: divisionId(SPAIN, parentCode) }),
    centroid: computeCentre(buildContour(geometry)),
    centroidOrigin: 'contour',
    // Two official languages give two names, written "Alacant/Alicante".
    otherNames: languages.length > 1 ? languages : [],
  };
}

/** The atlas does not say which region a province is in: its centre does. */
function findRegionContaining({ geometry }: Shape, regions: readonly Shape[]): string {
  const centre = computeCentre(buildContour(geometry));
  return regions.find((region) => contourContains(buildContour(region.geometry), centre))?.code ?? '';
}

function createPopulationFinder(): (shape: Shape) => number | null {
  const find = createPlaceFinder(
    readGazetteerPlaces(new Set([SPAIN])).filter(({ population }) => population > 0),
  );
  return ({ code, name }) => find({ code, name })?.population ?? null;
}
