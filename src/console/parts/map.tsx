import { useEffect, useRef, useState } from 'preact/hooks';
import type { DrawnMap, MapPoint } from '../map/draw.ts';
import { useStore } from '../state/store.ts';
import { theme } from '../state/theme.ts';
import { ErrorNotice } from './feedback.tsx';

interface MapProps {
  label: string;
  points: readonly MapPoint[];
  /** Identifies the points: when it changes, the map moves to them. */
  subject: string;
  onPick?: (id: string) => void;
  /** Called with the bounding box after a person has moved the map. */
  onMove?: (box: [number, number, number, number]) => void;
}

/** A map of points. Its library is loaded when the first map is shown. */
export function PointMap({ label, points, subject, onPick, onMove }: MapProps) {
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnMap | undefined>(undefined);
  const callbacks = useRef({ onPick, onMove });
  callbacks.current = { onPick, onMove };
  const [isReady, setReady] = useState(false);
  const [fault, setFault] = useState<Error>();
  const shade = useStore(theme);
  useEffect(() => {
    let present = true;
    import('../map/draw.ts')
      .then(({ drawMap }) =>
        present && element.current
          ? drawMap(element.current, {
              label,
              onPick: (id) => callbacks.current.onPick?.(id),
              onMove: (box) => callbacks.current.onMove?.(box),
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
  // The colours are read again when the theme changes.
  useEffect(() => drawn.current?.recolour(), [shade, isReady]);
  if (fault) return <ErrorNotice fault={fault} retry={() => location.reload()} />;
  return <div class="canvas" ref={element} data-ready={isReady} />;
}
