import type { Geometry } from 'geojson';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { HomeMap, MapCluster } from '../../map/home-map.ts';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { useStore } from '../../state/store.ts';
import { theme } from '../../state/theme.ts';
import type { View } from './clusters.ts';

interface HomeMapProps {
  label: string;
  clusters: readonly MapCluster[];
  areas: readonly Geometry[];
  onMap: (map: HomeMap | undefined) => void;
  onPick: (id: string) => void;
  onView: (view: View, byPerson: boolean) => void;
}

/** The map of Explore. Its library is loaded when it is first shown. */
export function HomeMapCanvas({ label, clusters, areas, onMap, onPick, onView }: HomeMapProps) {
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<HomeMap>();
  const callbacks = useRef({ onMap, onPick, onView });
  callbacks.current = { onMap, onPick, onView };
  const [fault, setFault] = useState<Error>();
  const shade = useStore(theme);
  useEffect(() => {
    let present = true;
    let drawn: HomeMap | undefined;
    const draw = async () => {
      const { drawHomeMap } = await import('../../map/home-map.ts');
      if (!present || !element.current) return;
      drawn = await drawHomeMap(element.current, {
        label,
        onPick: (id) => callbacks.current.onPick(id),
        onView: (box, zoom, byPerson) => callbacks.current.onView({ box, zoom }, byPerson),
      });
      if (!present) return drawn.remove();
      setMap(drawn);
      callbacks.current.onMap(drawn);
    };
    draw().catch(setFault);
    return () => {
      present = false;
      drawn?.remove();
      callbacks.current.onMap(undefined);
    };
  }, [label]);
  useEffect(() => map?.show(clusters), [map, clusters]);
  useEffect(() => map?.outline(areas), [map, areas]);
  // The colours are read again when the theme changes.
  useEffect(() => map?.recolour(), [map, shade]);
  if (fault) return <ErrorNotice fault={fault} retry={() => location.reload()} />;
  return <div class="canvas" ref={element} data-ready={map !== undefined} />;
}
