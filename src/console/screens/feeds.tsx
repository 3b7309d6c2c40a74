import type { FeedJson, FeedRunJson } from '../api/generated/public.ts';
import {
  fetchDroppedMembers,
  fetchFeedRuns,
  fetchFeeds,
  fetchRejectedRecords,
  fetchSources,
} from '../api/operator.ts';
import { useQuery } from '../api/query.ts';
import { AsyncContent } from '../parts/feedback.tsx';
import { useFormat } from '../parts/format.ts';
import { type TableColumn, TableList, usePage } from '../parts/list.tsx';
import { MomentText } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { replaceQuery, useCurrentRoute } from '../state/route.ts';
import { useLabels } from '../words/catalogue.ts';
import { operatorWords } from '../words/operator.ts';

export function FeedsScreen() {
  const words = useWords(operatorWords);
  const { query } = useCurrentRoute();
  const page = usePage();
  const chosen = query.get('feed');
  const feeds = useQuery(`feeds ${page}`, (signal) => fetchFeeds(page, signal));
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
        {chosen && <FeedRuns id={chosen} />}
        <SourceDetails source={query.get('source')} />
      </div>
    </Screen>
  );
}

type Words = (typeof operatorWords)['en'];

const feedColumns = (words: Words, chosen: string | null): TableColumn<FeedJson>[] => [
  {
    title: words.source,
    as: 'name',
    cell: ({ id, source }) => (
      <button
        type="button"
        class="plain"
        aria-pressed={id === chosen}
        onClick={() => replaceQuery({ feed: id === chosen ? undefined : id })}
      >
        {source}
      </button>
    ),
  },
  { title: words.format, cell: ({ format }) => format ?? words.mapping },
  { title: words.status, cell: (feed) => <PullBadge status={feed.running ? 'RUNNING' : feed.lastStatus} /> },
  {
    title: words.last,
    as: 'soft',
    cell: ({ lastFinishedAt }) => (lastFinishedAt ? <MomentText at={lastFinishedAt} /> : words.never),
  },
  {
    title: words.next,
    as: 'soft',
    cell: ({ enabled, dueAt }) => (enabled ? <MomentText at={dueAt} /> : words.stopped),
  },
  { title: words.failures, as: 'number', cell: ({ failures }) => failures },
];

const SHADES: Readonly<Record<string, string>> = { TAKEN: 'good', FAILED: 'bad', RUNNING: 'accent' };

const PullBadge = ({ status }: { status: string | null }) => {
  const labels = useLabels();
  return status && <span class={`badge ${SHADES[status] ?? ''}`}>{labels.value(status)}</span>;
};

function FeedRuns({ id }: { id: string }) {
  const words = useWords(operatorWords);
  const format = useFormat();
  const runs = useQuery(id, (signal) => fetchFeedRuns(id, signal));
  const counted = (['accepted', 'unchanged', 'expired', 'rejected'] as const).map(
    (name): TableColumn<FeedRunJson> => ({
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
          { title: words.started, cell: ({ startedAt }) => <MomentText at={startedAt} /> },
          { title: words.status, cell: ({ status }) => <PullBadge status={status} /> },
          ...counted,
          { title: words.reasons, cell: (run) => <RejectionReasons run={run} /> },
        ]}
      />
    </section>
  );
}

function RejectionReasons({ run: { error, rejections } }: { run: FeedRunJson }) {
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

function SourceDetails({ source }: { source: string | null }) {
  const words = useWords(operatorWords);
  const sources = useQuery('sources', fetchSources);
  return (
    <section class="stack tight">
      <h2>{words.ofSource}</h2>
      <AsyncContent of={sources} lines={1}>
        {(list) => (
          <label class="field narrow">
            {words.chooseSource}
            <select
              value={source ?? ''}
              onChange={(event) => replaceQuery({ source: event.currentTarget.value })}
            >
              <option value="">—</option>
              {list.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </AsyncContent>
      {source && <RejectedTable source={source} />}
      {source && <DroppedTable source={source} />}
    </section>
  );
}

function RejectedTable({ source }: { source: string }) {
  const words = useWords(operatorWords);
  const rejected = useQuery(`rejected ${source}`, (signal) => fetchRejectedRecords(source, 1, signal));
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
          { title: words.lastRejected, as: 'soft', cell: ({ rejectedAt }) => <MomentText at={rejectedAt} /> },
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
  const dropped = useQuery(source, (signal) => fetchDroppedMembers(source, signal));
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
