import { useState } from 'preact/hooks';
import type { FeedRunJson } from '../../api/generated/public.ts';
import { fetchFeedRuns } from '../../api/operator.ts';
import { useQuery } from '../../api/query.ts';
import { useFormat } from '../../parts/format.ts';
import { type TableColumn, TableList } from '../../parts/list.tsx';
import { useLiveReload } from '../../parts/live.ts';
import { MomentText } from '../../parts/moment.tsx';
import { useWords } from '../../state/language.ts';
import { feedWords } from '../../words/feeds.ts';
import { operatorWords } from '../../words/operator.ts';
import { PullBadge } from './pull-badge.tsx';

/** The pulls of a feed, each with the reasons of its rejected records. */
export function FeedRuns({ id }: { id: string }) {
  const words = useWords(operatorWords);
  const format = useFormat();
  const [page, setPage] = useState(1);
  const runs = useQuery(`${id} ${page}`, (signal) => fetchFeedRuns(id, page, signal));
  useLiveReload(runs.reload);
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
          {
            title: words.status,
            cell: ({ status, accepted, unchanged }) => (
              <PullBadge status={status} found={accepted + unchanged} />
            ),
          },
          ...counted,
          { title: words.reasons, cell: (run) => <RejectionReasons run={run} /> },
        ]}
      />
    </section>
  );
}

function RejectionReasons({ run: { error, rejectionReasons } }: { run: FeedRunJson }) {
  return (
    <div class="stack tight small">
      {error && <p class="notice bad">{error}</p>}
      {rejectionReasons.map((group) => (
        <ReasonGroup key={group.reason} group={group} />
      ))}
    </div>
  );
}

/** Records that were rejected for one reason, with examples as they were received. */
function ReasonGroup({ group }: { group: FeedRunJson['rejectionReasons'][number] }) {
  const words = useWords(operatorWords);
  const own = useWords(feedWords);
  const format = useFormat();
  return (
    <details class="wrap-anywhere">
      <summary>
        {own.times(format.number(group.count))} {group.reason}
      </summary>
      <div class="stack tight">
        {group.examples.map(({ line, reason, record }) => (
          <div key={line + reason} class="stack tight">
            <span>
              {words.line(line)}: {reason}
            </span>
            {record !== null && <pre>{record}</pre>}
          </div>
        ))}
      </div>
    </details>
  );
}
