import type { PublisherEntry } from '../../../catalogue/document.ts';
import { useWords } from '../../state/language.ts';
import { useLabels } from '../../words/catalogue.ts';
import { propertyWords } from '../../words/property.ts';

export function PublisherList({ publishers }: { publishers: readonly PublisherEntry[] }) {
  const words = useWords(propertyWords);
  const labels = useLabels();
  return (
    <section class="card">
      <h2>{words.publishers}</h2>
      {publishers.length === 0 && <p class="soft">{words.noPublishers}</p>}
      <ul class="lines">
        {publishers.map(({ id, agencyName, publisherType, mandate, reference, contact }) => (
          <li key={id}>
            <div class="row apart">
              <strong>{agencyName ?? (publisherType ? labels.value(publisherType) : '—')}</strong>
              {mandate && <span class="badge accent">{labels.value(mandate)}</span>}
            </div>
            <div class="soft small">
              {[
                agencyName && publisherType && labels.value(publisherType),
                reference && `${words.reference} ${reference}`,
                contact?.phone,
                contact?.email,
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
