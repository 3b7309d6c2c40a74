import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useWords } from '../state/language.ts';
import { partWords } from '../words/shell.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './feedback.tsx';

interface ConfirmationProps {
  title: string;
  /** The label of the confirming button. */
  action: string;
  kind?: 'danger' | 'main-action';
  act: () => Promise<unknown>;
  onClose: () => void;
  children: ComponentChildren;
}

/** Asks before an action that is hard to undo; closes when the action succeeds. */
export function Confirmation({ title, action, kind = 'danger', act, onClose, children }: ConfirmationProps) {
  const words = useWords(partWords);
  const [fault, setFault] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    act().then(onClose, (failed: Error) => {
      setBusy(false);
      setFault(failed);
    });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {fault && <ErrorNotice fault={fault} />}
      <div class="row">
        <button type="button" class={kind} disabled={isBusy} onClick={confirm}>
          {action}
        </button>
        <button type="button" onClick={onClose}>
          {words.cancel}
        </button>
      </div>
    </Dialog>
  );
}
