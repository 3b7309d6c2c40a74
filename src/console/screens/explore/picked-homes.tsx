import { useEffect, useRef } from 'preact/hooks';
import { fetchProperty, fetchSearchPage, type SearchHitJson } from '../../api/property.ts';
import { useQuery } from '../../api/query.ts';
import type { LeafJson } from '../../criteria-form/leaf.ts';
import { boxShape, cellBox } from '../../map/fit.ts';
import { AsyncContent } from '../../parts/feedback.tsx';
import { Icon } from '../../parts/icon.tsx';
import { rememberFocus } from '../../state/focus.ts';
import { useWords } from '../../state/language.ts';
import { exploreWords } from '../../words/explore.ts';
import { partWords } from '../../words/shell.ts';
import { PropertyCard } from './property-card.tsx';

/** Homes of one point that are shown; the list has all of them. */
const MAX_HOMES = 12;

async function fetchPicked(id: string, criteria: LeafJson, signal: AbortSignal): Promise<SearchHitJson[]> {
  const cell = cellBox(id);
  if (cell === undefined) {
    const { property, listings } = await fetchProperty(id, signal);
    return [{ id, property, listings: listings.length }];
  }
  const here = { property: { locations: { in: { geoShapes: [boxShape(cell)] } } } };
  const page = await fetchSearchPage({ criteria: { and: [criteria, here] }, size: MAX_HOMES }, signal);
  return [...page.hits];
}

interface PickedHomesProps {
  /** Of a property, or of a cell of the map. */
  id: string;
  text: string;
  criteria: LeafJson;
  onClose: () => void;
}

/** The cards of what was picked on the map. */
export function PickedHomes({ id, text, criteria, onClose }: PickedHomesProps) {
  const close = useWords(partWords).close;
  const words = useWords(exploreWords);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const returnFocus = rememberFocus();
    card.current?.focus({ preventScroll: true });
    return returnFocus;
  }, []);
  const homes = useQuery(`${id} ${text}`, (signal) => fetchPicked(id, criteria, signal));
  return (
    <section
      class="map-card"
      ref={card}
      tabIndex={-1}
      aria-label={words.pickedHomes}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <button type="button" class="close icon-only" aria-label={close} onClick={onClose}>
        <Icon name="close" />
      </button>
      <AsyncContent of={homes} lines={3}>
        {(hits) => (
          <div class="stack">
            {hits.map((hit) => (
              <PropertyCard key={hit.id} found={hit} />
            ))}
          </div>
        )}
      </AsyncContent>
    </section>
  );
}
