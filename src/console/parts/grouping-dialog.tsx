import type { GroupingOutcomeJson } from '../api/generated/console.ts';
import { fetchGroupingPreview, type GroupingChange, putGroupingDecision } from '../api/grouping.ts';
import { useQuery } from '../api/query.ts';
import { useWords } from '../state/language.ts';
import { buildUrl } from '../state/route.ts';
import { groupWords } from '../words/groups.ts';
import { operatorWords } from '../words/operator.ts';
import { Confirmation } from './confirmation.tsx';
import { AsyncContent } from './feedback.tsx';

interface GroupingDialogProps {
  change: GroupingChange;
  onSaved: () => void;
  onClose: () => void;
}

/** Shows who would end where, and saves the decision. */
export function GroupingDialog({ change, onSaved, onClose }: GroupingDialogProps) {
  const words = useWords(groupWords);
  const pairWords = useWords(operatorWords);
  const preview = useQuery(JSON.stringify(change), (signal) => fetchGroupingPreview(change, signal));
  const texts = {
    merge: [pairWords.merge, pairWords.mergeText],
    split: [pairWords.split, pairWords.splitText],
    undo: [words.undo, words.undoText],
  } as const;
  const [title, text] = texts[change.action];
  return (
    <Confirmation
      title={title}
      action={title}
      kind={change.action === 'split' ? 'danger' : 'main-action'}
      act={() => putGroupingDecision(change).then(onSaved)}
      onClose={onClose}
    >
      <p>{text}</p>
      <section class="stack tight" aria-label={words.afterwards}>
        <h3>{words.afterwards}</h3>
        <AsyncContent of={preview} lines={3}>
          {(outcome) => <HomesAfterwards outcome={outcome} />}
        </AsyncContent>
      </section>
    </Confirmation>
  );
}

function HomesAfterwards({ outcome: { homes } }: { outcome: GroupingOutcomeJson }) {
  const words = useWords(groupWords);
  const isMoving = homes.some(({ listings }) => listings.some(({ from }) => from !== null));
  return (
    <>
      {!isMoving && <p class="soft">{words.nothingMoves}</p>}
      <ul class="homes-after">
        {homes.map(({ propertyId, listings }, at) => (
          <li key={propertyId} class="stack tight">
            <a href={buildUrl(`/properties/${propertyId}`)} target="_blank" rel="noreferrer">
              {words.home(at + 1)}
            </a>
            <ul class="lines">
              {listings.map(({ id, url, source, from }) => (
                <li key={id} class="row apart">
                  <span class="wrap-anywhere">
                    {source} <span class="soft small">{url}</span>
                  </span>
                  <span class={from === null ? 'badge' : 'badge accent'}>
                    {from === null ? words.stays : words.moves}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
