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

/** Criteria in words, one line for each choice. */
export function CriteriaSummary({ tree }: { tree: LeafJson }) {
  const words = useWords(criteriaWords);
  const everything = useWords(alertWords).everything;
  const alternatives = splitAlternatives(tree);
  if (alternatives === undefined) return <pre>{JSON.stringify(tree, null, 2)}</pre>;
  return (
    <div class="stack tight">
      {alternatives.map((leaf, index) => {
        const asked = filters.filter(({ path }) => readFilter(leaf, path) !== undefined);
        return (
          // choices have no name but their place.
          <div key={index} class="chips">
            {index > 0 && <span class="soft">{words.orElse}</span>}
            {asked.length === 0 && <span class="badge">{everything}</span>}
            {asked.map((filter) => (
              <FilterSummary key={filter.path} filter={filter} asked={readFilter(leaf, filter.path)} />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function FilterSummary({ filter, asked }: { filter: Filter; asked: unknown }) {
  const labels = useLabels();
  const told = useFilterText();
  return (
    <span class="badge wrap">
      {labels.label(filter.label)}:{' '}
      {filter.kind === 'places' ? <PlacesSummary asked={asked as PlacesJson} /> : told(filter, asked)}
    </span>
  );
}

/** What is asked of a filter, in a few words. */
function useFilterText() {
  const labels = useLabels();
  const format = useFormat();
  const parts = useWords(partWords);
  return (filter: Filter, asked: unknown): string => {
    if (typeof asked === 'boolean') return asked ? parts.yes : parts.no;
    if (filter.kind === 'range') {
      const { gte, lte } = asked as { gte?: number; lte?: number };
      const bounds = [
        gte !== undefined && `≥ ${format.number(gte, 2)}`,
        lte !== undefined && `≤ ${format.number(lte, 2)}`,
      ];
      return bounds.filter(Boolean).join(', ');
    }
    if (filter.kind === 'time') {
      const { from, to } = asked as { from?: string; to?: string };
      return [from && `≥ ${format.date(from)}`, to && `< ${format.date(to)}`].filter(Boolean).join(', ');
    }
    if (filter.kind === 'scores') {
      return (asked as { rating?: string[] }[]).map(({ rating }) => rating?.join('')).join(' / ');
    }
    const vocabulary = 'vocabulary' in filter ? filter.vocabulary : undefined;
    const lists = parseValueLists(asked);
    const wanted = (lists.in ?? lists.inOrMissing ?? []).map((value) => labels.value(value, vocabulary));
    const refused = (lists.nin ?? []).map((value) => `≠ ${labels.value(value, vocabulary)}`);
    return [...wanted, ...refused].join(', ');
  };
}

function PlacesSummary({ asked }: { asked: PlacesJson }) {
  const words = useWords(criteriaWords);
  const { ids = [], uniqueCodes = [], postalCodes = [], centerPoint, geoShapes } = asked.in ?? {};
  return (
    <>
      {ids.map((id) => (
        <PlaceName key={id} id={id} />
      ))}
      {[...uniqueCodes, ...postalCodes].join(', ')}
      {centerPoint && words.around(centerPoint.radiusKm)}
      {geoShapes && words.drawnArea}
      {asked.countryCode}
    </>
  );
}

const PlaceName = ({ id }: { id: string }) => <span>{usePlaceName(id)} </span>;
