import type { ScoresFilter } from '../../catalogue/filters/kinds.ts';
import { useLabels } from '../words/catalogue.ts';
import type { ControlProps } from './control-props.ts';

interface ScoreJson {
  type: string;
  rating?: readonly string[];
  value?: unknown;
}

export const RATINGS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;

/** The letters of the energy label, for each score. */
export function ScoresControl({ filter, label, operand, setOperand }: ControlProps<ScoresFilter>) {
  const labels = useLabels();
  const scores = (operand ?? []) as readonly ScoreJson[];
  const turn = (type: string, letter: string) => {
    const { rating = [], ...now } = scores.find((score) => score.type === type) ?? { type };
    const next = rating.includes(letter)
      ? rating.filter((one) => one !== letter)
      : [...rating, letter].sort();
    const others = scores.filter((score) => score.type !== type);
    const kept = next.length > 0 || now.value !== undefined;
    const all = kept ? [...others, { ...now, ...(next.length > 0 && { rating: next }) }] : others;
    setOperand(all.length === 0 ? undefined : all);
  };
  return (
    <fieldset class="field">
      <legend class="label">{label}</legend>
      {filter.types.values.map((type) => (
        <div key={type} class="stack tight">
          <span class="small soft">{labels.value(type, filter.types)}</span>
          <div class="chips">
            {RATINGS.map((letter) => (
              <button
                key={letter}
                type="button"
                class="chip"
                aria-label={`${labels.value(type, filter.types)} ${letter}`}
                aria-pressed={scores.find((score) => score.type === type)?.rating?.includes(letter) ?? false}
                onClick={() => turn(type, letter)}
              >
                {letter}
              </button>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
