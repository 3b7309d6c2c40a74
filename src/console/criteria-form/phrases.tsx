import { useId } from 'preact/hooks';
import type { PhrasesFilter, SetFilter, UrlFilter } from '../../catalogue/filters/kinds.ts';
import { useWords } from '../state/language.ts';
import { criteriaWords } from '../words/criteria.ts';
import { parseValueLists } from './choices.tsx';
import type { ControlProps } from './control-props.ts';
import { pruneEmpty } from './leaf.ts';
import { useTypedText } from './typed-text.ts';

const parsePhrases = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Free text: one URL, or several words separated by commas; where the filter may exclude, also words to leave out. */
export function PhrasesControl({
  filter,
  label,
  operand,
  setOperand,
}: ControlProps<PhrasesFilter | UrlFilter | SetFilter>) {
  const words = useWords(criteriaWords);
  if (filter.kind === 'url') {
    return (
      <TextField
        label={label}
        mode="url"
        placeholder="https://…"
        text={String(operand ?? '')}
        onText={(text) => setOperand(text.trim() || undefined)}
      />
    );
  }
  const lists = parseValueLists(operand);
  const wanted = lists.inOrMissing ? 'inOrMissing' : 'in';
  const field = (member: 'in' | 'nin' | 'inOrMissing', name: string) => (
    <TextField
      label={name}
      mode="text"
      placeholder={words.phrases}
      text={(lists[member] ?? []).join(', ')}
      onText={(text) => setOperand(pruneEmpty({ ...lists, [member]: parsePhrases(text) }))}
    />
  );
  return (
    <>
      {field(wanted, wanted === 'in' ? label : `${label}, ${words.orMissing}`)}
      {filter.operators.includes('nin') && field('nin', words.exclude(label))}
    </>
  );
}

interface TextFieldProps {
  label: string;
  mode: 'text' | 'url';
  placeholder: string;
  text: string;
  onText: (text: string) => void;
}

function TextField({ label, mode, placeholder, text, onText }: TextFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} type="text" inputMode={mode} placeholder={placeholder} {...useTypedText(text, onText)} />
    </div>
  );
}
