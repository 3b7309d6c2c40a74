import { useState } from 'preact/hooks';
import type { PropertyResult } from '../../catalogue/document.ts';
import { fetchProperties } from '../api/property.ts';
import { useQuery } from '../api/query.ts';
import { AsyncContent, EmptyNotice } from '../parts/feedback.tsx';
import { CheckField } from '../parts/fields.tsx';
import { PhotoImage } from '../parts/photo.tsx';
import { Screen } from '../parts/screen.tsx';
import { ScrollArea } from '../parts/scroll-area.tsx';
import { MAX_COMPARED, setCompared } from '../state/compared.ts';
import { useLanguage, useWords } from '../state/language.ts';
import { buildUrl, replaceQuery, useCurrentRoute } from '../state/route.ts';
import { compareWords } from '../words/compare.ts';
import { memberLabel } from '../words/members.ts';
import { propertyWords } from '../words/property.ts';
import { type ComparedRow, compareFacts } from './compare/compared-facts.ts';
import { describeLocation, usePrice, useSummary } from './explore/property-card.tsx';
import { useFactText } from './property/facts.tsx';
import '../style/compare.css';

export function CompareScreen() {
  const words = useWords(compareWords);
  const ids = (useCurrentRoute().query.get('ids') ?? '').split(',').filter(Boolean).slice(0, MAX_COMPARED);
  const homes = useQuery(`compare ${ids}`, (signal) => fetchProperties(ids, signal));
  const remove = (id: string) => {
    const rest = ids.filter((one) => one !== id);
    setCompared(rest);
    replaceQuery({ ids: rest.join(',') });
  };
  return (
    <Screen title={words.title} lead={words.lead}>
      {ids.length === 0 ? (
        <EmptyNotice title={words.none}>
          <p>{words.noneText}</p>
          <a class="button" href={buildUrl('/explore')}>
            {words.toSearch}
          </a>
        </EmptyNotice>
      ) : (
        <AsyncContent of={homes} lines={10}>
          {(found) => <ComparisonTable homes={found} onRemove={remove} />}
        </AsyncContent>
      )}
    </Screen>
  );
}

interface ComparisonProps {
  homes: readonly PropertyResult[];
  onRemove: (id: string) => void;
}

function ComparisonTable({ homes, onRemove }: ComparisonProps) {
  const words = useWords(compareWords);
  const [isShort, setShort] = useState(false);
  const rows = compareFacts(homes).filter(({ differs }) => differs || !isShort);
  return (
    <div class="stack">
      <CheckField label={words.onlyDifferences} checked={isShort} onCheck={setShort} />
      <ScrollArea class="table compare" label={words.title}>
        <table>
          <thead>
            <tr>
              <td />
              {homes.map((home) => (
                <HomeHeader key={home.id} home={home} onRemove={onRemove} />
              ))}
            </tr>
          </thead>
          <tbody>
            <LocationRow homes={homes} />
            {rows.map((row) => (
              <FactRow key={row.path} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  );
}

function HomeHeader({ home, onRemove }: { home: PropertyResult; onRemove: (id: string) => void }) {
  const words = useWords(compareWords);
  const price = usePrice();
  const summary = useSummary();
  const name = summary(home.property);
  return (
    <th scope="col">
      <div class="stack tight">
        <span class="compare-photo">
          <PhotoImage url={home.property.pictures[0]?.url} alt="" />
        </span>
        <strong class="numbers">{price(home.property)}</strong>
        <a href={buildUrl(`/properties/${home.id}`)}>{name}</a>
        <button type="button" class="plain small" onClick={() => onRemove(home.id)}>
          {words.remove}
          <span class="hidden">{name}</span>
        </button>
      </div>
    </th>
  );
}

function LocationRow({ homes }: { homes: readonly PropertyResult[] }) {
  const words = useWords(propertyWords);
  const silent = useWords(compareWords).notStated;
  return (
    <tr>
      <th scope="row">{words.where}</th>
      {homes.map(({ id, property }) => (
        <td key={id}>{describeLocation(property) || silent}</td>
      ))}
    </tr>
  );
}

function FactRow({ row: { path, facts, differs } }: { row: ComparedRow }) {
  const words = useWords(compareWords);
  const language = useLanguage();
  const factText = useFactText();
  return (
    <tr class={differs ? 'differs' : undefined}>
      <th scope="row">
        {memberLabel(language, path)}
        {differs && <span class="hidden"> ({words.differs})</span>}
      </th>
      {facts.map((fact, at) => (
        // The homes of a row have no id but their position.
        <td key={at} class={fact === undefined ? 'soft' : undefined}>
          {fact === undefined ? words.notStated : factText(fact.value, path, fact.measure)}
        </td>
      ))}
    </tr>
  );
}
