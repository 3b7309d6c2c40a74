import type { QueueJson, SourceFreshnessJson } from '../api/generated/console.ts';
import { fetchFreshness, fetchQueues, fetchReadiness } from '../api/operator.ts';
import { type LoadState, useQuery } from '../api/query.ts';
import { AsyncContent } from '../parts/feedback.tsx';
import { useFormat } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { TableList, usePage } from '../parts/list.tsx';
import { MomentText } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { operatorWords } from '../words/operator.ts';
import { partWords } from '../words/shell.ts';

export function HealthScreen() {
  const words = useWords(operatorWords);
  const parts = useWords(partWords);
  const page = usePage();
  const readiness = useQuery('ready', fetchReadiness);
  const queues = useQuery('queues', fetchQueues);
  const sources = useQuery(`freshness ${page}`, (signal) => fetchFreshness(page, signal));
  const refresh = () => {
    for (const loaded of [readiness, queues, sources]) loaded.reload();
  };
  return (
    <Screen
      title={words.health}
      lead={words.healthLead}
      actions={
        <button type="button" onClick={refresh}>
          <Icon name="again" size={16} />
          {parts.refresh}
        </button>
      }
    >
      <div class="stack wide">
        <AsyncContent of={readiness} lines={1}>
          {({ ready }) => (
            <p class={ready === false ? 'notice bad' : 'notice good'} role="status">
              {ready === false ? words.notReady : words.ready}
            </p>
          )}
        </AsyncContent>
        <Queues of={queues} />
        <Freshness of={sources} page={page} />
      </div>
    </Screen>
  );
}

/** Deliveries are promised within a minute. */
const MAX_FRESH_SECONDS = 60;

function Queues({ of }: { of: LoadState<QueueJson[]> }) {
  const words = useWords(operatorWords);
  const format = useFormat();
  return (
    <section class="stack tight">
      <h2>{words.queues}</h2>
      <TableList
        of={of}
        label={words.queues}
        none={words.noQueues}
        columns={[
          { title: words.queue, as: 'name', cell: ({ name }) => words.queueNames[name] ?? name },
          { title: words.waiting, as: 'number', cell: ({ waiting }) => format.number(waiting) },
          { title: words.held, as: 'number', cell: ({ held }) => format.number(held) },
          {
            title: words.oldest,
            as: 'number',
            cell: ({ oldestSeconds }) => (
              <span class={oldestSeconds > MAX_FRESH_SECONDS ? 'badge warn' : undefined}>
                {oldestSeconds === 0 ? '—' : format.duration(oldestSeconds)}
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}

function Freshness({ of, page }: { of: LoadState<SourceFreshnessJson[]>; page: number }) {
  const words = useWords(operatorWords);
  const format = useFormat();
  return (
    <section class="stack tight">
      <h2>{words.freshness}</h2>
      <TableList
        of={of}
        label={words.freshness}
        none={words.noSources}
        page={page}
        columns={[
          { title: words.source, as: 'name', cell: ({ name }) => name },
          {
            title: words.liveListings,
            as: 'number',
            cell: ({ liveListings }) => format.number(liveListings),
          },
          {
            title: words.lastSeen,
            as: 'soft',
            cell: ({ lastSeenAt }) => (lastSeenAt ? <MomentText at={lastSeenAt} /> : words.never),
          },
        ]}
      />
    </section>
  );
}
