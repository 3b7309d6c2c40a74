/** The scroll position is part of a history entry, so that Back shows what was left. */
interface EntryState {
  readonly scrollY?: number;
}

/** After this time the screen is as long as it gets. */
const MAX_RESTORE_MS = 8_000;
const WRITE_EVERY_MS = 150;
/** Signs that the person scrolls: from then on nothing is restored. */
const SCROLL_INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

let cancelRestore = (): void => undefined;
let isRestoring = false;

/** Called before another entry is pushed. */
export function leaveEntry(): void {
  cancelRestore();
  rememberScroll();
}

function rememberScroll(): void {
  history.replaceState({ ...(history.state as EntryState | null), scrollY: Math.round(scrollY) }, '');
}

/** The browser restores before the screen has its content: we do it ourselves. */
export function watchScroll(): void {
  history.scrollRestoration = 'manual';
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener('scroll', () => {
    // A screen that is being replaced shrinks: that is not the person's position.
    if (isRestoring) return;
    const path = location.href;
    clearTimeout(timer);
    timer = setTimeout(() => location.href === path && !isRestoring && rememberScroll(), WRITE_EVERY_MS);
  });
  addEventListener('pagehide', rememberScroll);
  restoreScroll();
}

/**
 * Scrolls to the position of the history entry whenever the screen changes its height, until the person scrolls. The former screen
 * may be long enough already, and the new one is short until it is loaded: reaching the position once is not the end.
 */
export function restoreScroll(): void {
  cancelRestore();
  const wanted = (history.state as EntryState | null)?.scrollY ?? 0;
  isRestoring = true;
  const end = () => {
    isRestoring = false;
    watch.disconnect();
    clearTimeout(timer);
    for (const input of SCROLL_INPUTS) removeEventListener(input, end);
  };
  const attempt = () => scrollTo(0, wanted);
  const watch = new ResizeObserver(attempt);
  const timer = setTimeout(end, wanted > 0 ? MAX_RESTORE_MS : 0);
  for (const input of SCROLL_INPUTS) addEventListener(input, end, { passive: true });
  cancelRestore = end;
  watch.observe(document.body);
  attempt();
}
