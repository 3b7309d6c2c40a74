import type { Topology } from 'topojson-specification';
import { buildContour, contourContains } from '../../lib/polygon.ts';
import { type Division, divisionId } from '../division.ts';
import { computeCentre } from '../polygon-centre.ts';
import { bareDivision, type PackagedCountry, withSummedPopulation } from './country-facts.ts';
import { GAZETTEER_PACKAGES, readGazetteerPlaces } from './gazetteer.ts';
import { readPackageJson } from './packages.ts';
import { createPlaceFinder } from './places.ts';
import { type AtlasShape, readAtlasShapes } from './topology.ts';

const SPAIN = 'ES';

/** Code 53 is land shared by several municipalities, 54 and region 20 are Gibraltar: none is a Spanish division. */
const LAST_PROVINCE = 52;
const LAST_REGION = 19;

/** Spain from its atlas: 19 regions, 52 provinces, 8,131 municipalities, each with its contour. */
export const spain: PackagedCountry = {
  name: 'Spain',
  packages: ['es-atlas', ...GAZETTEER_PACKAGES],
  read() {
    const topology = readPackageJson<Topology>('es-atlas', 'es/municipalities.json');
    const regions = readAtlasShapes(topology, 'autonomous_regions').filter(
      ({ code }) => Number(code) <= LAST_REGION,
    );
    const provinces = readAtlasShapes(topology, 'provinces').filter(
      ({ code }) => Number(code) <= LAST_PROVINCE,
    );
    const municipalities = readAtlasShapes(topology, 'municipalities').filter(
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

const identity = (code: string) => ({ id: divisionId(SPAIN, code), countryCode: SPAIN, uniqueCode: code });

function division(
  type: Division['type'],
  { code, name, geometry }: AtlasShape,
  parentCode: string,
): Division {
  const languages = name.split('/').map((part) => part.trim());
  return {
    ...bareDivision({ ...identity(code), type, name, parentId: divisionId(SPAIN, parentCode) }),
    centroid: computeCentre(buildContour(geometry)),
    centroidOrigin: 'contour',
    // Two official languages give two names, written "Alacant/Alicante".
    otherNames: languages.length > 1 ? languages : [],
  };
}

/** The atlas does not link provinces to regions: the region is the one that contains the centre of the province. */
function findRegionContaining({ geometry }: AtlasShape, regions: readonly AtlasShape[]): string {
  const centre = computeCentre(buildContour(geometry));
  return regions.find((region) => contourContains(buildContour(region.geometry), centre))?.code ?? '';
}

function createPopulationFinder(): (shape: AtlasShape) => number | null {
  const find = createPlaceFinder(
    readGazetteerPlaces(new Set([SPAIN])).filter(({ population }) => population > 0),
  );
  return ({ code, name }) => find({ code, name })?.population ?? null;
}
