import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { GeoJSONSource, LngLat, Map as MapLibre } from 'maplibre-gl';
import type { Box } from './fit.ts';
import { homeLayers } from './home-layers.ts';
import { MAX_MAP_ZOOM, markDrawn, openMap } from './open-map.ts';
import { recolour } from './style.ts';
import { FIT_PADDING_PX, MAX_FIT_ZOOM, type MapView } from './view.ts';

/** Homes of one cell of the map. */
export interface MapCluster {
  readonly id: string;
  readonly at: readonly [number, number];
  readonly count: number;
  readonly label: string;
}

export interface HomeMap {
  show(clusters: readonly MapCluster[]): void;
  /** Reports clicks, and Enter for the centre of the map, instead of picking homes; returns how to end it. */
  pickPositions(report: (position: [number, number]) => void): () => void;
  /** Draws the areas of the criteria. */
  outline(shapes: readonly Geometry[]): void;
  /** Gives the keyboard to the map. */
  focus(): void;
  fit(box: Box): void;
  recolour(): void;
  remove(): void;
}

interface Listeners {
  label: string;
  /** Where the map begins, if the homes are located by then. */
  start(): MapView | undefined;
  /** After the first frame that shows homes. */
  onDrawn(): void;
  /** One home, or those of a cell that no zoom takes apart. */
  onPick(id: string): void;
  /** After the first view and each move; `byPerson` when a person moved the map. */
  onView(box: Box, zoom: number, byPerson: boolean): void;
}

const collect = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });
const toFeature = ({ id, at, count, label }: MapCluster): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [...at] },
  properties: { id, count, label },
});

const HOME_LAYERS = ['point', 'point-price', 'cluster'];
/** Enter opens what is as near to the middle of the map. */
const KEY_REACH_PX = 60;

/** A click on several homes shows them from two steps nearer. */
const ZOOM_STEP = 2;

export async function drawHomeMap(container: HTMLElement, listeners: Listeners): Promise<HomeMap> {
  const map = await openMap(container, {
    label: listeners.label,
    layers: homeLayers,
    start: listeners.start,
    points: { type: 'geojson', data: collect([]) },
    areas: { type: 'geojson', data: collect([]) },
  });
  listen(map, listeners);
  return {
    show(clusters) {
      map.getSource<GeoJSONSource>('points')?.setData(collect(clusters.map(toFeature)));
      const homes = clusters.reduce((sum, { count }) => sum + count, 0);
      markDrawn(map, homes, listeners.onDrawn);
    },
    outline: (shapes) =>
      map
        .getSource<GeoJSONSource>('areas')
        ?.setData(collect(shapes.map((geometry) => ({ type: 'Feature', geometry, properties: null })))),
    focus: () => map.getCanvas().focus({ preventScroll: true }),
    pickPositions: (report) => pickPositions(map, report),
    fit: ({ west, south, east, north }) =>
      map.fitBounds([west, south, east, north], {
        padding: FIT_PADDING_PX,
        maxZoom: MAX_FIT_ZOOM,
        animate: false,
      }),
    recolour: () => recolour(map, homeLayers),
    remove: () => map.remove(),
  };
}

const isPicking = (map: MapLibre): boolean => map.getContainer().dataset['picking'] !== undefined;

function pickPositions(map: MapLibre, report: (position: [number, number]) => void): () => void {
  const container = map.getContainer();
  const onClick = ({ lngLat }: { lngLat: LngLat }) => report([lngLat.lng, lngLat.lat]);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') onClick({ lngLat: map.getCenter() });
  };
  container.dataset['picking'] = '';
  map.doubleClickZoom.disable();
  map.on('click', onClick);
  map.getCanvas().addEventListener('keydown', onKeyDown);
  return () => {
    delete container.dataset['picking'];
    map.doubleClickZoom.enable();
    map.off('click', onClick);
    map.getCanvas().removeEventListener('keydown', onKeyDown);
  };
}

/** What the cross in the middle of the map points at: arrows move the map under it. */
function findNearest(map: MapLibre): Feature | undefined {
  const { clientWidth, clientHeight } = map.getCanvas();
  const [x, y] = [clientWidth / 2, clientHeight / 2];
  const distance = ({ geometry }: Feature): number => {
    if (geometry.type !== 'Point') return Number.POSITIVE_INFINITY;
    const at = map.project(geometry.coordinates as [number, number]);
    return Math.hypot(at.x - x, at.y - y);
  };
  return map
    .queryRenderedFeatures(
      [
        [x - KEY_REACH_PX, y - KEY_REACH_PX],
        [x + KEY_REACH_PX, y + KEY_REACH_PX],
      ],
      { layers: HOME_LAYERS },
    )
    .toSorted((one, other) => distance(one) - distance(other))[0];
}

function listen(map: MapLibre, { onPick, onView }: Listeners): void {
  const open = (found: Feature | undefined) => {
    if (isPicking(map) || found?.geometry.type !== 'Point') return;
    const { id, count } = found.properties as { id: string; count: number };
    if (count === 1 || map.getZoom() >= MAX_MAP_ZOOM) return onPick(id);
    const center = found.geometry.coordinates as [number, number];
    map.easeTo({ center, zoom: Math.min(MAX_MAP_ZOOM, map.getZoom() + ZOOM_STEP) }, { byPerson: true });
  };
  map.on('click', ({ point }) => open(map.queryRenderedFeatures(point, { layers: HOME_LAYERS })[0]));
  map.getCanvas().addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') open(findNearest(map));
  });
  for (const layer of ['point', 'cluster']) {
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = '';
    });
  }
  const report = (byPerson: boolean) => {
    const bounds = map.getBounds();
    const box = {
      west: Math.max(-180, bounds.getWest()),
      south: Math.max(-90, bounds.getSouth()),
      east: Math.min(180, bounds.getEast()),
      north: Math.min(90, bounds.getNorth()),
    };
    onView(box, Math.round(map.getZoom()), byPerson);
  };
  map.on('moveend', (event) =>
    report(event.originalEvent !== undefined || (event as { byPerson?: boolean }).byPerson === true),
  );
  report(false);
}
