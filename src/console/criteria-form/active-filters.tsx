import { Icon } from '../parts/icon.tsx';
import { useWords } from '../state/language.ts';
import { useLabels } from '../words/catalogue.ts';
import { criteriaWords } from '../words/criteria.ts';
import { listActive } from './active.ts';
import type { LeafJson } from './leaf.ts';
import { OperandText } from './summary.tsx';

interface ActiveFiltersProps {
  tree: LeafJson;
  onChange: (tree: LeafJson) => void;
}

/** What the criteria ask for, each with a button that removes it: nothing that filters is out of sight. */
export function ActiveFilters({ tree, onChange }: ActiveFiltersProps) {
  const words = useWords(criteriaWords);
  const labels = useLabels();
  const active = listActive(tree);
  if (active.length === 0) return null;
  return (
    <ul class="chips" aria-label={words.active}>
      {active.map(({ key, filter, operand, without, choice }) => (
        <li key={key}>
          <button type="button" class="chip on wrap" onClick={() => onChange(without)}>
            <span class="hidden">{words.remove('')}</span>
            {choice !== undefined && `${words.alternative(choice)} · `}
            {labels.label(filter.label)}: <OperandText filter={filter} operand={operand} />
            <Icon name="close" size={13} />
          </button>
        </li>
      ))}
    </ul>
  );
}
