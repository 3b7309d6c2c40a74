import { filters } from '../../../catalogue/filters.ts';
import type { Loaded } from '../../api/loaded.ts';
import type { SearchPage } from '../../api/property.ts';
import type { LeafJson } from '../../criteria-form/leaf.ts';
import { Empty, Fault } from '../../parts/feedback.tsx';
import { Pages } from '../../parts/pages.tsx';
import { useWords } from '../../state/language.ts';
import { refine } from '../../state/location.ts';
import { useLabels } from '../../words/catalogue.ts';
import { exploreWords } from '../../words/explore.ts';
import { PropertyCard } from './property-card.tsx';

interface ResultsProps {
  found: Loaded<SearchPage>;
  page: number;
  size: number;
  onChange: (tree: LeafJson) => void;
}

export function Results({ found, page, size, onChange }: ResultsProps) {
  const words = useWords(exploreWords);
  if (found.fault) return <Fault fault={found.fault} retry={found.reload} />;
  if (found.value === undefined) return <CardBones />;
  if (found.value.total === 0) return <Nothing page={found.value} onChange={onChange} />;
  const last = Math.ceil(Math.min(found.value.total, 10_000) / size);
  return (
    <section class="stack" aria-label={words.results} aria-busy={found.loading}>
      <ul class="cards">
        {found.value.found.map((one) => (
          <li key={one.id}>
            <PropertyCard found={one} />
          </li>
        ))}
      </ul>
      <Pages
        page={page}
        last={last}
        onPage={(next) => refine({ page: next === 1 ? undefined : String(next) })}
      />
    </section>
  );
}

function Nothing({ page, onChange }: { page: SearchPage; onChange: (tree: LeafJson) => void }) {
  const words = useWords(exploreWords);
  const labels = useLabels();
  const labelAt = (path: string) =>
    labels.label(filters.find((filter) => filter.path === path)?.label ?? path);
  return (
    <Empty title={words.none}>
      <p>{words.noneText}</p>
      {page.relaxations.map(({ path, totalItems, criteria }) => (
        <button key={path + String(totalItems)} type="button" onClick={() => onChange(criteria)}>
          {words.relax(labelAt(path), totalItems)}
        </button>
      ))}
    </Empty>
  );
}

const CardBones = () => (
  <div class="cards" aria-hidden="true">
    {Array.from({ length: 6 }, (_, index) => (
      <div key={index} class="bones property-bones">
        <i />
      </div>
    ))}
  </div>
);
