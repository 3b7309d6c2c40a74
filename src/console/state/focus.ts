import { useEffect } from 'preact/hooks';

/** Whether the screen that is about to be shown gets the keyboard. */
let isScreenNext = false;

/** Moves the keyboard to the screen, also when another one is about to replace it. */
export function focusScreen(): void {
  isScreenNext = true;
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** For the main element of a screen. A person who went on by Tab meanwhile is not called back. */
export function useScreenFocus(): void {
  useEffect(() => {
    if (isScreenNext && document.activeElement === document.body) focusScreen();
  }, []);
}

/**
 * Returns how to give the keyboard back to what has it now. Where that is gone, or another screen was opened meanwhile, the screen
 * gets it.
 */
export function rememberFocus(): () => void {
  const [opener, openedAt] = [document.activeElement, location.pathname];
  return () => {
    if (location.pathname === openedAt && opener instanceof HTMLElement && opener.isConnected)
      opener.focus({ preventScroll: true });
    else focusScreen();
  };
}
