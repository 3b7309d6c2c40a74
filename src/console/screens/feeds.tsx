import { useState } from 'preact/hooks';
import type { FeedJson } from '../api/generated/public.ts';
import { fetchFeeds, postFeedPull, removeFeed } from '../api/operator.ts';
import { useQuery } from '../api/query.ts';
import { Confirmation } from '../parts/confirmation.tsx';
import { ErrorNotice } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { type TableColumn, TableList, usePage } from '../parts/list.tsx';
import { useLiveReload } from '../parts/live.ts';
import { MomentText } from '../parts/moment.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { replaceQuery, useCurrentRoute } from '../state/route.ts';
import { feedWords } from '../words/feeds.ts';
import { operatorWords } from '../words/operator.ts';
import { FeedDialog } from './feeds/feed-form.tsx';
import { PullBadge } from './feeds/pull-badge.tsx';
import { FeedRuns } from './feeds/runs.tsx';
import { SourceDetails } from './feeds/source-details.tsx';

export function FeedsScreen() {
  const words = useWords(operatorWords);
  const own = useWords(feedWords);
  const { query } = useCurrentRoute();
  const page = usePage();
  const chosen = query.get('feed');
  const feeds = useQuery(`feeds ${page}`, (signal) => fetchFeeds(page, signal));
  const [edited, setEdited] = useState<FeedJson | 'new'>();
  const [removed, setRemoved] = useState<FeedJson>();
  const { error, run } = useMutation();
  useLiveReload(feeds.reload, edited === undefined && removed === undefined);
  const pull = (feed: FeedJson) =>
    run(postFeedPull(feed.id), () => {
      replaceQuery({ feed: feed.id });
      feeds.reload();
    });
  const close = () => {
    setEdited(undefined);
    setRemoved(undefined);
    feeds.reload();
  };
  const add = (
    <button type="button" class="main-action" onClick={() => setEdited('new')}>
      <Icon name="plus" size={16} />
      {own.add}
    </button>
  );
  return (
    <Screen title={words.feeds} lead={words.feedsLead} actions={add}>
      <div class="stack wide">
        {error && <ErrorNotice fault={error} />}
        <TableList
          of={feeds}
          label={words.feeds}
          none={words.noFeeds}
          noneText={words.noFeedsText}
          action={add}
          page={page}
          columns={[
            ...feedColumns(words, chosen),
            {
              title: own.actions,
              as: 'actions',
              cell: (feed) => (
                <FeedActions
                  feed={feed}
                  onPull={() => pull(feed)}
                  onEdit={() => setEdited(feed)}
                  onRemove={() => setRemoved(feed)}
                />
              ),
            },
          ]}
        />
        {chosen && <FeedRuns key={chosen} id={chosen} />}
        <SourceDetails source={query.get('source')} />
      </div>
      {edited && <FeedDialog known={edited === 'new' ? undefined : edited} onClose={close} />}
      {removed && (
        <Confirmation
          title={own.remove}
          action={own.remove}
          act={() => removeFeed(removed.id)}
          onClose={close}
        >
          <p>{own.removeText(removed.source)}</p>
        </Confirmation>
      )}
    </Screen>
  );
}

interface FeedActionsProps {
  feed: FeedJson;
  onPull: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

function FeedActions({ feed, onPull, onEdit, onRemove }: FeedActionsProps) {
  const words = useWords(feedWords);
  const { source, pullRequested, running } = feed;
  return (
    <span class="row">
      <button
        type="button"
        aria-label={words.pullOf(source)}
        disabled={pullRequested || running}
        onClick={onPull}
      >
        {pullRequested ? words.requested : words.pull}
      </button>
      <button type="button" aria-label={words.editOf(source)} onClick={onEdit}>
        {words.editShort}
      </button>
      <button type="button" class="danger" aria-label={words.removeOf(source)} onClick={onRemove}>
        {words.remove}
      </button>
    </span>
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
        class="plain wrap-anywhere"
        aria-pressed={id === chosen}
        onClick={() => replaceQuery({ feed: id === chosen ? undefined : id })}
      >
        {source}
      </button>
    ),
  },
  { title: words.format, cell: ({ format }) => format ?? words.mapping },
  {
    title: words.status,
    cell: ({ running, lastStatus, lastFound }) => (
      <PullBadge status={running ? 'RUNNING' : lastStatus} found={lastFound} />
    ),
  },
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
