import { useEffect, useRef, useState } from 'preact/hooks';
import { fetchClusters } from '../../api/clusters.ts';
import type { PropertyClustersJson } from '../../api/generated/public.ts';
import type { LeafJson } from '../../criteria-form/leaf.ts';
import { type Box, cellSize, fitBox, WORLD } from '../../map/fit.ts';
import type { HomeMap } from '../../map/home-map.ts';

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
  reload(): void;
}

/** The clusters of the view. New criteria move the map to their homes. */
export function useClusters(
  { text, criteria, reads }: { text: string; criteria: LeafJson; reads: number },
  view: View | undefined,
  map: HomeMap | undefined,
): HomesOnMap {
  const [state, setState] = useState<Omit<HomesOnMap, 'reload'>>({
    found: undefined,
    placed: undefined,
    error: undefined,
  });
  const [reloads, setReloads] = useState(0);
  // Asked for while the map itself is fetched: the first view needs both.
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
  useEffect(() => {
    if (map === undefined || located?.text !== text || fitted.current === text) return;
    if (located.box) map.fit(located.box);
    fitted.current = text;
  }, [map, located]);
  useEffect(() => {
    const stop = new AbortController();
    if (view === undefined) return;
    fetchClusters({ criteria, viewport: view.box, zoom: view.zoom }, stop.signal).then(
      (found) => !stop.signal.aborted && setState((now) => ({ ...now, found, error: undefined })),
      fail(stop.signal),
    );
    return () => stop.abort();
  }, [text, view, reloads, reads]);
  return { ...state, reload: () => setReloads((count) => count + 1) };
}
