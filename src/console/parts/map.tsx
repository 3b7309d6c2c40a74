import { useEffect, useRef, useState } from 'preact/hooks';
import type { DrawnMap, MapPoint } from '../map/draw.ts';
import { useStore } from '../state/store.ts';
import { theme } from '../state/theme.ts';
import { ErrorNotice } from './feedback.tsx';

interface MapProps {
  label: string;
  points: readonly MapPoint[];
  /** What the points are of; they are moved to when it changes. */
  subject: string;
  onPick?: (id: string) => void;
  /** Told the four corners whenever a person moved the map. */
  onMove?: (box: [number, number, number, number]) => void;
}

/** A map of points. The library that draws it is fetched when the first map is shown. */
export function PointMap({ label, points, subject, onPick, onMove }: MapProps) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnMap | undefined>(undefined);
  const told = useRef({ onPick, onMove });
  told.current = { onPick, onMove };
  const [isReady, setReady] = useState(false);
  const [fault, setFault] = useState<Error>();
  const shade = useStore(theme);
  useEffect(() => {
    let present = true;
    import('../map/draw.ts')
      .then(({ drawMap }) =>
        present && place.current
          ? drawMap(place.current, {
              label,
              onPick: (id) => told.current.onPick?.(id),
              onMove: (box) => told.current.onMove?.(box),
            })
          : undefined,
      )
      .then((map) => {
        if (!present) return map?.remove();
        drawn.current = map;
        setReady(true);
      }, setFault);
    return () => {
      present = false;
      drawn.current?.remove();
    };
  }, [label]);
  useEffect(() => {
    if (isReady) drawn.current?.show(points, subject);
  }, [points, subject, isReady]);
  // the colours are read from the page when the theme turns.
  useEffect(() => drawn.current?.recolour(), [shade, isReady]);
  if (fault) return <ErrorNotice fault={fault} retry={() => location.reload()} />;
  return <div class="canvas" ref={place} data-ready={isReady} />;
}
