import type { Feature } from 'geojson';
import type {
  ExpressionSpecification,
  FilterSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibre,
} from 'maplibre-gl';
import { ROAD_CLASSES, ROAD_LEVELS, type RoadClass } from '../../lib/road-levels.ts';
import { fetchMapRoads, type RoadSquare } from '../api/map-roads.ts';
import type { MapCredits } from './attribution.ts';
import type { Colours } from './colours.ts';
import { decodeSteps } from './steps.ts';

/** Squares that a browser has in memory; a view has twelve at most. */
const MAX_SQUARES = 60;

/** Reads the main roads of each view, square by square, and draws those of one level at a time. */
export function showRoads(map: MapLibre, credits: MapCredits): void {
  const squares = new Map<string, Feature[]>();
  let [isOffered, shown] = [true, ''];
  const add = async (square: RoadSquare): Promise<void> => {
    try {
      const { hasRoads, lines, credits: named } = await fetchMapRoads(square);
      isOffered &&= hasRoads;
      const { stepsPerDegree } = ROAD_LEVELS[square.level] ?? { stepsPerDegree: 1 };
      squares.set(
        keyOf(square),
        lines.map((line) => toFeature(line, stepsPerDegree)),
      );
      credits.add(named);
    } catch {
      // A map without roads is a map; the next move asks again.
    }
  };
  const update = async (): Promise<void> => {
    if (!isOffered) return;
    const view = listSquares(map);
    const missing = view.filter((square) => !squares.has(keyOf(square)));
    await Promise.all(missing.map(add));
    // The map may have moved on while they were read.
    const ready = listSquares(map)
      .map(keyOf)
      .filter((key) => squares.has(key));
    if (ready.length === 0 || ready.join() === shown) return;
    shown = ready.join();
    const features = ready.flatMap((key) => squares.get(key) ?? []);
    map.getSource<GeoJSONSource>('roads')?.setData({ type: 'FeatureCollection', features });
    map.getContainer().dataset['roads'] = String(features.length);
    for (const key of [...squares.keys()].slice(0, Math.max(0, squares.size - MAX_SQUARES)))
      if (!ready.includes(key)) squares.delete(key);
  };
  map.on('moveend', () => void update());
  // Homes come first.
  map.once('idle', () => void update());
}

interface RoadLine {
  readonly class: RoadClass;
  readonly ref?: string;
  readonly name?: string;
  readonly steps: readonly number[];
}

const toFeature = ({ class: roadClass, ref, name, steps }: RoadLine, stepsPerDegree: number): Feature => ({
  type: 'Feature',
  geometry: { type: 'LineString', coordinates: decodeSteps(steps, stepsPerDegree) },
  properties: { class: roadClass, ...(ref && { ref }), ...(name && { name }) },
});

const keyOf = ({ level, column, row }: RoadSquare): string => `${level} ${column} ${row}`;

/** The squares of a view; none where roads would be noise. */
function listSquares(map: MapLibre): RoadSquare[] {
  const level = ROAD_LEVELS.findLastIndex(({ zoom }) => map.getZoom() >= zoom);
  const { squareDegrees } = ROAD_LEVELS[level] ?? {};
  if (squareDegrees === undefined) return [];
  const bounds = map.getBounds();
  const toSquare = (degrees: number): number => Math.floor(degrees / squareDegrees);
  const squares: RoadSquare[] = [];
  for (let column = toSquare(bounds.getWest()); column <= toSquare(bounds.getEast()); column += 1)
    for (let row = toSquare(bounds.getSouth()); row <= toSquare(bounds.getNorth()); row += 1)
      squares.push({ level, column, row });
  return squares;
}

/** From which zoom a class is drawn, and its width in pixels at some zooms. */
const CLASSES: readonly { class: RoadClass; minzoom: number; widths: readonly [number, number][] }[] = [
  {
    class: 'SECONDARY',
    minzoom: 11,
    widths: [
      [11, 0.6],
      [14, 2.4],
      [17, 9],
    ],
  },
  {
    class: 'PRIMARY',
    minzoom: 9,
    widths: [
      [9, 0.6],
      [12, 1.6],
      [14, 3.2],
      [17, 12],
    ],
  },
  {
    class: 'TRUNK',
    minzoom: 7,
    widths: [
      [7, 0.5],
      [10, 1.4],
      [14, 4],
      [17, 14],
    ],
  },
  {
    class: 'MOTORWAY',
    minzoom: 5,
    widths: [
      [5, 0.5],
      [8, 1.2],
      [11, 2.4],
      [14, 5],
      [17, 16],
    ],
  },
];

/** From here on a class has its number on the map, which needs more space than its line, and its name later. */
const REF_ZOOMS: Readonly<Record<RoadClass, number>> = { MOTORWAY: 8, TRUNK: 9, PRIMARY: 11, SECONDARY: 12 };
const NAME_ZOOM = 14;

const widthOf = (widths: readonly [number, number][], more: number): ExpressionSpecification =>
  [
    'interpolate',
    ['exponential', 1.4],
    ['zoom'],
    ...widths.flatMap(([zoom, px]) => [zoom, px + more]),
  ] as never;

/** A line with an edge, so that roads differ from contours; the edge is drawn where a road is wide enough for one. */
const EDGE_ZOOM = 11;
const EDGE_PX = 1.4;

/** Without an edge a road has a colour that differs from the land. */
const nearColour = ({ roadFar, road }: Colours): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  EDGE_ZOOM,
  roadFar,
  EDGE_ZOOM + 1.5,
  road,
];

export const roadLayers = (c: Colours): LayerSpecification[] => [
  ...CLASSES.map(
    ({ class: roadClass, minzoom, widths }): LayerSpecification => ({
      id: `road-edge-${roadClass}`,
      type: 'line',
      source: 'roads',
      minzoom: Math.max(EDGE_ZOOM, minzoom),
      filter: ['==', ['get', 'class'], roadClass],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': c.roadEdge, 'line-width': widthOf(widths, EDGE_PX) },
    }),
  ),
  ...CLASSES.map(
    ({ class: roadClass, minzoom, widths }): LayerSpecification => ({
      id: `road-${roadClass}`,
      type: 'line',
      source: 'roads',
      minzoom,
      filter: ['==', ['get', 'class'], roadClass],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': roadClass === 'MOTORWAY' ? c.motorway : nearColour(c),
        'line-width': widthOf(widths, 0),
      },
    }),
  ),
];

/** Each class from its zoom on. */
function isLabelled(): FilterSpecification {
  const steps = ROAD_CLASSES.map((one, at) => [
    REF_ZOOMS[one],
    ['in', ['get', 'class'], ['literal', ROAD_CLASSES.slice(0, at + 1)]],
  ]);
  return ['step', ['zoom'], false, ...steps.flat()] as never;
}

/** Numbers and names of roads, beside the names of towns. */
export const roadNameLayer = (c: Colours, font: string[]): LayerSpecification => ({
  id: 'road-name',
  type: 'symbol',
  source: 'roads',
  minzoom: REF_ZOOMS.MOTORWAY,
  filter: isLabelled(),
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 300,
    'text-field': [
      'step',
      ['zoom'],
      ['get', 'ref'],
      NAME_ZOOM,
      ['coalesce', ['get', 'name'], ['get', 'ref']],
    ],
    'text-font': font,
    'text-size': ['interpolate', ['linear'], ['zoom'], REF_ZOOMS.MOTORWAY, 9.5, 16, 13],
    'symbol-sort-key': ['match', ['get', 'class'], 'MOTORWAY', 0, 'TRUNK', 1, 'PRIMARY', 2, 3],
  },
  paint: { 'text-color': c.soft, 'text-halo-color': c.land, 'text-halo-width': 1.6 },
});
