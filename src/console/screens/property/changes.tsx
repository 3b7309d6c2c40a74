import { useState } from 'preact/hooks';
import type { ChangeEntry, ListingEntry } from '../../../catalogue/document.ts';
import { useFormat } from '../../parts/format.ts';
import { MomentText } from '../../parts/moment.tsx';
import { useWords } from '../../state/language.ts';
import { useLabels } from '../../words/catalogue.ts';
import { propertyWords } from '../../words/property.ts';

const INITIAL_ROWS = 8;

export function PropertyChanges({
  changes,
  listings,
}: {
  changes: readonly ChangeEntry[];
  listings: readonly ListingEntry[];
}) {
  const words = useWords(propertyWords);
  const labels = useLabels();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const slugs = new Map(listings.map(({ id, source }) => [id, source?.slug]));
  return (
    <section class="card">
      <h2>{words.changes}</h2>
      {changes.length === 0 && <p class="soft">{words.noChanges}</p>}
      <ul class="lines">
        {changes.slice(0, isWhole ? changes.length : INITIAL_ROWS).map((change) => (
          <li key={change.attribute + change.occurredAt + change.listingId} class="row apart">
            <span>
              {labels.value(change.attribute)}{' '}
              {change.variationPercent !== undefined && (
                <span class={change.variationPercent < 0 ? 'badge good' : 'badge warn'}>
                  {format.percent(change.variationPercent)}
                </span>
              )}
            </span>
            <span class="soft small">
              {change.listingId && slugs.has(change.listingId) && `${slugs.get(change.listingId)} · `}
              <MomentText at={change.occurredAt} />
            </span>
          </li>
        ))}
      </ul>
      {changes.length > INITIAL_ROWS && !isWhole && (
        <button type="button" class="plain" onClick={() => setWhole(true)}>
          {words.more} ({changes.length})
        </button>
      )}
    </section>
  );
}
