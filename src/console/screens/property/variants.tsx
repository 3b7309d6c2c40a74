import type { ListingJson, PropertyJson, PropertyResultJson } from '../../api/property.ts';
import { MomentText } from '../../parts/moment.tsx';
import { ScrollArea } from '../../parts/scroll-area.tsx';
import { useLanguage, useWords } from '../../state/language.ts';
import { memberLabel } from '../../words/members.ts';
import { propertyWords } from '../../words/property.ts';
import { useFactText } from './facts.tsx';
import type { FactUnit } from './flatten.ts';

/** Members of a listing that are about the advertisement, not about the home. */
const ABOUT_THE_ADVERTISEMENT = new Set([
  ...['id', 'url', 'source', 'publisher', 'publishedAt', 'expiredAt', 'lastSeenAt', 'createdAt', 'updatedAt'],
  ...['title', 'description', 'marketing', 'priceCoherent', 'priceCoherence', 'coherence'],
]);

export const findDivergences = (listing: ListingJson): [string, unknown][] =>
  Object.entries(listing).filter(
    ([name, value]) => !ABOUT_THE_ADVERTISEMENT.has(name) && (typeof value !== 'object' || value === null),
  );

/** What the consolidated view says where a listing diverges. */
export function readConsolidated(property: PropertyJson, member: string): unknown {
  if (member === 'displayedPrice') return property.pricing?.displayed;
  if (member === 'area') return property.area?.displayed;
  if (member === 'propertyType') return property.propertyType;
  if (member === 'transactionType') return property.transaction?.type;
  if (member === 'transactionStatus') return property.transaction?.status;
  return property.unit?.[member];
}

/** What the figures of a property and its listings are counted in. */
export const readMeasure = ({ area, pricing }: PropertyJson): FactUnit => ({
  ...(area?.unit !== undefined && { unit: area.unit }),
  ...(pricing?.currency !== undefined && { currency: pricing.currency }),
});

/** The consolidated facts beside what each listing says otherwise. */
export function VariantsTable({ result: { property, listings } }: { result: PropertyResultJson }) {
  const words = useWords(propertyWords);
  const told = useFactText();
  const language = useLanguage();
  const members = [
    'displayedPrice',
    'area',
    ...new Set(listings.flatMap((listing) => findDivergences(listing).map(([name]) => name))),
  ];
  const rows = [...new Set(members)];
  const measure = readMeasure(property);
  return (
    <section class="stack tight">
      <h2>{words.variants}</h2>
      <p class="soft small">{words.variantsText}</p>
      <ScrollArea class="table variants" label={words.variants}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.source}</th>
              <th scope="col">{words.consolidated}</th>
              {listings.map((listing) => (
                <th key={listing.id} scope="col">
                  <a href={listing.url} target="_blank" rel="noreferrer noopener">
                    {listing.source?.slug ?? listing.id.slice(0, 8)}
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{words.seen}</th>
              <td />
              {listings.map((listing) => (
                <td key={listing.id}>
                  <Presence listing={listing} />
                </td>
              ))}
            </tr>
            {rows.map((member) => (
              <tr key={member}>
                <th scope="row">{memberLabel(language, member)}</th>
                <td class="numbers">
                  <strong>
                    {formatOr(readConsolidated(property, member), (value) => told(value, member, measure))}
                  </strong>
                </td>
                {listings.map((listing) => (
                  <td key={listing.id} class="numbers">
                    {formatOr(listing[member], (value) => told(value, member, measure))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  );
}

const formatOr = (value: unknown, told: (value: unknown) => string): string =>
  value === undefined || value === null ? '' : told(value);

function Presence({ listing }: { listing: ListingJson }) {
  const words = useWords(propertyWords);
  return (
    <span class="stack tight small">
      {listing.expiredAt ? (
        <span class="badge">{words.offline}</span>
      ) : (
        <span class="badge good">{words.online}</span>
      )}
      {listing.priceCoherent === false && <span class="badge warn">{words.incoherent}</span>}
      {listing.lastSeenAt && <MomentText at={listing.lastSeenAt} />}
    </span>
  );
}
