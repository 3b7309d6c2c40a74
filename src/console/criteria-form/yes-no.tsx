import type { PresenceFilter, SwitchFilter } from '../../catalogue/filters/kinds.ts';
import { useWords } from '../state/language.ts';
import { partWords } from '../words/shell.ts';
import type { ControlProps } from './control-props.ts';

export function YesNoControl({ label, operand, setOperand }: ControlProps<SwitchFilter | PresenceFilter>) {
  const words = useWords(partWords);
  const choices = [
    [undefined, words.any],
    [true, words.yes],
    [false, words.no],
  ] as const;
  return (
    <fieldset class="field">
      <legend class="label">{label}</legend>
      <div class="tabs">
        {choices.map(([value, text]) => (
          <button key={text} type="button" aria-pressed={operand === value} onClick={() => setOperand(value)}>
            {text}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
