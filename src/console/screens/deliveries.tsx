import { useState } from 'preact/hooks';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { fetchNotifications } from '../api/deliveries.ts';
import { useQuery } from '../api/query.ts';
import { TableList, usePage } from '../parts/list.tsx';
import { MomentText } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useWords } from '../state/language.ts';
import { buildUrl, replaceQuery, useCurrentRoute } from '../state/route.ts';
import { useLabels } from '../words/catalogue.ts';
import { deliveryWords } from '../words/delivery.ts';
import { ReplayRangeDialog } from './deliveries/replay-range.tsx';
import { StatusBadge } from './deliveries/status-badge.tsx';

export function DeliveriesScreen() {
  const words = useWords(deliveryWords);
  const labels = useLabels();
  const { query } = useCurrentRoute();
  const [isReplaying, setReplaying] = useState(false);
  const page = usePage();
  const filter = {
    page,
    status: query.get('status') ?? undefined,
    alert: query.get('alert') ?? undefined,
    property: query.get('property') ?? undefined,
    'createdAt[after]': query.get('after') ?? undefined,
    'createdAt[before]': query.get('before') ?? undefined,
  };
  const list = useQuery(JSON.stringify(filter), (signal) => fetchNotifications(filter, signal));
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <button type="button" onClick={() => setReplaying(true)}>
          {words.replayRange}
        </button>
      }
    >
      <div class="stack">
        <Filters query={query} />
        <TableList
          of={list}
          label={words.title}
          none={words.none}
          noneText={words.noneText}
          page={page}
          columns={[
            {
              title: words.created,
              cell: ({ id, createdAt }) => (
                <a href={buildUrl(`/deliveries/${id}`)}>
                  <MomentText at={createdAt} />
                </a>
              ),
            },
            { title: words.status, cell: ({ status }) => <StatusBadge status={status} /> },
            { title: words.event, cell: ({ eventType }) => labels.value(eventType) },
            { title: words.to, as: 'mono', cell: ({ destinationAddress }) => destinationAddress ?? '—' },
            { title: words.attempts, as: 'number', cell: ({ attemptNumber }) => attemptNumber },
            { title: words.lastError, as: 'soft', cell: ({ lastErrorMessage }) => lastErrorMessage ?? '—' },
          ]}
        />
      </div>
      {isReplaying && (
        <ReplayRangeDialog
          onClose={() => {
            setReplaying(false);
            list.reload();
          }}
        />
      )}
    </Screen>
  );
}

function Filters({ query }: { query: URLSearchParams }) {
  const words = useWords(deliveryWords);
  const labels = useLabels();
  const day = (name: 'after' | 'before') => (
    <label class="row">
      {words[name]}
      <input
        type="date"
        class="auto"
        value={query.get(name) ?? ''}
        onChange={(event) => replaceQuery({ [name]: event.currentTarget.value, page: undefined })}
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
        onChoose={(status) => replaceQuery({ status, page: undefined })}
      />
      {day('after')}
      {day('before')}
      <FilterSelect name="alert" label={words.onlyAlert} query={query} />
      <FilterSelect name="property" label={words.onlyHome} query={query} />
    </div>
  );
}

interface FilterSelectProps {
  name: 'alert' | 'property';
  label: string;
  query: URLSearchParams;
}

/** A filter set by a link from an alert, a property or a notification; here it can only be removed. */
function FilterSelect({ name, label, query }: FilterSelectProps) {
  const words = useWords(deliveryWords);
  const id = query.get(name);
  if (!id) return null;
  return (
    <button type="button" class="plain" onClick={() => replaceQuery({ [name]: undefined, page: undefined })}>
      {label} <span class="mono">{id.slice(0, 8)}</span> · {words.clear}
    </button>
  );
}
