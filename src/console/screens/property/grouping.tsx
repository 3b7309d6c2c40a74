import type { Listing, Property, PropertyResult } from '../../api/property.ts';
import { useLanguage, useWords } from '../../app/language.ts';
import { memberLabel } from '../../words/members.ts';
import { propertyWords } from '../../words/property.ts';
import { consolidatedOf, divergences } from './variants.tsx';

const COMPARED = ['displayedPrice', 'area', 'rooms', 'bedrooms', 'floor', 'propertyType'] as const;

/** Which of the telling facts a listing shares with the others, and where it differs. */
export function agreement(property: Property, listing: Listing): { agrees: string[]; differs: string[] } {
  const differs = divergences(listing).map(([name]) => name);
  const stated = COMPARED.filter((member) => consolidatedOf(property, member) !== undefined);
  return { agrees: stated.filter((member) => !differs.includes(member)), differs };
}

export function Grouping({ result: { property, listings } }: { result: PropertyResult }) {
  const words = useWords(propertyWords);
  const language = useLanguage();
  const names = (members: readonly string[]) =>
    members.map((member) => memberLabel(language, member)).join(', ');
  return (
    <section class="card">
      <h2>{words.grouped}</h2>
      {listings.length < 2 && <p class="soft">{words.sole}</p>}
      {listings.length > 1 && (
        <ul class="lines">
          {listings.map((listing) => {
            const { agrees, differs } = agreement(property, listing);
            return (
              <li key={listing.id}>
                <strong>{listing.source?.slug}</strong> <span class="soft">{listing.title}</span>
                <div class="small">
                  {agrees.length > 0 && (
                    <span>
                      <span class="badge good">{words.agrees}</span> {names(agrees)}{' '}
                    </span>
                  )}
                  {differs.length > 0 && (
                    <span>
                      <span class="badge warn">{words.differs}</span> {names(differs)}
                    </span>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
