import { serviceVocabularies } from '../../../catalogue/service-vocabularies.ts';
import { fetchAllDestinations, toDestinationOption } from '../../api/destinations.ts';
import type { EventLineJson } from '../../api/generated/console.ts';
import { useQuery } from '../../api/query.ts';
import { Select } from '../../parts/fields.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useWords } from '../../state/language.ts';
import { replaceQuery } from '../../state/route.ts';
import { useLabels } from '../../words/catalogue.ts';
import { deliveryWords } from '../../words/delivery.ts';

interface DeliveryFiltersProps {
  query: URLSearchParams;
  /** What is shown: the name of a filtered alert is read from it. */
  lines: readonly EventLineJson[] | undefined;
}

export function DeliveryFilters({ query, lines }: DeliveryFiltersProps) {
  const words = useWords(deliveryWords);
  const labels = useLabels();
  const destinations = useQuery('all destinations', fetchAllDestinations);
  const change = (name: string, value: string) => replaceQuery({ [name]: value, page: undefined });
  const day = (name: 'after' | 'before') => (
    <label class="row">
      {words[name]}
      <input
        type="date"
        class="auto"
        value={query.get(name) ?? ''}
        onChange={({ currentTarget }) => change(name, currentTarget.value)}
      />
    </label>
  );
  return (
    <div class="row">
      <Tabs
        label={words.status}
        chosen={query.get('status') ?? ''}
        choices={['', ...serviceVocabularies.notificationStatus.values].map((one) => [
          one,
          one === '' ? words.all : labels.value(one),
        ])}
        onChoose={(status) => change('status', status)}
      />
      <Select
        class="auto"
        label={words.event}
        value={query.get('event') ?? ''}
        onChoose={(event) => change('event', event)}
        options={[
          ['', words.anyEvent],
          ...serviceVocabularies.alertEventType.values.map((one) => [one, labels.value(one)] as const),
        ]}
      />
      <Select
        class="auto short-select"
        label={words.destination}
        value={query.get('destination') ?? ''}
        onChoose={(id) => change('destination', id)}
        options={[['', words.anyDestination], ...(destinations.value ?? []).map(toDestinationOption)]}
      />
      {day('after')}
      {day('before')}
      <FilterChip name="alert" label={words.onlyAlert} query={query} text={lines?.[0]?.alertName} />
      <FilterChip name="property" label={words.onlyHome} query={query} text={lines?.[0]?.home?.town} />
    </div>
  );
}

interface FilterChipProps {
  name: 'alert' | 'property';
  label: string;
  query: URLSearchParams;
  text: string | null | undefined;
}

/** A filter set by a link from an alert, a property or a notification; here it can only be removed. */
function FilterChip({ name, label, query, text }: FilterChipProps) {
  const words = useWords(deliveryWords);
  const id = query.get(name);
  if (!id) return null;
  return (
    <button type="button" class="plain" onClick={() => replaceQuery({ [name]: undefined, page: undefined })}>
      {label} {text ?? <span class="mono">{id.slice(0, 8)}</span>} · {words.clear}
    </button>
  );
}
