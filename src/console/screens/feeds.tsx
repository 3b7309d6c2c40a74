import { useLoaded } from '../api/loaded.ts';
import {
  type Feed,
  type FeedRun,
  listDropped,
  listFeeds,
  listRejected,
  listRuns,
  listSources,
} from '../api/operator.ts';
import { Awaited } from '../parts/feedback.tsx';
import { useFormat } from '../parts/format.ts';
import { type Column, TableList, usePage } from '../parts/list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { refine, usePlace } from '../state/location.ts';
import { useLabels } from '../words/catalogue.ts';
import { operatorWords } from '../words/operator.ts';

export function Feeds() {
  const words = useWords(operatorWords);
  const { query } = usePlace();
  const page = usePage();
  const chosen = query.get('feed');
  const feeds = useLoaded(`feeds ${page}`, (signal) => listFeeds(page, signal));
  return (
    <Screen title={words.feeds} lead={words.feedsLead}>
      <div class="stack wide">
        <TableList
          of={feeds}
          label={words.feeds}
          none={words.noFeeds}
          noneText={words.noFeedsText}
          page={page}
          columns={feedColumns(words, chosen)}
        />
        {chosen && <Runs id={chosen} />}
        <OfSource source={query.get('source')} />
      </div>
    </Screen>
  );
}

type Words = (typeof operatorWords)['en'];

const feedColumns = (words: Words, chosen: string | null): Column<Feed>[] => [
  {
    title: words.source,
    as: 'name',
    cell: ({ id, source }) => (
      <button
        type="button"
        class="plain"
        aria-pressed={id === chosen}
        onClick={() => refine({ feed: id === chosen ? undefined : id })}
      >
        {source}
      </button>
    ),
  },
  { title: words.format, cell: ({ format }) => format },
  { title: words.status, cell: (feed) => <PullBadge status={feed.running ? 'RUNNING' : feed.lastStatus} /> },
  {
    title: words.last,
    as: 'soft',
    cell: ({ lastFinishedAt }) => (lastFinishedAt ? <Moment at={lastFinishedAt} /> : words.never),
  },
  {
    title: words.next,
    as: 'soft',
    cell: ({ enabled, dueAt }) => (enabled ? <Moment at={dueAt} /> : words.stopped),
  },
  { title: words.failures, as: 'number', cell: ({ failures }) => failures },
];

const SHADES: Readonly<Record<string, string>> = { TAKEN: 'good', FAILED: 'bad', RUNNING: 'accent' };

const PullBadge = ({ status }: { status: string | null }) => {
  const labels = useLabels();
  return status && <span class={`badge ${SHADES[status] ?? ''}`}>{labels.value(status)}</span>;
};

function Runs({ id }: { id: string }) {
  const words = useWords(operatorWords);
  const format = useFormat();
  const runs = useLoaded(id, (signal) => listRuns(id, signal));
  const counted = (['accepted', 'unchanged', 'expired', 'rejected'] as const).map(
    (name): Column<FeedRun> => ({
      title: words[name],
      as: 'number',
      cell: (run) => format.number(run[name]),
    }),
  );
  return (
    <section class="stack tight">
      <h2>{words.runs}</h2>
      <TableList
        of={runs}
        label={words.runs}
        none={words.noRuns}
        columns={[
          { title: words.started, cell: ({ startedAt }) => <Moment at={startedAt} /> },
          { title: words.status, cell: ({ status }) => <PullBadge status={status} /> },
          ...counted,
          { title: words.reasons, cell: (run) => <Reasons run={run} /> },
        ]}
      />
    </section>
  );
}

function Reasons({ run: { error, rejections } }: { run: FeedRun }) {
  const words = useWords(operatorWords);
  return (
    <div class="small">
      {error}
      {rejections.map(({ line, reason }) => (
        <div key={line + reason}>
          {words.line(line)}: {reason}
        </div>
      ))}
    </div>
  );
}

function OfSource({ source }: { source: string | null }) {
  const words = useWords(operatorWords);
  const sources = useLoaded('sources', listSources);
  return (
    <section class="stack tight">
      <h2>{words.ofSource}</h2>
      <Awaited of={sources} lines={1}>
        {(list) => (
          <label class="field narrow">
            {words.chooseSource}
            <select value={source ?? ''} onChange={(event) => refine({ source: event.currentTarget.value })}>
              <option value="">—</option>
              {list.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </Awaited>
      {source && <RejectedTable source={source} />}
      {source && <DroppedTable source={source} />}
    </section>
  );
}

function RejectedTable({ source }: { source: string }) {
  const words = useWords(operatorWords);
  const rejected = useLoaded(`rejected ${source}`, (signal) => listRejected(source, 1, signal));
  return (
    <section class="stack tight">
      <h3>{words.setAside}</h3>
      <p class="soft">{words.setAsideText}</p>
      <TableList
        of={rejected}
        label={words.setAside}
        none={words.noneSetAside}
        columns={[
          { title: words.advertisement, as: 'name', cell: ({ url }) => <code>{url}</code> },
          { title: words.kind, cell: ({ kind }) => words.rejectionKinds[kind] ?? kind },
          { title: words.reason, cell: ({ reason }) => reason },
          { title: words.lastRejected, as: 'soft', cell: ({ rejectedAt }) => <Moment at={rejectedAt} /> },
          {
            title: words.status,
            cell: ({ resolvedAt }) => (
              <span class={`badge ${resolvedAt === null ? 'bad' : 'good'}`}>
                {resolvedAt === null ? words.open : words.resolved}
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}

function DroppedTable({ source }: { source: string }) {
  const words = useWords(operatorWords);
  const format = useFormat();
  const dropped = useLoaded(source, (signal) => listDropped(source, signal));
  return (
    <section class="stack tight">
      <h3>{words.unknown}</h3>
      <p class="soft">{words.unknownText}</p>
      <TableList
        of={dropped}
        label={words.unknown}
        none={words.noUnknown}
        columns={[
          { title: words.member, as: 'name', cell: ({ member }) => <code>{member}</code> },
          { title: words.why, cell: ({ why }) => why },
          { title: words.example, as: 'mono', cell: ({ example }) => example },
          { title: words.count, as: 'number', cell: ({ count }) => format.number(count) },
        ]}
      />
    </section>
  );
}
