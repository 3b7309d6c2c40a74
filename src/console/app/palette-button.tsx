import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../state/language.ts';
import { createStore, useStore } from '../state/store.ts';
import { paletteWords } from '../words/palette.ts';

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);
const isPaletteOpen = createStore(false);

export function PaletteButton() {
  const words = useWords(paletteWords);
  return (
    <button
      type="button"
      class="palette-button"
      aria-haspopup="dialog"
      onClick={() => isPaletteOpen.set(true)}
    >
      <Icon name="explore" size={16} />
      <span>{words.open}</span>
      <kbd>{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  );
}

/** Shows the command palette, also by Ctrl+K or ⌘K. It is fetched when it is first opened. */
export function PaletteHost() {
  const isOpen = useStore(isPaletteOpen);
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }>>();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      isPaletteOpen.set(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(() => {
    if (!isOpen || Palette) return;
    import('./palette.tsx').then(
      ({ CommandPalette }) => setPalette(() => CommandPalette),
      () => isPaletteOpen.set(false),
    );
  }, [isOpen]);
  return isOpen && Palette ? <Palette onClose={() => isPaletteOpen.set(false)} /> : null;
}
