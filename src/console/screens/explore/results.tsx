import { filters } from '../../../catalogue/filters.ts';
import type { SearchResultPage } from '../../api/property.ts';
import type { LoadState } from '../../api/query.ts';
import type { LeafJson } from '../../criteria-form/leaf.ts';
import { CompareBar } from '../../parts/compare-bar.tsx';
import { CompareButton } from '../../parts/compare-button.tsx';
import { EmptyNotice, ErrorNotice } from '../../parts/feedback.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { useWords } from '../../state/language.ts';
import { replaceQuery } from '../../state/route.ts';
import { useLabels } from '../../words/catalogue.ts';
import { exploreWords } from '../../words/explore.ts';
import { PropertyCard, usePrice } from './property-card.tsx';

interface ResultsProps {
  found: LoadState<SearchResultPage>;
  page: number;
  size: number;
  onChange: (tree: LeafJson) => void;
}

export function Results({ found, page, size, onChange }: ResultsProps) {
  const words = useWords(exploreWords);
  const price = usePrice();
  if (found.error) return <ErrorNotice fault={found.error} retry={found.reload} />;
  if (found.value === undefined) return <CardSkeleton />;
  if (found.value.total === 0) return <NoResults page={found.value} onChange={onChange} />;
  const last = Math.ceil(Math.min(found.value.total, 10_000) / size);
  return (
    <section class="stack" aria-label={words.results} aria-busy={found.loading}>
      <ul class="cards">
        {found.value.hits.map((one) => (
          <li key={one.id}>
            <div class="card-frame">
              <PropertyCard found={one} />
              <CompareButton id={one.id} name={price(one.property)} />
            </div>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        last={last}
        onPage={(next) => replaceQuery({ page: next === 1 ? undefined : String(next) })}
      />
      <CompareBar />
    </section>
  );
}

function NoResults({ page, onChange }: { page: SearchResultPage; onChange: (tree: LeafJson) => void }) {
  const words = useWords(exploreWords);
  const labels = useLabels();
  const labelAt = (path: string) =>
    labels.label(filters.find((filter) => filter.path === path)?.label ?? path);
  return (
    <EmptyNotice title={words.none}>
      <p>{words.noneText}</p>
      {page.relaxations.map(({ path, totalItems, criteria }) => (
        <button key={path + String(totalItems)} type="button" onClick={() => onChange(criteria)}>
          {words.relax(labelAt(path), totalItems)}
        </button>
      ))}
    </EmptyNotice>
  );
}

const CardSkeleton = () => (
  <div class="cards" aria-hidden="true">
    {Array.from({ length: 6 }, (_, index) => (
      <div key={index} class="bones property-bones">
        <i />
      </div>
    ))}
  </div>
);
