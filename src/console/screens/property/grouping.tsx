import type { PropertyResult } from '../../../catalogue/document.ts';
import type { JoiningJson } from '../../api/generated/console.ts';
import { fetchJoinings } from '../../api/grouping.ts';
import { useQuery } from '../../api/query.ts';
import { EvidencePanel, ScoreBadge } from '../../parts/evidence.tsx';
import { AsyncContent } from '../../parts/feedback.tsx';
import { MomentText } from '../../parts/moment.tsx';
import { useWords } from '../../state/language.ts';
import { vetoWords } from '../../words/evidence.ts';
import { propertyWords } from '../../words/property.ts';

/** Why the listings are one property: the decision that added each, with its strongest link. */
export function GroupingPanel({ result: { id, listings } }: { result: PropertyResult }) {
  const words = useWords(propertyWords);
  const joinings = useQuery(id, (signal) => fetchJoinings(id, signal));
  const slugs = new Map(listings.map((listing) => [listing.id, listing.source?.slug]));
  const nameOf = (listingId: string) => slugs.get(listingId) ?? listingId.slice(0, 8);
  return (
    <section class="card">
      <h2>{words.grouped}</h2>
      {listings.length < 2 && <p class="soft">{words.sole}</p>}
      <AsyncContent of={joinings} lines={3}>
        {(list) => (
          <ul class="lines">
            {list.map((joining) => (
              <li key={joining.id} class="stack tight">
                <JoiningRow joining={joining} nameOf={nameOf} />
              </li>
            ))}
          </ul>
        )}
      </AsyncContent>
    </section>
  );
}

function JoiningRow({ joining, nameOf }: { joining: JoiningJson; nameOf: (listingId: string) => string }) {
  const words = useWords(propertyWords);
  const { id, nearestListingId, score, joinedAt } = joining;
  return (
    <>
      <div class="row apart">
        <span>
          <strong>{nameOf(id)}</strong>{' '}
          <span class="soft">
            {nearestListingId ? words.like(nameOf(nearestListingId)) : words.first} ·{' '}
            <MomentText at={joinedAt} />
          </span>
        </span>
        {score !== null && <ScoreBadge bits={score} />}
      </div>
      {nearestListingId && (
        <details>
          <summary>{words.evidence}</summary>
          <div class="stack">
            <EvidencePanel of={joining} />
          </div>
        </details>
      )}
      <VetoList vetoes={joining.vetoes} />
    </>
  );
}

function VetoList({ vetoes }: Pick<JoiningJson, 'vetoes'>) {
  const words = useWords(propertyWords);
  const reasons: Readonly<Record<string, string>> = useWords(vetoWords);
  if (vetoes.length === 0) return null;
  const reasonsText = [...new Set(vetoes.map(({ veto }) => reasons[veto] ?? veto))].join('; ');
  return <p class="soft small">{words.keptApart(vetoes.length, reasonsText)}</p>;
}
