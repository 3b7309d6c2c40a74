import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Colours } from './colours.ts';
import { baseLayers, clusterLayers, FONT } from './style.ts';

/** From here on every price is shown, also where two overlap. */
const STREET_ZOOM = 14;
const IS_ONE_HOME: ExpressionSpecification = ['==', ['get', 'count'], 1];

/** Clusters of the service: several homes with their number, or one home with its price. */
export function homeLayers(c: Colours): LayerSpecification[] {
  return [
    ...baseLayers(c),
    {
      id: 'area',
      type: 'fill',
      source: 'areas',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': c.accent, 'fill-opacity': 0.08 },
    },
    {
      id: 'area-line',
      type: 'line',
      source: 'areas',
      paint: { 'line-color': c.accent, 'line-width': 2 },
    },
    {
      id: 'area-corner',
      type: 'circle',
      source: 'areas',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-color': c.card,
        'circle-stroke-color': c.accent,
        'circle-stroke-width': 2,
        'circle-radius': 5,
      },
    },
    ...clusterLayers(c, {
      isCluster: ['>', ['get', 'count'], 1],
      isPoint: IS_ONE_HOME,
      count: ['get', 'label'],
      radius: ['interpolate', ['linear'], ['log10', ['get', 'count']], 0.3, 12, 2, 18, 4, 26],
    }),
    {
      id: 'point-price',
      type: 'symbol',
      source: 'points',
      filter: IS_ONE_HOME,
      layout: {
        'text-field': ['get', 'label'],
        'text-font': FONT,
        'text-size': 13,
        'text-anchor': 'bottom',
        'text-offset': [0, -0.7],
        'text-allow-overlap': ['step', ['zoom'], false, STREET_ZOOM, true],
      },
      paint: { 'text-color': c.ink, 'text-halo-color': c.card, 'text-halo-width': 2 },
    },
  ];
}
