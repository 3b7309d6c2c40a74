import { type Joining, listJoinings } from '../../api/grouping.ts';
import { useLoaded } from '../../api/loaded.ts';
import type { PropertyResult } from '../../api/property.ts';
import { Evidence, Score } from '../../parts/evidence.tsx';
import { Awaited } from '../../parts/feedback.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useWords } from '../../state/language.ts';
import { vetoWords } from '../../words/evidence.ts';
import { propertyWords } from '../../words/property.ts';

/** Why the listings of a property were found to be one home: the decision that brought each, with its strongest link. */
export function Grouping({ result: { id, listings } }: { result: PropertyResult }) {
  const words = useWords(propertyWords);
  const joinings = useLoaded(id, (signal) => listJoinings(id, signal));
  const slugs = new Map(listings.map((listing) => [listing.id, listing.source?.slug]));
  const nameOf = (listingId: string) => slugs.get(listingId) ?? listingId.slice(0, 8);
  return (
    <section class="card">
      <h2>{words.grouped}</h2>
      {listings.length < 2 && <p class="soft">{words.sole}</p>}
      <Awaited of={joinings} lines={3}>
        {(list) => (
          <ul class="lines">
            {list.map((joining) => (
              <li key={joining.id} class="stack tight">
                <Join joining={joining} nameOf={nameOf} />
              </li>
            ))}
          </ul>
        )}
      </Awaited>
    </section>
  );
}

function Join({ joining, nameOf }: { joining: Joining; nameOf: (listingId: string) => string }) {
  const words = useWords(propertyWords);
  const { id, nearestListingId, score, joinedAt } = joining;
  return (
    <>
      <div class="row apart">
        <span>
          <strong>{nameOf(id)}</strong>{' '}
          <span class="soft">
            {nearestListingId ? words.like(nameOf(nearestListingId)) : words.first} · <Moment at={joinedAt} />
          </span>
        </span>
        {score !== null && <Score bits={score} />}
      </div>
      {nearestListingId && (
        <details>
          <summary>{words.evidence}</summary>
          <div class="stack">
            <Evidence of={joining} />
          </div>
        </details>
      )}
      <KeptApart vetoes={joining.vetoes} />
    </>
  );
}

function KeptApart({ vetoes }: Pick<Joining, 'vetoes'>) {
  const words = useWords(propertyWords);
  const reasons: Readonly<Record<string, string>> = useWords(vetoWords);
  if (vetoes.length === 0) return null;
  const told = [...new Set(vetoes.map(({ veto }) => reasons[veto] ?? veto))].join('; ');
  return <p class="soft small">{words.keptApart(vetoes.length, told)}</p>;
}
