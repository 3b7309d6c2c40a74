import { useState } from 'preact/hooks';
import type { FeedJson, FeedRunJson } from '../api/generated/public.ts';
import {
  fetchDroppedMembers,
  fetchFeedRuns,
  fetchFeeds,
  fetchRejectedRecords,
  fetchSource,
  searchSources,
} from '../api/operator.ts';
import { useQuery } from '../api/query.ts';
import { AsyncContent } from '../parts/feedback.tsx';
import { useFormat } from '../parts/format.ts';
import { type TableColumn, TableList, usePage } from '../parts/list.tsx';
import { MomentText } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { SearchPicker } from '../parts/search-picker.tsx';
import '../style/criteria.css';
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
  const [page, setPage] = useState(1);
  const runs = useQuery(`${id} ${page}`, (signal) => fetchFeedRuns(id, page, signal));
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
        page={page}
        onPage={setPage}
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
  const chosen = useQuery(`source ${source}`, async (signal) =>
    source ? fetchSource(source, signal) : null,
  );
  return (
    <section class="stack tight">
      <h2>{words.ofSource}</h2>
      <div class="field narrow">
        <SearchPicker
          label={words.chooseSource}
          placeholder={words.chooseSource}
          none={words.noSuchSource}
          search={searchSources}
          nameOf={({ name }) => name}
          detailOf={({ slug, domain }) => [slug, domain].filter(Boolean).join(' · ')}
          onPick={({ id }) => replaceQuery({ source: id })}
        />
      </div>
      <AsyncContent of={chosen} lines={1}>
        {(known) => known && <strong>{known.name}</strong>}
      </AsyncContent>
      {source && <RejectedTable key={`rejected ${source}`} source={source} />}
      {source && <DroppedTable key={`dropped ${source}`} source={source} />}
    </section>
  );
}

function RejectedTable({ source }: { source: string }) {
  const words = useWords(operatorWords);
  const [page, setPage] = useState(1);
  const rejected = useQuery(`rejected ${source} ${page}`, (signal) =>
    fetchRejectedRecords(source, page, signal),
  );
  return (
    <section class="stack tight">
      <h3>{words.setAside}</h3>
      <p class="soft">{words.setAsideText}</p>
      <TableList
        of={rejected}
        label={words.setAside}
        none={words.noneSetAside}
        page={page}
        onPage={setPage}
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
  const [page, setPage] = useState(1);
  const dropped = useQuery(`${source} ${page}`, (signal) => fetchDroppedMembers(source, page, signal));
  return (
    <section class="stack tight">
      <h3>{words.unknown}</h3>
      <p class="soft">{words.unknownText}</p>
      <TableList
        of={dropped}
        label={words.unknown}
        none={words.noUnknown}
        page={page}
        onPage={setPage}
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
