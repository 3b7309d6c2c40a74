import type { Filter } from '../../catalogue/filters/kinds.ts';
import { filters } from '../../catalogue/filters.ts';
import { useFormat } from '../parts/format.ts';
import { useWords } from '../state/language.ts';
import { alertWords } from '../words/alerts.ts';
import { useLabels } from '../words/catalogue.ts';
import { criteriaWords } from '../words/criteria.ts';
import { partWords } from '../words/shell.ts';
import { describeOperand } from './describe.ts';
import { type LeafJson, readFilter, splitAlternatives } from './leaf.ts';
import { type PlaceListJson, type PlacesJson, usePlaceName } from './places.tsx';

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
  return (
    <span class="badge wrap">
      {labels.label(filter.label)}: <OperandText filter={filter} operand={operand} />
    </span>
  );
}

/** The operand of a filter in words. */
export function OperandText({ filter, operand }: { filter: Filter; operand: unknown }) {
  const labels = useLabels();
  const format = useFormat();
  const words = useWords(criteriaWords);
  const { yes, no } = useWords(partWords);
  if (filter.kind === 'places') return <PlacesSummary operand={operand as PlacesJson} />;
  return <>{describeOperand(filter, operand, { labels, format, words, yes, no })}</>;
}

function PlacesSummary({ operand }: { operand: PlacesJson }) {
  const labels = useLabels();
  const words = useWords(criteriaWords);
  const accuracy = operand.accuracy?.map((value) => labels.value(value)) ?? [];
  return (
    <>
      {operand.in && <PlaceListSummary list={operand.in} />}
      {operand.nin && (
        <>
          {operand.in && ', '}
          {words.not('')}
          <PlaceListSummary list={operand.nin} />
        </>
      )}
      {[operand.countryCode, ...accuracy].filter(Boolean).map((text) => ` ${text}`)}
    </>
  );
}

function PlaceListSummary({ list }: { list: PlaceListJson }) {
  const words = useWords(criteriaWords);
  const { ids = [], uniqueCodes = [], postalCodes = [], centerPoint, geoShapes } = list;
  return (
    <>
      {ids.map((id) => (
        <PlaceName key={id} id={id} />
      ))}
      {[
        ...uniqueCodes,
        ...postalCodes,
        ...(centerPoint ? [words.around(centerPoint.radiusKm)] : []),
        ...(geoShapes ? [words.drawnArea] : []),
      ].join(', ')}
    </>
  );
}

const PlaceName = ({ id }: { id: string }) => <span>{usePlaceName(id)} </span>;
