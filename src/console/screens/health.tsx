import { type Loaded, useLoaded } from '../api/loaded.ts';
import {
  listFreshness,
  listQueues,
  type Queue,
  readReadiness,
  type SourceFreshness,
} from '../api/operator.ts';
import { Awaited } from '../parts/feedback.tsx';
import { useFormat } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { TableList, usePage } from '../parts/list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { operatorWords } from '../words/operator.ts';
import { partWords } from '../words/shell.ts';

export function Health() {
  const words = useWords(operatorWords);
  const parts = useWords(partWords);
  const page = usePage();
  const readiness = useLoaded('ready', readReadiness);
  const queues = useLoaded('queues', listQueues);
  const sources = useLoaded(`freshness ${page}`, (signal) => listFreshness(page, signal));
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
        <Awaited of={readiness} lines={1}>
          {({ ready }) => (
            <p class={ready === false ? 'notice bad' : 'notice good'} role="status">
              {ready === false ? words.notReady : words.ready}
            </p>
          )}
        </Awaited>
        <Queues of={queues} />
        <Freshness of={sources} page={page} />
      </div>
    </Screen>
  );
}

/** From here on somebody should look: the promises of delivery are broken after a minute. */
const LATE_S = 60;

function Queues({ of }: { of: Loaded<Queue[]> }) {
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
              <span class={oldestSeconds > LATE_S ? 'badge warn' : undefined}>
                {oldestSeconds === 0 ? '—' : format.duration(oldestSeconds)}
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}

function Freshness({ of, page }: { of: Loaded<SourceFreshness[]>; page: number }) {
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
            cell: ({ lastSeenAt }) => (lastSeenAt ? <Moment at={lastSeenAt} /> : words.never),
          },
        ]}
      />
    </section>
  );
}
