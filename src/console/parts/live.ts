import { useEffect, useRef } from 'preact/hooks';

const DEFAULT_EVERY_MS = 4_000;

/** Reloads while the page is visible; a hidden page costs no request. */
export function useLiveReload(reload: () => void, isLive = true, everyMs = DEFAULT_EVERY_MS): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isLive, everyMs]);
}
