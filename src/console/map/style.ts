import type { ExpressionSpecification, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { type Colours, readColours } from './colours.ts';
import { contourLayers } from './contours.ts';
import { roadLayers, roadNameLayer } from './roads.ts';
import { waterLayers } from './water.ts';

export const FONT = ['sans-serif'];

/** Labels of towns appear from the zoom at which they do not overlap. */
const MIN_LABEL_ZOOM: readonly (readonly [number, number])[] = [
  [4, 400_000],
  [5.5, 150_000],
  [7, 50_000],
  [8.5, 15_000],
  [10, 0],
];

const isNamed = [
  'step',
  ['zoom'],
  ['>=', ['get', 'population'], 900_000],
  ...MIN_LABEL_ZOOM.flatMap(([zoom, least]) => [zoom, ['>=', ['get', 'population'], least]]),
];

/** Outlines derive from towns and are accurate to 5 km, so that they fade at closer zooms. */
const fadeColour = (far: string, near: string): never =>
  ['interpolate', ['linear'], ['zoom'], 8.5, far, 10, near] as never;

/** From here on a gap between two outlines is seen. */
const SEAM_ZOOM = 7;
/** From here on every commune and arrondissement is named. */
export const COMMUNE_ZOOM = 9.5;
/** From here on a grid shows distances where nothing else is drawn. */
export const GRID_ZOOM = 12;

export type LayerBuilder = (colours: Colours) => LayerSpecification[];

/** Land, towns and their names. */
export function baseLayers(c: Colours): LayerSpecification[] {
  return [
    { id: 'water', type: 'background', paint: { 'background-color': fadeColour(c.water, c.land) } },
    // Far away its outline is drawn by the fill: lines take a shader more, for which the first frame would wait.
    {
      id: 'land',
      type: 'fill',
      source: 'land',
      paint: { 'fill-color': c.land, 'fill-outline-color': fadeColour(c.line, c.land) },
    },
    // Departments are outlined one by one: what is between two of them is no water.
    {
      id: 'land-seam',
      type: 'line',
      source: 'land',
      minzoom: SEAM_ZOOM,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': c.land,
        'line-width': ['interpolate', ['exponential', 2], ['zoom'], SEAM_ZOOM, 6, SEAM_ZOOM + 3, 64],
      },
    },
    {
      id: 'border',
      type: 'line',
      source: 'land',
      minzoom: SEAM_ZOOM,
      paint: { 'line-color': fadeColour(c.line, c.land), 'line-width': 0.8 },
    },
    ...contourLayers(c),
    ...waterLayers(c),
    ...roadLayers(c),
    {
      id: 'town',
      type: 'circle',
      source: 'towns',
      minzoom: 6,
      paint: {
        'circle-color': c.soft,
        'circle-opacity': 0.45,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 6, 1, 12, 3],
      },
    },
    {
      id: 'town-name',
      type: 'symbol',
      source: 'towns',
      maxzoom: COMMUNE_ZOOM,
      filter: isNamed as never,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['zoom'], 4, 10.5, 12, 13],
        'text-offset': [0, 0.9],
        'text-optional': true,
        'symbol-sort-key': ['-', 0, ['get', 'population']],
      },
      paint: { 'text-color': c.soft, 'text-halo-color': c.land, 'text-halo-width': 1.2 },
    },
    ...closeUpLayers(c),
    roadNameLayer(c, FONT),
  ];
}

/** What a closer look shows: a grid, and the names of communes and arrondissements. */
const closeUpLayers = (c: Colours): LayerSpecification[] => [
  {
    id: 'grid',
    type: 'line',
    source: 'grid',
    minzoom: GRID_ZOOM,
    paint: { 'line-color': c.line, 'line-width': 0.6, 'line-opacity': 0.7 },
  },
  {
    id: 'commune-name',
    type: 'symbol',
    source: 'communes',
    minzoom: COMMUNE_ZOOM,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], 10, 11.5, 14, 15],
      'symbol-sort-key': ['-', 0, ['get', 'population']],
    },
    paint: { 'text-color': c.soft, 'text-halo-color': c.land, 'text-halo-width': 1.4 },
  },
];

/** How clusters differ from single points in a source, and how a cluster is shown. */
interface ClusterStyle {
  readonly isCluster: ExpressionSpecification;
  readonly isPoint: ExpressionSpecification;
  readonly count: ExpressionSpecification;
  readonly radius: ExpressionSpecification;
}

/** Circles with a number for clusters, dots for single points. */
export function clusterLayers(c: Colours, style: ClusterStyle): LayerSpecification[] {
  return [
    {
      id: 'cluster',
      type: 'circle',
      source: 'points',
      filter: style.isCluster,
      paint: {
        'circle-color': c.accent,
        'circle-opacity': 0.92,
        'circle-stroke-color': c.card,
        'circle-stroke-width': 2,
        'circle-radius': style.radius,
      },
    },
    {
      id: 'cluster-count',
      type: 'symbol',
      source: 'points',
      filter: style.isCluster,
      layout: {
        'text-field': style.count,
        'text-font': FONT,
        'text-size': 12,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': c.accentInk },
    },
    {
      id: 'point',
      type: 'circle',
      source: 'points',
      filter: style.isPoint,
      paint: {
        'circle-color': c.accent,
        'circle-stroke-color': c.card,
        'circle-stroke-width': 2,
        'circle-radius': 7,
      },
    },
  ];
}

const CLUSTERED_IN_BROWSER: ClusterStyle = {
  isCluster: ['has', 'point_count'],
  isPoint: ['!', ['has', 'point_count']],
  count: ['get', 'point_count_abbreviated'],
  radius: ['interpolate', ['linear'], ['get', 'point_count'], 2, 13, 50, 19, 500, 28],
};

/** Points that the browser clusters: of one home and of what is near it. */
export const pointLayers = (c: Colours): LayerSpecification[] => [
  ...baseLayers(c),
  ...clusterLayers(c, CLUSTERED_IN_BROWSER),
];

export function recolour(map: MapLibre, layers: LayerBuilder): void {
  for (const layer of layers(readColours())) {
    for (const [name, value] of Object.entries(layer.paint ?? {})) {
      map.setPaintProperty(layer.id, name as 'line-width', value as number);
    }
  }
}
