import type { Filter } from '../../catalogue/filters/kinds.ts';
import { filters } from '../../catalogue/filters.ts';
import { useFormat } from '../parts/format.ts';
import { useWords } from '../state/language.ts';
import { alertWords } from '../words/alerts.ts';
import { useLabels } from '../words/catalogue.ts';
import { criteriaWords } from '../words/criteria.ts';
import { partWords } from '../words/shell.ts';
import { parseValueLists } from './choices.tsx';
import { type LeafJson, readFilter, splitAlternatives } from './leaf.ts';
import { type PlacesJson, usePlaceName } from './places.tsx';

/** Criteria in words, one line for each alternative. */
export function CriteriaSummary({ tree }: { tree: LeafJson }) {
  const words = useWords(criteriaWords);
  const everything = useWords(alertWords).everything;
  const alternatives = splitAlternatives(tree);
  if (alternatives === undefined) return <pre>{JSON.stringify(tree, null, 2)}</pre>;
  return (
    <div class="stack tight">
      {alternatives.map((leaf, index) => {
        const used = filters.filter(({ path }) => readFilter(leaf, path) !== undefined);
        return (
          // Alternatives have no id but their position.
          <div key={index} class="chips">
            {index > 0 && <span class="soft">{words.orElse}</span>}
            {used.length === 0 && <span class="badge">{everything}</span>}
            {used.map((filter) => (
              <FilterSummary key={filter.path} filter={filter} operand={readFilter(leaf, filter.path)} />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function FilterSummary({ filter, operand }: { filter: Filter; operand: unknown }) {
  const labels = useLabels();
  const filterText = useFilterText();
  return (
    <span class="badge wrap">
      {labels.label(filter.label)}:{' '}
      {filter.kind === 'places' ? (
        <PlacesSummary operand={operand as PlacesJson} />
      ) : (
        filterText(filter, operand)
      )}
    </span>
  );
}

/** The operand of a filter in words. */
function useFilterText() {
  const labels = useLabels();
  const format = useFormat();
  const parts = useWords(partWords);
  return (filter: Filter, operand: unknown): string => {
    if (typeof operand === 'boolean') return operand ? parts.yes : parts.no;
    if (filter.kind === 'range') {
      const { gte, lte } = operand as { gte?: number; lte?: number };
      const bounds = [
        gte !== undefined && `≥ ${format.number(gte, 2)}`,
        lte !== undefined && `≤ ${format.number(lte, 2)}`,
      ];
      return bounds.filter(Boolean).join(', ');
    }
    if (filter.kind === 'time') {
      const { from, to } = operand as { from?: string; to?: string };
      return [from && `≥ ${format.date(from)}`, to && `< ${format.date(to)}`].filter(Boolean).join(', ');
    }
    if (filter.kind === 'scores') {
      return (operand as { rating?: string[] }[]).map(({ rating }) => rating?.join('')).join(' / ');
    }
    const vocabulary = 'vocabulary' in filter ? filter.vocabulary : undefined;
    const lists = parseValueLists(operand);
    const wanted = (lists.in ?? lists.inOrMissing ?? []).map((value) => labels.value(value, vocabulary));
    const refused = (lists.nin ?? []).map((value) => `≠ ${labels.value(value, vocabulary)}`);
    return [...wanted, ...refused].join(', ');
  };
}

function PlacesSummary({ operand }: { operand: PlacesJson }) {
  const words = useWords(criteriaWords);
  const { ids = [], uniqueCodes = [], postalCodes = [], centerPoint, geoShapes } = operand.in ?? {};
  return (
    <>
      {ids.map((id) => (
        <PlaceName key={id} id={id} />
      ))}
      {[...uniqueCodes, ...postalCodes].join(', ')}
      {centerPoint && words.around(centerPoint.radiusKm)}
      {geoShapes && words.drawnArea}
      {operand.countryCode}
    </>
  );
}

const PlaceName = ({ id }: { id: string }) => <span>{usePlaceName(id)} </span>;
