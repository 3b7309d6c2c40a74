import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const DEFAULT_WIDTH_PX = 720;

/** How wide a place on the page is, so that what is drawn there keeps its letters readable on a phone. */
export function useWidth<Place extends HTMLElement>(): { place: RefObject<Place | null>; width: number } {
  const place = useRef<Place>(null);
  const [width, setWidth] = useState(DEFAULT_WIDTH_PX);
  useLayoutEffect(() => {
    const shown = place.current;
    if (!shown) return;
    const measure = () => setWidth(Math.max(240, Math.floor(shown.clientWidth)));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(shown);
    return () => watch.disconnect();
  }, []);
  return { place, width };
}
