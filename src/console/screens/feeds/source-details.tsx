import { useState } from 'preact/hooks';
import { fetchDroppedMembers, fetchRejectedRecords, fetchSource, searchSources } from '../../api/operator.ts';
import { useQuery } from '../../api/query.ts';
import { AsyncContent } from '../../parts/feedback.tsx';
import { useFormat } from '../../parts/format.ts';
import { TableList } from '../../parts/list.tsx';
import { MomentText } from '../../parts/moment.tsx';
import { SearchPicker } from '../../parts/search-picker.tsx';
import { useWords } from '../../state/language.ts';
import { replaceQuery } from '../../state/route.ts';
import { feedWords } from '../../words/feeds.ts';
import { operatorWords } from '../../words/operator.ts';
import '../../style/criteria.css';

/** What a source sent that was not taken. */
export function SourceDetails({ source }: { source: string | null }) {
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
          {
            title: words.reason,
            cell: ({ reason, record }) => <ReasonWithRecord reason={reason} record={record} />,
          },
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

function ReasonWithRecord({ reason, record }: { reason: string; record: string | null }) {
  const words = useWords(feedWords);
  if (record === null) return <>{reason}</>;
  return (
    <details class="wrap-anywhere">
      <summary>{reason}</summary>
      <div class="stack tight">
        <span class="soft">{words.rawRecord}</span>
        <pre>{record}</pre>
      </div>
    </details>
  );
}
