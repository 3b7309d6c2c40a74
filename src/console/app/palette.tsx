import { useId, useState } from 'preact/hooks';
import { ApiError } from '../api/client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNotice } from '../parts/feedback.tsx';
import { useWords } from '../state/language.ts';
import { paletteWords } from '../words/palette.ts';
import { type PaletteTarget, usePaletteTargets } from './palette-targets.ts';
import '../style/palette.css';

/** A text field that leads to places, homes and screens, by keyboard alone. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const words = useWords(paletteWords);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [error, setError] = useState<Error>();
  const targets = usePaletteTargets(typed);
  const at = Math.min(active, Math.max(0, targets.length - 1));
  const go = async (target: PaletteTarget | undefined) => {
    try {
      await target?.go();
      if (target) onClose();
    } catch (fault) {
      setError(fault as Error);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive((at + 1) % Math.max(1, targets.length));
    else if (event.key === 'ArrowUp') setActive((at + targets.length - 1) % Math.max(1, targets.length));
    else if (event.key === 'Enter') go(targets[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        autocomplete="off"
        autofocus
        aria-label={words.title}
        aria-expanded={targets.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={targets.length > 0 ? `${id}-${at}` : undefined}
        placeholder={words.hint}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
          setError(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {error && <PaletteError error={error} />}
      <div class="palette-list" id={`${id}-list`} role="listbox" aria-label={words.results}>
        {targets.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox input handles the keys.
          <div
            key={target.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => go(target)}
          >
            <span>{target.name}</span>
            <span class="soft small">{target.kind}</span>
          </div>
        ))}
      </div>
      {targets.length === 0 && <p class="soft small">{words.none}</p>}
      <p class="soft small">{words.keys}</p>
    </Dialog>
  );
}

function PaletteError({ error }: { error: Error }) {
  const words = useWords(paletteWords);
  const isUnknown = error instanceof ApiError && error.status === 404;
  return isUnknown ? <p role="alert">{words.unknownUrl}</p> : <ErrorNotice fault={error} />;
}
