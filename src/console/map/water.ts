import { waterAddress } from 'virtual:base-map';
import type { Feature, Position } from 'geojson';
import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import type { Colours } from './colours.ts';
import { decodeSteps } from './steps.ts';

/** Each line or ring as steps in thousandths of a degree. */
export interface WaterFile {
  readonly rivers: readonly (readonly number[])[];
  readonly lakes: readonly (readonly number[])[];
}

const STEPS_PER_DEGREE = 1_000;
const decode = (steps: readonly number[]): Position[] => decodeSteps(steps, STEPS_PER_DEGREE);

export const waterFeatures = ({ rivers, lakes }: WaterFile): Feature[] => [
  {
    type: 'Feature',
    geometry: { type: 'MultiLineString', coordinates: rivers.map(decode) },
    properties: null,
  },
  {
    type: 'Feature',
    geometry: { type: 'MultiPolygon', coordinates: lakes.map((steps) => [decode(steps)]) },
    properties: null,
  },
];

/** Fetched when the homes are drawn: they come first. */
export function showWater(map: MapLibre): void {
  map.once('idle', async () => {
    try {
      const features = waterFeatures((await (await fetch(waterAddress)).json()) as WaterFile);
      map.getSource<GeoJSONSource>('rivers')?.setData({ type: 'FeatureCollection', features });
      map.getContainer().dataset['water'] = String(features.length);
    } catch {
      // A map without rivers is a map; the next one fetches them again.
    }
  });
}

/** The lines are accurate to a kilometre, most to a third of one: they fade where that is seen. */
const FADE: readonly [number, number] = [9, 10];

export const waterLayers = (c: Colours): LayerSpecification[] => [
  {
    id: 'lake',
    type: 'fill',
    source: 'rivers',
    maxzoom: FADE[1],
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': c.water, 'fill-opacity': fade() },
  },
  {
    id: 'river',
    type: 'line',
    source: 'rivers',
    minzoom: 3,
    maxzoom: FADE[1],
    filter: ['==', ['geometry-type'], 'LineString'],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': c.river,
      'line-opacity': fade(),
      'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.4, 7, 1.1, 10, 2.4],
    },
  },
];

const fade = (): never => ['interpolate', ['linear'], ['zoom'], FADE[0], 1, FADE[1], 0] as never;
