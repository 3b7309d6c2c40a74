import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { fetchClusters } from '../../api/clusters.ts';
import type { PropertyClustersJson } from '../../api/generated/public.ts';
import type { LeafJson } from '../../criteria-form/leaf.ts';
import { type Box, cellSize, fitBox, WORLD } from '../../map/fit.ts';
import type { HomeMap } from '../../map/home-map.ts';
import { fitView, type MapView, type Size, viewBox } from '../../map/view.ts';

type ClusterJson = PropertyClustersJson['clusters'][number];

/** The zoom of the question where the homes are: cells of five degrees. */
const WORLD_ZOOM = 4;
/** From the cells of a country to the streets of a town. */
const MAX_FIT_STEPS = 3;
const STEP_ZOOM = 4;

export interface View {
  readonly box: Box;
  readonly zoom: number;
}

export const toWeighted = ({ point, count }: ClusterJson) => ({
  at: point.coordinates as unknown as readonly [number, number],
  count,
});

/** Where the homes are, in a few ever finer steps, and how many have a position. */
async function locateHomes(criteria: LeafJson, signal: AbortSignal): Promise<{ box?: Box; placed: number }> {
  let [viewport, zoom, placed]: [Box, number, number | undefined] = [WORLD, WORLD_ZOOM, undefined];
  let box: Box | undefined;
  for (let step = 0; step < MAX_FIT_STEPS; step += 1) {
    const found = await fetchClusters({ criteria, viewport, zoom }, signal);
    placed ??= found.totalItems;
    box = fitBox(found.clusters.map(toWeighted), cellSize(found.zoom).width / 2) ?? box;
    if (box === undefined || found.clusters.length > 3) break;
    viewport = clampBox(box);
    zoom = found.zoom + STEP_ZOOM;
  }
  return { ...(box && { box }), placed: placed ?? 0 };
}

const clampBox = ({ west, south, east, north }: Box): Box => ({
  west: Math.max(WORLD.west, west),
  south: Math.max(WORLD.south, south),
  east: Math.min(WORLD.east, east),
  north: Math.min(WORLD.north, north),
});

interface HomesOnMap {
  readonly found: PropertyClustersJson | undefined;
  /** Matching homes with a position, anywhere. */
  readonly placed: number | undefined;
  readonly error: Error | undefined;
  /** Where a map of these criteria begins; undefined until the homes are located. */
  readonly start: MapView | undefined;
  reload(): void;
}

interface ShownMap {
  /** What the map shows; undefined until it is there. */
  readonly view: View | undefined;
  readonly map: HomeMap | undefined;
  /** Of the part of the page where the map will be. */
  readonly size: Size | undefined;
}

/** Views that differ by less than a pixel at a street are one. */
const viewKey = ({ box: { west, south, east, north }, zoom }: View): string =>
  [west, south, east, north].map((degrees) => degrees.toFixed(5)).join() + zoom;

/** The clusters of the view, also before the map is there. New criteria move the map to their homes. */
export function useClusters(
  { text, criteria, reads }: { text: string; criteria: LeafJson; reads: number },
  { view, map, size }: ShownMap,
): HomesOnMap {
  const [state, setState] = useState<Pick<HomesOnMap, 'found' | 'placed' | 'error'>>({
    found: undefined,
    placed: undefined,
    error: undefined,
  });
  const [reloads, setReloads] = useState(0);
  const [located, setLocated] = useState<{ text: string; box: Box | undefined }>();
  const fitted = useRef<string | undefined>(undefined);
  const fail = (signal: AbortSignal) => (error: Error) => {
    if (!signal.aborted) setState((now) => ({ ...now, error }));
  };
  // `text` is the serialized criteria.
  useEffect(() => {
    const stop = new AbortController();
    locateHomes(criteria, stop.signal).then(({ box, placed }) => {
      if (stop.signal.aborted) return;
      setState((now) => ({ ...now, placed, error: undefined }));
      setLocated({ text, box });
    }, fail(stop.signal));
    return () => stop.abort();
  }, [text, reloads, reads]);
  const start = useMemo(
    () => (size && located?.text === text && located.box ? fitView(located.box, size) : undefined),
    [located, size, text],
  );
  useEffect(() => {
    if (map === undefined || located?.text !== text || fitted.current === text) return;
    if (located.box) map.fit(located.box);
    fitted.current = text;
  }, [map, located]);
  const shown = view ?? (start && size && { box: viewBox(start, size), zoom: Math.round(start.zoom) });
  useEffect(() => {
    const stop = new AbortController();
    if (shown === undefined) return;
    fetchClusters({ criteria, viewport: shown.box, zoom: shown.zoom }, stop.signal).then(
      (found) => !stop.signal.aborted && setState((now) => ({ ...now, found, error: undefined })),
      fail(stop.signal),
    );
    return () => stop.abort();
  }, [text, shown && viewKey(shown), reloads, reads]);
  return { ...state, start, reload: () => setReloads((count) => count + 1) };
}
