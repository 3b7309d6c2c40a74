import { useId } from 'preact/hooks';
import type { PhrasesFilter, SetFilter, UrlFilter } from '../../catalogue/filters/kinds.ts';
import { useWords } from '../state/language.ts';
import { criteriaWords } from '../words/criteria.ts';
import { parseValueLists } from './choices.tsx';
import type { ControlProps } from './control-props.ts';
import { pruneEmpty } from './leaf.ts';

const parsePhrases = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Free text: one URL, or several words separated by commas. */
export function PhrasesControl({
  filter,
  label,
  operand,
  setOperand,
}: ControlProps<PhrasesFilter | UrlFilter | SetFilter>) {
  const id = useId();
  const words = useWords(criteriaWords);
  const isSingle = filter.kind === 'url';
  const lists = isSingle ? {} : parseValueLists(operand);
  const text = isSingle ? String(operand ?? '') : (lists.in ?? []).join(', ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode={isSingle ? 'url' : 'text'}
        placeholder={isSingle ? 'https://…' : words.phrases}
        value={text}
        onChange={({ currentTarget: { value } }) =>
          setOperand(isSingle ? value.trim() || undefined : pruneEmpty({ ...lists, in: parsePhrases(value) }))
        }
      />
    </div>
  );
}
