import type { RangeFilter } from '../../catalogue/filters/kinds.ts';
import { CheckField } from '../parts/fields.tsx';
import { useWords } from '../state/language.ts';
import { criteriaWords } from '../words/criteria.ts';
import type { ControlProps } from './control-props.ts';
import { pruneEmpty } from './leaf.ts';
import { useTypedText } from './typed-text.ts';

interface RangeJson {
  gte?: number;
  lte?: number;
  orMissing?: boolean;
}

const unitOf = (unit: string | undefined): string =>
  unit === undefined
    ? ''
    : unit === 'm²'
      ? ' (m²)'
      : unit === 'per cent'
        ? ' (%)'
        : unit.startsWith('currency per')
          ? ' (€/m²)'
          : ' (€)';

export function RangeControl({ filter, label, operand, setOperand }: ControlProps<RangeFilter>) {
  const words = useWords(criteriaWords);
  const now = (operand ?? {}) as RangeJson;
  const change = (bound: 'gte' | 'lte') => (text: string) =>
    setOperand(pruneEmpty({ ...now, [bound]: text === '' ? undefined : Number(text) }));
  const least = useTypedText(now.gte ?? '', change('gte'));
  const most = useTypedText(now.lte ?? '', change('lte'));
  const isBound = now.gte !== undefined || now.lte !== undefined;
  return (
    <fieldset class="field">
      <legend class="label">
        {label}
        <span class="soft">{unitOf(filter.unit)}</span>
      </legend>
      <div class="pair">
        <input
          type="number"
          inputMode="numeric"
          placeholder={words.min}
          aria-label={words.atLeast(label)}
          {...least}
        />
        <input
          type="number"
          inputMode="numeric"
          placeholder={words.max}
          aria-label={words.atMost(label)}
          {...most}
        />
      </div>
      {isBound && filter.operators.includes('orMissing') && (
        <CheckField
          class="check small"
          label={words.orMissing}
          checked={now.orMissing === true}
          onCheck={(checked) => setOperand(pruneEmpty({ ...now, orMissing: checked || undefined }))}
        />
      )}
    </fieldset>
  );
}
