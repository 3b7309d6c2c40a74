import type { Geometry } from 'geojson';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { HomeMap, MapCluster } from '../../map/home-map.ts';
import type { MapView, Size } from '../../map/view.ts';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { useStore } from '../../state/store.ts';
import { theme } from '../../state/theme.ts';
import type { View } from './clusters.ts';
import { FirstFrame } from './first-frame.tsx';

interface HomeMapProps {
  label: string;
  clusters: readonly MapCluster[];
  areas: readonly Geometry[];
  /** Where the map begins; undefined while the homes are being located. */
  start: MapView | undefined;
  /** The map is fetched now: before, it would delay the first homes. */
  isWanted: boolean;
  onSize: (size: Size) => void;
  onMap: (map: HomeMap | undefined) => void;
  onPick: (id: string) => void;
  onView: (view: View, byPerson: boolean) => void;
}

/** The map of Explore. Its library is fetched after the first homes, which are shown at once. */
export function HomeMapCanvas({ label, clusters, areas, start, isWanted, ...on }: HomeMapProps) {
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<HomeMap>();
  const [size, setSize] = useState<Size>();
  const [isDrawn, setDrawn] = useState(false);
  const latest = useRef({ ...on, start });
  latest.current = { ...on, start };
  const [fault, setFault] = useState<Error>();
  const shade = useStore(theme);
  useLayoutEffect(() => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = element.current ?? {};
    setSize({ width, height });
    latest.current.onSize({ width, height });
  }, []);
  useEffect(() => {
    if (!isWanted) return;
    let present = true;
    let drawn: HomeMap | undefined;
    const draw = async () => {
      const { drawHomeMap } = await import('../../map/home-map.ts');
      if (!present || !element.current) return;
      drawn = await drawHomeMap(element.current, {
        label,
        start: () => latest.current.start,
        onPick: (id) => latest.current.onPick(id),
        onView: (box, zoom, byPerson) => latest.current.onView({ box, zoom }, byPerson),
        onDrawn: () => setDrawn(true),
      });
      if (!present) return drawn.remove();
      setMap(drawn);
      latest.current.onMap(drawn);
    };
    draw().catch(setFault);
    return () => {
      present = false;
      drawn?.remove();
      latest.current.onMap(undefined);
    };
  }, [label, isWanted]);
  useEffect(() => map?.show(clusters), [map, clusters]);
  useEffect(() => map?.outline(areas), [map, areas]);
  // The colours are read again when the theme changes.
  useEffect(() => map?.recolour(), [map, shade]);
  if (fault) return <ErrorNotice fault={fault} retry={() => location.reload()} />;
  return (
    <>
      <div class="canvas" ref={element} data-ready={map !== undefined} />
      {!isDrawn && start && size && clusters.length > 0 && (
        <FirstFrame start={start} size={size} clusters={clusters} />
      )}
    </>
  );
}
