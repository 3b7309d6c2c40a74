import { compared, setCompared } from '../state/compared.ts';
import { useWords } from '../state/language.ts';
import { buildUrl } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { compareWords } from '../words/compare.ts';

/** Leads to the comparison while homes are chosen. */
export function CompareBar() {
  const words = useWords(compareWords);
  const ids = useStore(compared);
  if (ids.length === 0) return null;
  return (
    <div class="compare-bar card row apart">
      <span role="status">{words.chosen(ids.length)}</span>
      <span class="row">
        <button type="button" class="plain" onClick={() => setCompared([])}>
          {words.clear}
        </button>
        <a class="button main-action" href={buildUrl('/compare', { ids: ids.join(',') })}>
          {words.show}
        </a>
      </span>
    </div>
  );
}
