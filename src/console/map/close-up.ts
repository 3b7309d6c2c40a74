import { communesAddress } from 'virtual:base-map';
import type { Feature, FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { COMMUNE_ZOOM, GRID_ZOOM } from './style.ts';

/** Degrees of latitude between two lines; each is a round distance on the ground only in the scale beside it. */
const GRID_STEPS: readonly (readonly [number, number])[] = [
  [16, 0.001],
  [15, 0.002],
  [14, 0.005],
  [13, 0.01],
  [GRID_ZOOM, 0.02],
];

type NamedPosition = readonly [number, number, number, string];

const noFeatures: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** The sources of what only a closer look shows. */
export const closeUpSources = {
  communes: { type: 'geojson', data: noFeatures },
  grid: { type: 'geojson', data: noFeatures },
} as const;

/** Fetches the names when a closer look needs them, and draws the grid of each view. */
export function showCloseUp(map: MapLibre): void {
  let isAsked = false;
  const update = () => {
    if (map.getZoom() >= COMMUNE_ZOOM && !isAsked) {
      isAsked = true;
      loadCommunes(map).catch(() => {
        isAsked = false;
      });
    }
    map.getSource<GeoJSONSource>('grid')?.setData({ type: 'FeatureCollection', features: gridLines(map) });
  };
  map.on('moveend', update);
  update();
}

async function loadCommunes(map: MapLibre): Promise<void> {
  const places = (await (await fetch(communesAddress)).json()) as readonly NamedPosition[];
  const features = places.map(
    ([x, y, population, name]): Feature => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [x, y] },
      properties: { population, name },
    }),
  );
  map.getSource<GeoJSONSource>('communes')?.setData({ type: 'FeatureCollection', features });
  map.getContainer().dataset['communes'] = String(features.length);
}

function gridLines(map: MapLibre): Feature[] {
  const step = GRID_STEPS.find(([zoom]) => map.getZoom() >= zoom)?.[1];
  if (step === undefined) return [];
  const bounds = map.getBounds();
  const [west, east, south, north] = [
    bounds.getWest(),
    bounds.getEast(),
    bounds.getSouth(),
    bounds.getNorth(),
  ];
  // A degree of longitude is shorter, so that cells are about square.
  const wide = step / Math.max(0.2, Math.cos((south * Math.PI) / 180));
  return [
    ...multiples(west, east, wide).map((x) => line([x, south], [x, north])),
    ...multiples(south, north, step).map((y) => line([west, y], [east, y])),
  ];
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, at) => (first + at) * step,
  );
}

const line = (from: [number, number], to: [number, number]): Feature => ({
  type: 'Feature',
  geometry: { type: 'LineString', coordinates: [from, to] },
  properties: null,
});
