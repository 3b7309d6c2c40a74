import type { TimeFilter } from '../../catalogue/filters/kinds.ts';
import { useWords } from '../state/language.ts';
import { criteriaWords } from '../words/criteria.ts';
import type { ControlProps } from './control-props.ts';
import { pruneEmpty } from './leaf.ts';

/** Two days; the API reads a bare date as the start of that day in UTC. */
export function TimeRangeControl({ label, operand, setOperand }: ControlProps<TimeFilter>) {
  const words = useWords(criteriaWords);
  const now = (operand ?? {}) as Record<'from' | 'to', string | undefined>;
  const input = (bound: 'from' | 'to') => (
    <input
      type="date"
      aria-label={`${label}, ${words[bound]}`}
      value={now[bound]?.slice(0, 10) ?? ''}
      onChange={({ currentTarget: { value } }) =>
        setOperand(pruneEmpty({ ...now, [bound]: value === '' ? undefined : `${value}T00:00:00Z` }))
      }
    />
  );
  return (
    <fieldset class="field">
      <legend class="label">{label}</legend>
      <div class="pair">
        {input('from')}
        {input('to')}
      </div>
    </fieldset>
  );
}
