import type { Feature } from 'geojson';
import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { fetchMapContours, type MapSquare, SQUARES_PER_DEGREE } from '../api/map-contours.ts';
import type { Colours } from './colours.ts';
import { decodeSteps } from './steps.ts';

/** From here on a commune is wide enough to be outlined. */
const MIN_ZOOM = 9.5;
/** Contours of a whole country are accurate to 200 m: they fade where that is seen. */
const FADE: readonly [number, number] = [12, 13.5];
const STEPS_PER_DEGREE = 10_000;

/** Reads the contours of each view, square by square, once for each map. */
export function showContours(map: MapLibre): void {
  const read = new Set<string>();
  const outlines = new Map<string, Feature>();
  const add = async (square: MapSquare): Promise<void> => {
    read.add(keyOf(square));
    try {
      for (const { id, rings } of (await fetchMapContours(square)).contours)
        outlines.set(id, toFeature(rings));
    } catch {
      // A map without contours is a map; the next move asks again.
      read.delete(keyOf(square));
    }
  };
  const update = async (): Promise<void> => {
    const zoom = map.getZoom();
    const missing =
      zoom >= MIN_ZOOM && zoom < FADE[1] ? listSquares(map).filter((one) => !read.has(keyOf(one))) : [];
    if (missing.length === 0) return;
    await Promise.all(missing.map(add));
    map
      .getSource<GeoJSONSource>('contours')
      ?.setData({ type: 'FeatureCollection', features: [...outlines.values()] });
    map.getContainer().dataset['contours'] = String(outlines.size);
  };
  map.on('moveend', () => void update());
  // Homes come first.
  map.once('idle', () => void update());
}

const toFeature = (rings: readonly (readonly number[])[]): Feature => ({
  type: 'Feature',
  geometry: {
    type: 'MultiLineString',
    coordinates: rings.map((steps) => decodeSteps(steps, STEPS_PER_DEGREE)),
  },
  properties: null,
});

const keyOf = ({ column, row }: MapSquare): string => `${column} ${row}`;

function listSquares(map: MapLibre): MapSquare[] {
  const bounds = map.getBounds();
  const toSquare = (degrees: number): number => Math.floor(degrees * SQUARES_PER_DEGREE);
  const squares: MapSquare[] = [];
  for (let column = toSquare(bounds.getWest()); column <= toSquare(bounds.getEast()); column += 1)
    for (let row = toSquare(bounds.getSouth()); row <= toSquare(bounds.getNorth()); row += 1)
      squares.push({ column, row });
  return squares;
}

export const contourLayers = (c: Colours): LayerSpecification[] => [
  {
    id: 'contour',
    type: 'line',
    source: 'contours',
    minzoom: MIN_ZOOM,
    maxzoom: FADE[1],
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': c.line,
      'line-width': 1,
      'line-opacity': ['interpolate', ['linear'], ['zoom'], FADE[0], 1, FADE[1], 0],
    },
  },
];
