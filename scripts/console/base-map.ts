import type { Topology } from 'topojson-specification';
import { france } from '../../src/geo/load/france.ts';
import { type GazetteerPlace, readGazetteerPlaces } from '../../src/geo/load/gazetteer.ts';
import { readPackageJson } from '../../src/geo/load/packages.ts';
import { readAtlasShapes } from '../../src/geo/load/topology.ts';
import { outlines } from './outlines.ts';

/** The base map of the console, without third-party tiles. */
export interface BaseMap {
  readonly land: readonly { readonly type: 'Polygon' | 'MultiPolygon'; readonly coordinates: unknown }[];
  /** Longitude, latitude, population, name; the largest first. */
  readonly towns: readonly (readonly [number, number, number, string])[];
}

const MAINLAND = { west: -5.3, south: 41.2, east: 9.8, north: 51.3 };
const MIN_TOWN_POPULATION = 4000;

/**
 * Spain from its atlas. No free atlas of France is on npm: the contour of a department is the area nearest to its
 * towns, accurate to a few kilometres.
 */
export function drawBaseMap(): BaseMap {
  const french = readGazetteerPlaces(new Set(['FR'])).filter(({ position: [x, y] }) => isMainland(x, y));
  return { land: [...departments(french), ...provinces()], towns: towns() };
}

const isMainland = (x: number, y: number): boolean =>
  x > MAINLAND.west && x < MAINLAND.east && y > MAINLAND.south && y < MAINLAND.north;

function departments(places: readonly GazetteerPlace[]): BaseMap['land'] {
  const seeds = places.flatMap(({ position: [x, y], subregion, codes }) => {
    const code = subregion || (codes.find((one) => /^\d{5}$|^2[AB]\d{3}$/.test(one)) ?? '').slice(0, 2);
    return code === '' ? [] : [{ x, y, of: code }];
  });
  return outlines(seeds, MAINLAND).map((coordinates) => ({ type: 'MultiPolygon', coordinates }));
}

function provinces(): BaseMap['land'] {
  const topology = readPackageJson<Topology>('es-atlas', 'es/provinces.json');
  return readAtlasShapes(topology, 'provinces').map(({ geometry: { type, coordinates } }) => ({
    type,
    coordinates: rounded(coordinates),
  }));
}

/** Longitude, latitude, population, name. */
export type NamedPosition = readonly [number, number, number, string];

/**
 * The names of all communes and arrondissements of France and of the places of Spain, for closer zooms. Contours are read
 * from the service. Roads are in no npm package that may be shipped: the map shows none rather than wrong ones.
 */
export function listCommunes(): NamedPosition[] {
  const french = france
    .read()
    .divisions.flatMap(({ type, name, centroid, population }): NamedPosition[] =>
      centroid && (type === 'MUNICIPALITY' || type === 'MUNICIPAL_DISTRICT')
        ? [[...roundPosition(centroid), population ?? 0, name]]
        : [],
    );
  const spanish = readGazetteerPlaces(new Set(['ES']))
    .filter(({ rank }) => rank < 9)
    .map(({ position, population, name }): NamedPosition => [...roundPosition(position), population, name]);
  const named = new Map([...french, ...spanish].map((place) => [`${place[3]} ${place[0]}`, place]));
  return [...named.values()];
}

const roundPosition = ([x, y]: readonly [number, number]): [number, number] => [
  Number(x.toFixed(3)),
  Number(y.toFixed(3)),
];

/** A hundred metres, on a map of countries. */
const rounded = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(rounded) : Number((value as number).toFixed(3));

function towns(): BaseMap['towns'] {
  const named = new Map<string, GazetteerPlace>();
  for (const place of readGazetteerPlaces(new Set(['FR', 'ES']))) {
    const known = named.get(place.name);
    if (
      place.population >= MIN_TOWN_POPULATION &&
      place.rank < 9 &&
      (known?.population ?? 0) < place.population
    )
      named.set(place.name, place);
  }
  return [...named.values()]
    .toSorted((one, other) => other.population - one.population)
    .map(({ position: [x, y], population, name }) => [
      Number(x.toFixed(3)),
      Number(y.toFixed(3)),
      population,
      name,
    ]);
}
