import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { rememberFocus } from '../state/focus.ts';
import { useWords } from '../state/language.ts';
import { partWords } from '../words/shell.ts';
import { Icon } from './icon.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** It cannot be dismissed: an action inside ends it. */
  isBinding?: boolean;
}

/**
 * The native dialog: it traps the focus and closes with Escape. The focus returns to the element that opened it, or goes to the
 * screen that the dialog led to.
 */
export function Dialog({ title, onClose, children, isBinding = false }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const words = useWords(partWords);
  useEffect(() => {
    const shown = box.current;
    const returnFocus = rememberFocus();
    shown?.showModal();
    return () => {
      shown?.close();
      returnFocus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      aria-labelledby={id}
      onClose={() => (isBinding ? box.current?.isConnected && box.current.showModal() : onClose())}
      onCancel={(event) => (isBinding ? event.preventDefault() : onClose())}
    >
      <div class="stack">
        <div class="row apart">
          <h2 id={id}>{title}</h2>
          {!isBinding && (
            <button type="button" class="plain icon-only" aria-label={words.close} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
