import {
  type GeoJSONSourceSpecification,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import '../style/map.css';
import { outlineAddress } from 'virtual:base-map';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { showCredits } from './attribution.ts';
import { landFeatures, showBase } from './base.ts';
import { closeUpSources, showCloseUp } from './close-up.ts';
import { readColours } from './colours.ts';
import { showContours } from './contours.ts';
import { parseOutline } from './outline.ts';
import { showRoads } from './roads.ts';
import type { LayerBuilder } from './style.ts';
import { type MapView, viewCenter } from './view.ts';
import { showWater } from './water.ts';

// In a bundle MapLibre 6 needs the URL of its worker.
setWorkerUrl(workerUrl);

const NO_FEATURES: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: { type: 'FeatureCollection', features: [] },
};
const FRANCE: [number, number] = [2.6, 46.6];
export const MAX_MAP_ZOOM = 17;

interface MapParts {
  label: string;
  layers: LayerBuilder;
  /** Where it begins. */
  start?(): MapView | undefined;
  points: GeoJSONSourceSpecification;
  /** Drawn areas and outlines. */
  areas?: GeoJSONSourceSpecification;
}

/** A map with the base that the build of the console draws; resolves when homes can be shown on it, before it is drawn. */
export async function openMap(container: HTMLElement, parts: MapParts): Promise<MapLibre> {
  const outline = parseOutline((await (await fetch(outlineAddress)).json()) as string);
  const start = parts.start?.();
  const map = new MapLibre({
    container,
    center: start ? viewCenter(start) : FRANCE,
    zoom: start?.zoom ?? 4.6,
    // Names that fade in are drawn again and again, each time as slowly as the first without a graphics card.
    fadeDuration: 0,
    maxZoom: MAX_MAP_ZOOM,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    locale: { 'Map.Title': parts.label },
    style: {
      version: 8,
      sources: {
        land: { type: 'geojson', data: landFeatures(outline) },
        contours: NO_FEATURES,
        rivers: NO_FEATURES,
        roads: NO_FEATURES,
        towns: NO_FEATURES,
        ...closeUpSources,
        ...(parts.areas && { areas: parts.areas }),
        points: parts.points,
      },
      layers: parts.layers(readColours()),
    },
  });
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  // Below the zoom: at the bottom a phone shows the owners of the data over the whole width.
  map.addControl(new ScaleControl({}), 'top-right');
  const credits = showCredits(map);
  // The first frame takes longest where no graphics card draws it: it shows the homes too.
  await new Promise<void>((resolve) => map.once('style.load', () => resolve()));
  showBase(map);
  showCloseUp(map);
  showWater(map);
  showContours(map);
  showRoads(map, credits);
  return map;
}

/** Sets `data-points` once a frame shows the points that were just given. */
export function markDrawn(map: MapLibre, points: number, onDrawn = () => {}): void {
  const onRender = (): void => {
    if (!map.isSourceLoaded('points')) return;
    map.off('render', onRender);
    map.getContainer().dataset['points'] = String(points);
    onDrawn();
  };
  map.on('render', onRender);
}
