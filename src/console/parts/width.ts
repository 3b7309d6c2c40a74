import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const DEFAULT_WIDTH_PX = 720;

/** The width of an element, so that drawings keep their text size on a phone. */
export function useWidth<Target extends HTMLElement>(): { element: RefObject<Target | null>; width: number } {
  const element = useRef<Target>(null);
  const [width, setWidth] = useState(DEFAULT_WIDTH_PX);
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const measure = () => setWidth(Math.max(240, Math.floor(shown.clientWidth)));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(shown);
    return () => watch.disconnect();
  }, []);
  return { element, width };
}
