import type { ConsolidatedProperty, ListingEntry, PropertyResult } from '../../../catalogue/document.ts';
import { MomentText } from '../../parts/moment.tsx';
import { ScrollArea } from '../../parts/scroll-area.tsx';
import { useLanguage, useWords } from '../../state/language.ts';
import { memberLabel } from '../../words/members.ts';
import { propertyWords } from '../../words/property.ts';
import { useFactText } from './facts.tsx';
import type { FactUnit } from './flatten.ts';
import { findDivergences, readConsolidated, readVariant } from './variant-members.ts';

/** The units of the figures of a property and its listings. */
export const readMeasure = ({ area, pricing }: ConsolidatedProperty): FactUnit => ({
  ...(area?.unit !== undefined && { unit: area.unit }),
  ...(pricing?.currency !== undefined && { currency: pricing.currency }),
});

/** The consolidated facts beside the values of each listing that differ. */
export function VariantsTable({ result: { property, listings } }: { result: PropertyResult }) {
  const words = useWords(propertyWords);
  const factText = useFactText();
  const language = useLanguage();
  const rows = [...new Set(['displayedPrice', 'area', ...listings.flatMap(findDivergences)])];
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
                  <ListingLink listing={listing} />
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
                    {formatOr(readConsolidated(property, member), (value) =>
                      factText(value, member, measure),
                    )}
                  </strong>
                </td>
                {listings.map((listing) => (
                  <td key={listing.id} class="numbers">
                    {formatOr(readVariant(listing, member), (value) => factText(value, member, measure))}
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

/** A listing of a protected source has neither URL nor source. */
function ListingLink({ listing: { id, url, source } }: { listing: ListingEntry }) {
  const name = source?.slug ?? id.slice(0, 8);
  if (url === undefined) return <span>{name}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {name}
    </a>
  );
}

const formatOr = (value: unknown, format: (value: unknown) => string): string =>
  value === undefined || value === null ? '' : format(value);

function Presence({ listing }: { listing: ListingEntry }) {
  const words = useWords(propertyWords);
  return (
    <span class="stack tight small listing-status">
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
