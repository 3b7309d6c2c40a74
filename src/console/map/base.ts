import { baseMapAddress } from 'virtual:base-map';
import type { Feature, FeatureCollection, GeoJsonProperties, Geometry } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';

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

export const landFeatures = (land: readonly Geometry[]): FeatureCollection =>
  toFeatureCollection(land.map((geometry) => feature(geometry, null)));

export function baseFeatures({ land, towns }: BaseMapFile) {
  return {
    land: landFeatures(land),
    towns: toFeatureCollection(
      towns.map(([x, y, population, name]) =>
        feature({ type: 'Point', coordinates: [x, y] }, { population, name }),
      ),
    ),
  };
}

/** Fetched when the homes are drawn: until then the land is the outline of the first frame, without names. */
export function showBase(map: MapLibre): void {
  map.once('idle', async () => {
    try {
      const base = baseFeatures((await (await fetch(baseMapAddress)).json()) as BaseMapFile);
      map.getSource<GeoJSONSource>('land')?.setData(base.land);
      map.getSource<GeoJSONSource>('towns')?.setData(base.towns);
      map.getContainer().dataset['towns'] = String(base.towns.features.length);
    } catch {
      // The outline stays; the next map fetches it again.
    }
  });
}
