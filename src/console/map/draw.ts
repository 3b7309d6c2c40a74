import type { FeatureCollection } from 'geojson';
import { type GeoJSONSource, LngLatBounds, type Map as MapLibre } from 'maplibre-gl';
import { markDrawn, openMap } from './open-map.ts';
import { pointLayers, recolour } from './style.ts';

export interface MapPoint {
  readonly id: string;
  readonly at: readonly [number, number];
  readonly label: string;
}

export interface DrawnMap {
  /** `subject` identifies the search: the map shows all its points until a person moves it. */
  show(points: readonly MapPoint[], subject: string): void;
  recolour(): void;
  remove(): void;
}

interface Listeners {
  label: string;
  onPick(id: string): void;
  onMove(box: [number, number, number, number]): void;
}

const empty: FeatureCollection = { type: 'FeatureCollection', features: [] };

export async function drawMap(container: HTMLElement, listeners: Listeners): Promise<DrawnMap> {
  const map = await openMap(container, {
    label: listeners.label,
    layers: pointLayers,
    points: { type: 'geojson', data: empty, cluster: true, clusterRadius: 46, clusterMaxZoom: 14 },
  });
  listen(map, listeners);
  return createDrawnMap(map);
}

function listen(map: MapLibre, { onPick, onMove }: Listeners): void {
  map.on('click', 'point', ({ features }) => {
    const id: unknown = features?.[0]?.properties['id'];
    if (typeof id === 'string') onPick(id);
  });
  map.on('click', 'cluster', async ({ features }) => {
    const [found] = features ?? [];
    if (found?.geometry.type !== 'Point') return;
    const source = map.getSource<GeoJSONSource>('points');
    const zoom =
      (await source?.getClusterExpansionZoom(Number(found.properties['cluster_id']))) ?? map.getZoom() + 1;
    map.easeTo({ center: found.geometry.coordinates as [number, number], zoom });
  });
  for (const layer of ['point', 'cluster']) {
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = '';
    });
  }
  map.on('moveend', ({ originalEvent }) => {
    if (originalEvent === undefined) return;
    const bounds = map.getBounds();
    onMove([bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]);
  });
}

function createDrawnMap(map: MapLibre): DrawnMap {
  let [isMoved, shown] = [false, ''];
  map.on('moveend', ({ originalEvent }) => {
    isMoved ||= originalEvent !== undefined;
  });
  return {
    show(points, subject) {
      if (subject !== shown) [isMoved, shown] = [false, subject];
      const features = points.map(({ id, at, label }) => ({
        type: 'Feature' as const,
        geometry: { type: 'Point' as const, coordinates: [...at] },
        properties: { id, label },
      }));
      map.getSource<GeoJSONSource>('points')?.setData({ type: 'FeatureCollection', features });
      markDrawn(map, points.length);
      if (points.length === 0 || isMoved) return;
      const box = new LngLatBounds();
      for (const { at } of points) box.extend([at[0], at[1]]);
      map.fitBounds(box, { padding: 50, maxZoom: 13, animate: false });
    },
    recolour: () => recolour(map, pointLayers),
    remove: () => map.remove(),
  };
}
