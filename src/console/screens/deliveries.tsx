import { useState } from 'preact/hooks';
import { fetchDeliveryLines, postReplay } from '../api/deliveries.ts';
import type { EventLineJson } from '../api/generated/console.ts';
import { useQuery } from '../api/query.ts';
import { ErrorNotice } from '../parts/feedback.tsx';
import { type TableColumn, TableList, usePage } from '../parts/list.tsx';
import { useLiveReload } from '../parts/live.ts';
import { MomentText } from '../parts/moment.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { buildUrl, useCurrentRoute } from '../state/route.ts';
import { deliveryWords } from '../words/delivery.ts';
import { EventSentence } from './deliveries/event-sentence.tsx';
import { DeliveryFilters } from './deliveries/filters.tsx';
import { ReplayRangeDialog } from './deliveries/replay-range.tsx';
import { StatusBadge } from './deliveries/status-badge.tsx';

const FILTERS = ['status', 'event', 'alert', 'property', 'destination', 'after', 'before'];

export function DeliveriesScreen() {
  const words = useWords(deliveryWords);
  const { query } = useCurrentRoute();
  const [isReplaying, setReplaying] = useState(false);
  const [replayed, setReplayed] = useState<string>();
  const { error, run } = useMutation();
  const page = usePage();
  const named = (name: string) => query.get(name) ?? undefined;
  const filter = {
    ...{ page, status: named('status'), eventType: named('event'), alert: named('alert') },
    ...{ property: named('property'), destination: named('destination') },
    'createdAt[after]': named('after'),
    'createdAt[before]': named('before'),
  };
  const isFiltered = FILTERS.some((name) => query.has(name));
  const list = useQuery(JSON.stringify(filter), (signal) => fetchDeliveryLines(filter, signal));
  useLiveReload(list.reload, !isReplaying);
  const replay = ({ id }: EventLineJson) =>
    run(postReplay(id), () => {
      setReplayed(id);
      list.reload();
    });
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
        <DeliveryFilters query={query} lines={list.value} />
        {error && <ErrorNotice fault={error} />}
        {replayed && (
          <p class="notice good small" role="status">
            {words.replayed}
          </p>
        )}
        <TableList
          of={list}
          label={words.title}
          none={isFiltered ? words.none : words.noneYet}
          noneText={isFiltered ? words.noneText : words.noneYetText}
          page={page}
          columns={deliveryColumns(words, replay)}
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

const deliveryColumns = (
  words: (typeof deliveryWords)['en'],
  replay: (line: EventLineJson) => void,
): TableColumn<EventLineJson>[] => [
  { title: words.event, as: 'name', cell: (line) => <EventSentence facts={line} /> },
  {
    title: words.to,
    as: 'mono',
    cell: ({ destinationAddress }) => <span class="address">{destinationAddress ?? '—'}</span>,
  },
  { title: words.status, cell: (line) => <DeliveryState line={line} /> },
  { title: words.created, as: 'soft', cell: ({ createdAt }) => <MomentText at={createdAt} /> },
  {
    title: words.actions,
    as: 'actions',
    cell: (line) => (
      <span class="row">
        <a class="button" href={buildUrl(`/deliveries/${line.id}`)}>
          {words.details}
        </a>
        <button type="button" onClick={() => replay(line)}>
          {words.replay}
        </button>
      </span>
    ),
  },
];

const DeliveryState = ({ line: { status, attemptNumber, lastErrorMessage } }: { line: EventLineJson }) => {
  const words = useWords(deliveryWords);
  return (
    <div class="stack tight">
      <span>{status && <StatusBadge status={status} />}</span>
      {attemptNumber > 1 && <span class="soft small">{words.attemptCount(attemptNumber)}</span>}
      {lastErrorMessage && <span class="small address">{lastErrorMessage}</span>}
    </div>
  );
};
