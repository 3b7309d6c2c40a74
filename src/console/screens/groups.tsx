import { useState } from 'preact/hooks';
import type { ListingPairJson } from '../api/generated/console.ts';
import { fetchPairs } from '../api/grouping.ts';
import { useQuery } from '../api/query.ts';
import { DecisionHistory } from '../parts/decision-history.tsx';
import { EvidencePanel, ScoreBadge } from '../parts/evidence.tsx';
import { useFormat } from '../parts/format.ts';
import { GroupingDialog } from '../parts/grouping-dialog.tsx';
import { PagedList, usePage } from '../parts/list.tsx';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { replaceQuery, useCurrentRoute } from '../state/route.ts';
import { operatorWords } from '../words/operator.ts';
import { SideBySide } from './groups/side-by-side.tsx';
import '../style/groups.css';
import { ScrollArea } from '../parts/scroll-area.tsx';

/** The pairs that the model is least sure of, for a manual override. */
export function GroupsScreen() {
  const words = useWords(operatorWords);
  const { query } = useCurrentRoute();
  const page = usePage();
  const pairs = useQuery(`pairs ${page}`, (signal) => fetchPairs(page, signal));
  const [saved, setSaved] = useState(0);
  const onSaved = () => {
    setSaved((count) => count + 1);
    replaceQuery({ pair: undefined });
    pairs.reload();
  };
  return (
    <Screen title={words.groups} lead={words.groupsLead}>
      <div class="stack">
        {saved > 0 && (
          <p class="notice good" role="status">
            {words.said}
          </p>
        )}
        <PagedList of={pairs} none={words.noGroups} noneText={words.noGroupsText} page={page}>
          {(list) => {
            const chosen = list.find(({ id }) => id === query.get('pair')) ?? list[0];
            return (
              <div class="review">
                <PairList list={list} chosen={chosen} />
                {chosen && <PairReview key={chosen.id} pair={chosen} onSaved={onSaved} />}
              </div>
            );
          }}
        </PagedList>
        <DecisionHistory version={saved} onSaved={onSaved} />
      </div>
    </Screen>
  );
}

interface PairListProps {
  list: readonly ListingPairJson[];
  chosen: ListingPairJson | undefined;
}

function PairList({ list, chosen }: PairListProps) {
  const words = useWords(operatorWords);
  const format = useFormat();
  return (
    <ScrollArea class="pairs card" label={words.pairs}>
      <ul>
        {list.map((pair) => (
          <li key={pair.id}>
            <button
              type="button"
              class="plain"
              aria-current={pair === chosen}
              onClick={() => replaceQuery({ pair: pair.id })}
            >
              <span class="clip">{hostOf(pair.oneUrl)}</span>
              <span class="clip">{hostOf(pair.otherUrl)}</span>
              <span class={pair.together ? 'badge good' : 'badge'}>
                {pair.together ? words.together : words.apart} · {format.number(pair.score, 2)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </ScrollArea>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);

function PairReview({ pair, onSaved }: { pair: ListingPairJson; onSaved: () => void }) {
  const words = useWords(operatorWords);
  const [asking, setAsking] = useState<'merge' | 'split'>();
  return (
    <article class="card stack">
      <div class="row apart">
        <span class="row">
          <span class={pair.together ? 'badge good' : 'badge'}>
            {pair.together ? words.together : words.apart}
          </span>
          <ScoreBadge bits={pair.score} />
        </span>
        <span class="row">
          <button type="button" class="main-action" onClick={() => setAsking('merge')}>
            {words.merge}
          </button>
          <button type="button" class="danger" onClick={() => setAsking('split')}>
            {words.split}
          </button>
        </span>
      </div>
      <SideBySide pair={pair} />
      <EvidencePanel of={pair} />
      {asking && (
        <GroupingDialog
          change={{ action: asking, listings: [pair.one], others: [pair.other] }}
          onSaved={onSaved}
          onClose={() => setAsking(undefined)}
        />
      )}
    </article>
  );
}
