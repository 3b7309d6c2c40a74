import type { Draft } from '../state/draft.ts';
import { useWords } from '../state/language.ts';
import { partWords } from '../words/shell.ts';
import { MomentText } from './moment.tsx';

interface DraftOfferProps<T> {
  draft: Draft<T>;
  onRestore: (value: T) => void;
}

/** Offers what an earlier visit left unfinished in this form. */
export function DraftOffer<T>({ draft, onRestore }: DraftOfferProps<T>) {
  const words = useWords(partWords);
  if (!draft.offered) return null;
  const restore = () => {
    const value = draft.accept();
    if (value !== undefined) onRestore(value);
  };
  return (
    <div class="notice row apart" role="status">
      <span>
        {words.draftLeft} <MomentText at={new Date(draft.offered.savedAt).toISOString()} />
      </span>
      <span class="row">
        <button type="button" class="main-action" onClick={restore}>
          {words.draftRestore}
        </button>
        <button type="button" onClick={draft.discard}>
          {words.draftDiscard}
        </button>
      </span>
    </div>
  );
}
