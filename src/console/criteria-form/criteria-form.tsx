import { useState } from 'preact/hooks';
import type { Filter } from '../../catalogue/filters/kinds.ts';
import { type FilterPath, filters, sections } from '../../catalogue/filters.ts';
import { Icon } from '../parts/icon.tsx';
import { foldText } from '../state/fold-text.ts';
import { useWords } from '../state/language.ts';
import { useLabels } from '../words/catalogue.ts';
import { criteriaWords } from '../words/criteria.ts';
import { FilterControl } from './control.tsx';
import { joinAlternatives, type LeafJson, readFilter, splitAlternatives, writeFilter } from './leaf.ts';
import { TreeText } from './tree-text.tsx';
import '../style/criteria.css';

/** The filters most people use; the others are behind a button. */
const FIRST_FILTERS: readonly FilterPath[] = [
  'property.locations',
  'property.transaction.type',
  'property.transaction.saleType',
  'property.type',
  'property.pricing.displayed',
  'property.areas.displayed',
  'property.unit.rooms',
];

interface CriteriaFormProps {
  tree: LeafJson;
  onChange: (tree: LeafJson) => void;
}

/** The form of the criteria of a search or an alert, derived from the filters of the catalogue. */
export function CriteriaForm({ tree, onChange }: CriteriaFormProps) {
  const words = useWords(criteriaWords);
  const alternatives = splitAlternatives(tree);
  const [asText, setAsText] = useState(false);
  const [chosen, setChosen] = useState(0);
  const isText = asText || alternatives === undefined;
  const at = Math.min(chosen, (alternatives?.length ?? 1) - 1);
  const leaf = alternatives?.[at] ?? {};
  const put = (changed: LeafJson) => onChange(joinAlternatives((alternatives ?? []).with(at, changed)));
  return (
    <section class="criteria stack" aria-label={words.criteria}>
      <div class="row apart">
        {alternatives && alternatives.length > 1 && !isText ? (
          <div class="tabs">
            {alternatives.map((_, index) => (
              <button
                // Alternatives have no id but their position.
                key={index}
                type="button"
                aria-pressed={index === at}
                onClick={() => setChosen(index)}
              >
                {words.alternative(index + 1)}
              </button>
            ))}
          </div>
        ) : (
          <h2>{words.criteria}</h2>
        )}
        <button type="button" class="plain small" onClick={() => onChange({})}>
          {words.clear}
        </button>
      </div>
      {isText ? (
        <TreeText tree={tree} onChange={onChange} isForced={alternatives === undefined} />
      ) : (
        <Leaf leaf={leaf} onChange={put} />
      )}
      <div class="row">
        {!isText && (
          <button
            type="button"
            onClick={() => {
              onChange(joinAlternatives([...(alternatives ?? []), {}]));
              setChosen(alternatives?.length ?? 0);
            }}
          >
            <Icon name="plus" size={15} />
            {words.addAlternative}
          </button>
        )}
        {!isText && alternatives && alternatives.length > 1 && (
          <button type="button" onClick={() => onChange(joinAlternatives(alternatives.toSpliced(at, 1)))}>
            {words.dropAlternative}
          </button>
        )}
        {alternatives !== undefined && (
          <button type="button" class="plain" onClick={() => setAsText(!asText)}>
            {asText ? words.asForm : words.asText}
          </button>
        )}
      </div>
    </section>
  );
}

interface LeafProps {
  leaf: LeafJson;
  onChange: (leaf: LeafJson) => void;
}

function Leaf({ leaf, onChange }: LeafProps) {
  const words = useWords(criteriaWords);
  const [isWhole, setWhole] = useState(false);
  // Filters in use are always shown.
  const inSight = filters.filter(
    ({ path }) => FIRST_FILTERS.includes(path) || readFilter(leaf, path) !== undefined,
  );
  const ordered = inSight.toSorted((a, b) => rank(a.path) - rank(b.path));
  return (
    <>
      <div class="controls">
        {ordered.map((filter) => (
          <FilterControl
            key={filter.path}
            filter={filter}
            operand={readFilter(leaf, filter.path)}
            setOperand={(operand) => onChange(writeFilter(leaf, filter.path, operand))}
          />
        ))}
      </div>
      <div>
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          <Icon name="filter" size={16} />
          {isWhole ? words.fewer : words.more}
        </button>
      </div>
      {isWhole && <AllFilters leaf={leaf} onChange={onChange} besides={inSight.map(({ path }) => path)} />}
    </>
  );
}

/** "Terrace" finds the filter that has it as a value. */
const listValues = (filter: Filter): readonly string[] =>
  'vocabulary' in filter ? (filter.vocabulary?.values ?? []) : [];

const rank = (path: FilterPath): number =>
  FIRST_FILTERS.includes(path) ? FIRST_FILTERS.indexOf(path) : FIRST_FILTERS.length;

function AllFilters({ leaf, onChange, besides }: LeafProps & { besides: readonly FilterPath[] }) {
  const words = useWords(criteriaWords);
  const labels = useLabels();
  const [wanted, setWanted] = useState('');
  const fits = (text: string) => foldText(text).includes(foldText(wanted.trim()));
  const shown = filters.filter(
    (filter) =>
      !besides.includes(filter.path) &&
      (fits(labels.label(filter.label)) || listValues(filter).some((value) => fits(labels.value(value)))),
  );
  return (
    <div class="stack">
      <input
        type="search"
        aria-label={words.findFilter}
        placeholder={words.findFilter}
        value={wanted}
        onInput={(event) => setWanted(event.currentTarget.value)}
      />
      {shown.length === 0 && <p class="soft small">{words.noFilter}</p>}
      {sections.map((section) => {
        const within = shown.filter(({ path }) => path.startsWith(section));
        if (within.length === 0) return null;
        return (
          <section key={section} class="stack">
            <h3>{words[section as 'property' | 'publisher' | 'listings' | 'dates' | 'changes']}</h3>
            <div class="controls">
              {within.map((filter) => (
                <FilterControl
                  key={filter.path}
                  filter={filter}
                  operand={undefined}
                  setOperand={(operand) => onChange(writeFilter(leaf, filter.path, operand))}
                />
              ))}
            </div>
          </section>
        );
      })}
    </div>
  );
}
