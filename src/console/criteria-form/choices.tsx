import type { FeaturesFilter, SetFilter } from '../../catalogue/filters/kinds.ts';
import { CheckField } from '../parts/fields.tsx';
import { useWords } from '../state/language.ts';
import { useLabels } from '../words/catalogue.ts';
import { criteriaWords } from '../words/criteria.ts';
import type { ControlProps } from './control-props.ts';
import { pruneEmpty } from './leaf.ts';

interface ValueLists {
  in?: readonly string[];
  nin?: readonly string[];
  inOrMissing?: readonly string[];
}

/** A plain value or list stands for `in`. */
export function parseValueLists(operand: unknown): ValueLists {
  if (typeof operand === 'string') return { in: [operand] };
  return Array.isArray(operand) ? { in: operand } : ((operand ?? {}) as ValueLists);
}

const without = (list: readonly string[] = [], value: string) => list.filter((one) => one !== value);

/** Unused → wanted → unwanted → unused. */
function toggleValue(lists: ValueLists, value: string, mayRefuse: boolean): ValueLists {
  const wantedIn = lists.inOrMissing ? 'inOrMissing' : 'in';
  if (lists.nin?.includes(value)) return { ...lists, nin: without(lists.nin, value) };
  if (lists[wantedIn]?.includes(value)) {
    const dropped = { ...lists, [wantedIn]: without(lists[wantedIn], value) };
    return mayRefuse ? { ...dropped, nin: [...(lists.nin ?? []), value] } : dropped;
  }
  return { ...lists, [wantedIn]: [...(lists[wantedIn] ?? []), value] };
}

export function ChoicesControl({
  filter,
  label,
  operand,
  setOperand,
}: ControlProps<SetFilter | FeaturesFilter>) {
  const words = useWords(criteriaWords);
  const labels = useLabels();
  const lists = parseValueLists(operand);
  const mayRefuse = filter.operators.includes('nin');
  const { vocabulary } = filter;
  if (!vocabulary) return null;
  const groups = filter.kind === 'set' ? Object.keys(filter.groups ?? {}) : [];
  const wanted = lists.in ?? lists.inOrMissing ?? [];
  return (
    <fieldset class="field">
      <legend class="label">{label}</legend>
      <div class="chips">
        {[...groups, ...vocabulary.values].map((value) => {
          const isUnwanted = lists.nin?.includes(value) ?? false;
          const isWanted = wanted.includes(value);
          return (
            <button
              key={value}
              type="button"
              class={`chip ${isWanted ? 'on' : ''} ${isUnwanted ? 'off' : ''}`}
              aria-pressed={isUnwanted || isWanted}
              title={mayRefuse ? words.choose : undefined}
              onClick={() => setOperand(pruneEmpty({ ...toggleValue(lists, value, mayRefuse) }))}
            >
              {isUnwanted ? words.not(labels.value(value, vocabulary)) : labels.value(value, vocabulary)}
            </button>
          );
        })}
      </div>
      {wanted.length > 0 && filter.operators.includes('inOrMissing') && (
        <CheckField
          class="check small"
          label={words.orMissing}
          checked={lists.inOrMissing !== undefined}
          onCheck={(checked) => {
            const { in: _, inOrMissing: __, ...rest } = lists;
            setOperand(pruneEmpty({ ...rest, [checked ? 'inOrMissing' : 'in']: wanted }));
          }}
        />
      )}
    </fieldset>
  );
}
