import { compared, MAX_COMPARED, toggleCompared } from '../state/compared.ts';
import { useWords } from '../state/language.ts';
import { useStore } from '../state/store.ts';
import { compareWords } from '../words/compare.ts';
import { Icon } from './icon.tsx';

/** Adds a home to those that are compared, or removes it. `name` distinguishes the buttons of a list. */
export function CompareButton({ id, name }: { id: string; name?: string }) {
  const words = useWords(compareWords);
  const ids = useStore(compared);
  const isChosen = ids.includes(id);
  const isFull = !isChosen && ids.length >= MAX_COMPARED;
  return (
    <button
      type="button"
      class="compare-button"
      aria-pressed={isChosen}
      disabled={isFull}
      title={isFull ? words.full : undefined}
      onClick={() => toggleCompared(id)}
    >
      <Icon name={isChosen ? 'check' : 'compare'} size={15} />
      {isChosen ? words.added : words.add}
      {name && <span class="hidden">{name}</span>}
    </button>
  );
}
