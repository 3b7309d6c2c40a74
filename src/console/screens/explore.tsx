import { useState } from 'preact/hooks';
import { fetchExactTotal } from '../api/clusters.ts';
import { fetchSearchPage } from '../api/property.ts';
import { useQuery } from '../api/query.ts';
import { ActiveFilters } from '../criteria-form/active-filters.tsx';
import { CriteriaForm } from '../criteria-form/criteria-form.tsx';
import { formatTree, type LeafJson, parseTree, readFilter, writeFilter } from '../criteria-form/leaf.ts';
import type { PlaceListJson, PlacesJson } from '../criteria-form/places.tsx';
import { Select } from '../parts/fields.tsx';
import { useFormat } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { Screen } from '../parts/screen.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useWords } from '../state/language.ts';
import { buildUrl, replaceQuery, useCurrentRoute } from '../state/route.ts';
import { exploreWords } from '../words/explore.ts';
import { CsvExport } from './explore/csv-export.tsx';
import { LivePill } from './explore/live-pill.tsx';
import { orders, parseOrder, type ResultOrder } from './explore/orders.ts';
import { RecentSearches } from './explore/recent-searches.tsx';
import { Results } from './explore/results.tsx';
import { ResultsMap } from './explore/results-map.tsx';
import { SentenceBox } from './explore/sentence-box.tsx';
import '../style/explore.css';

const PAGE_SIZE = 24;
const VIEWS = ['both', 'list', 'map'] as const;
type View = (typeof VIEWS)[number];

const parseView = (text: string | null): View => (text === 'list' || text === 'map' ? text : 'both');

export function ExploreScreen() {
  const words = useWords(exploreWords);
  const { query } = useCurrentRoute();
  const [isOpen, setOpen] = useState(false);
  const [reads, setReads] = useState(0);
  const text = query.get('criteria');
  const criteria = parseTree(text);
  const view = parseView(query.get('view'));
  const order = parseOrder(query.get('order'));
  const page = Math.max(1, Number(query.get('page')) || 1);
  const key = JSON.stringify([text, order.name, page]);
  const found = useQuery(key, (signal) =>
    fetchSearchPage({ criteria, sort: order.sort, page, size: PAGE_SIZE, meta: ['relaxations'] }, signal),
  );
  const total = useExactTotal(`${text} ${reads}`, criteria, found.value?.total);
  const change = (tree: LeafJson) => replaceQuery({ criteria: formatTree(tree), page: undefined });
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <a class="button" href={buildUrl('/alerts/new', { criteria: text ?? undefined })}>
          <Icon name="alerts" size={16} />
          {words.watch}
        </a>
      }
    >
      <SentenceBox onChange={change} />
      <RecentSearches text={text} onChange={change} />
      <div class={`explore see-${view}`}>
        <button
          type="button"
          class="filters-toggle"
          aria-expanded={isOpen}
          aria-controls="filters"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="filter" size={16} />
          {words.filters}
        </button>
        <div class={isOpen ? 'filters card open' : 'filters card'} id="filters">
          <CriteriaForm tree={criteria} onChange={change} />
        </div>
        <div class="found stack">
          <ActiveFilters tree={criteria} onChange={change} />
          <LivePill
            text={text}
            onShow={() => {
              found.reload();
              setReads(reads + 1);
            }}
          />
          <ResultsBar view={view} order={order} found={total} criteria={criteria} />
          <div class="panes">
            {view !== 'list' && (
              <ResultsMap
                text={text ?? ''}
                reads={reads}
                criteria={criteria}
                total={total}
                onPlaces={(places) => change(limitToPlaces(criteria, places))}
              />
            )}
            {view !== 'map' && <Results found={found} page={page} size={PAGE_SIZE} onChange={change} />}
          </div>
        </div>
      </div>
    </Screen>
  );
}

interface ResultsBarProps {
  view: View;
  order: ResultOrder;
  found: number | undefined;
  criteria: LeafJson;
}

function ResultsBar({ view, order, found, criteria }: ResultsBarProps) {
  const words = useWords(exploreWords);
  return (
    <div class="row apart">
      <HitCount found={found} />
      <div class="row">
        <CsvExport criteria={criteria} sort={order.sort} total={found} />
        <Select
          label={words.sort}
          value={order.name}
          onChoose={(name) => replaceQuery({ order: name, page: undefined })}
          options={orders.map(({ name }) => [name, words[name]] as const)}
        />
        <Tabs
          label={words.view}
          choices={VIEWS.map((name) => [name, words[name]] as const)}
          chosen={view}
          onChoose={(name) => replaceQuery({ view: name === 'both' ? undefined : name })}
        />
      </div>
    </div>
  );
}

/** Alternatives keep their own places: all of them are limited at once. */
function limitToPlaces(tree: LeafJson, places: PlaceListJson): LeafJson {
  if ('or' in tree || 'and' in tree) return { and: [tree, { property: { locations: { in: places } } }] };
  const { in: _, ...rest } = (readFilter(tree, 'property.locations') ?? {}) as PlacesJson;
  return writeFilter(tree, 'property.locations', { ...rest, in: places });
}

const MAX_COUNTED_HITS = 10_000;

function HitCount({ found }: { found: number | undefined }) {
  const words = useWords(exploreWords);
  const format = useFormat();
  if (found === undefined) return <h2 class="soft">…</h2>;
  const text = words.count(format.number(found), found !== 1);
  return <h2 aria-live="polite">{text}</h2>;
}

/** One total for the list and the map, also where the search stops counting. */
function useExactTotal(key: string, criteria: LeafJson, counted: number | undefined): number | undefined {
  const isCapped = counted !== undefined && counted >= MAX_COUNTED_HITS;
  const exact = useQuery(`${isCapped} ${key}`, async (signal) =>
    isCapped ? fetchExactTotal(criteria, signal) : undefined,
  );
  return isCapped ? exact.value : counted;
}
