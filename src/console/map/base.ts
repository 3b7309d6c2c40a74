import type { Feature, FeatureCollection, GeoJsonProperties, Geometry } from 'geojson';

/** The base map, which the build of the console draws. */
export interface BaseMapFile {
  readonly land: readonly Geometry[];
  readonly towns: readonly (readonly [number, number, number, string])[];
}

const feature = (geometry: Geometry, properties: GeoJsonProperties): Feature => ({
  type: 'Feature',
  geometry,
  properties,
});

const toFeatureCollection = (features: Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
});

export function baseFeatures({ land, towns }: BaseMapFile) {
  return {
    land: toFeatureCollection(land.map((geometry) => feature(geometry, null))),
    towns: toFeatureCollection(
      towns.map(([x, y, population, name]) =>
        feature({ type: 'Point', coordinates: [x, y] }, { population, name }),
      ),
    ),
  };
}
