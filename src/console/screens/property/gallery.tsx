import { useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { PhotoImage } from '../../parts/photo.tsx';
import { useWords } from '../../state/language.ts';
import { propertyWords } from '../../words/property.ts';
import { partWords } from '../../words/shell.ts';

export function PhotoGallery({ pictures }: { pictures: readonly { readonly url: string }[] }) {
  const words = useWords(propertyWords);
  const parts = useWords(partWords);
  const [at, setAt] = useState(0);
  const shown = pictures[at];
  const turn = (by: number) => setAt((at + by + pictures.length) % pictures.length);
  return (
    <section class="gallery" aria-label={words.photos}>
      <PhotoImage url={shown?.url} alt={words.photo(at + 1, pictures.length)} isLazy={false} />
      {pictures.length > 1 && (
        <>
          <button type="button" class="icon-only before" aria-label={parts.previous} onClick={() => turn(-1)}>
            <Icon name="left" />
          </button>
          <button type="button" class="icon-only after" aria-label={parts.next} onClick={() => turn(1)}>
            <Icon name="right" />
          </button>
          <span class="badge" aria-live="polite">
            {at + 1} / {pictures.length}
          </span>
        </>
      )}
    </section>
  );
}
