import { useState } from 'preact/hooks';
import type { GroupingDecisionJson } from '../api/generated/console.ts';
import { fetchDecisions } from '../api/grouping.ts';
import { useQuery } from '../api/query.ts';
import { useWords } from '../state/language.ts';
import { groupWords } from '../words/groups.ts';
import { AsyncContent } from './feedback.tsx';
import { useFormat } from './format.ts';
import { GroupingDialog } from './grouping-dialog.tsx';
import { Pagination } from './pagination.tsx';

interface DecisionHistoryProps {
  /** Only decisions about listings of this property. */
  propertyId?: string;
  /** Changes with every saved decision. */
  version: number;
  onSaved: () => void;
}

/** Rows of a page of the API's lists. */
const PAGE_SIZE = 30;

/** What was decided, by whom and when; each decision in force can be undone. */
export function DecisionHistory({ propertyId, version, onSaved }: DecisionHistoryProps) {
  const words = useWords(groupWords);
  const [page, setPage] = useState(1);
  const [undone, setUndone] = useState<string>();
  const decisions = useQuery(`${propertyId} ${page} ${version}`, (signal) =>
    fetchDecisions(page, signal, propertyId),
  );
  return (
    <section class="card stack tight" aria-label={words.decisions}>
      <h2>{words.decisions}</h2>
      <AsyncContent of={decisions} lines={2}>
        {(list) => (
          <>
            {list.length === 0 && <p class="soft">{words.noDecisions}</p>}
            <ul class="lines">
              {list.map((decision) => (
                <DecisionRow key={decision.id} decision={decision} onUndo={() => setUndone(decision.id)} />
              ))}
            </ul>
            <Pagination page={page} hasNext={list.length === PAGE_SIZE} onPage={setPage} />
          </>
        )}
      </AsyncContent>
      {undone && (
        <GroupingDialog
          change={{ action: 'undo', decision: undone }}
          onSaved={onSaved}
          onClose={() => setUndone(undefined)}
        />
      )}
    </section>
  );
}

function DecisionRow({ decision, onUndo }: { decision: GroupingDecisionJson; onUndo: () => void }) {
  const words = useWords(groupWords);
  const format = useFormat();
  const { action, author, listings, decidedAt, moved, inForce } = decision;
  const sentence = { merge: words.merged, split: words.separated, undo: words.undid }[action];
  const what = listings.map(({ source }) => source).join(` ${words.and} `);
  return (
    <li class="row apart">
      <span class="wrap-anywhere">
        {sentence(author === null ? words.byCommand : author || words.somebody, what)}{' '}
        <span class="soft small">
          <time dateTime={decidedAt}>{format.moment(decidedAt)}</time> · {words.movedCount(moved)}
        </span>
      </span>
      {inForce && (
        <button type="button" onClick={onUndo}>
          {words.undo}
        </button>
      )}
    </li>
  );
}
