import { useState } from 'preact/hooks';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { listNotifications, type Notification } from '../api/deliveries.ts';
import { useLoaded } from '../api/loaded.ts';
import { useWords } from '../app/language.ts';
import { addressOf, refine, usePlace } from '../app/location.ts';
import { Awaited, Empty } from '../parts/feedback.tsx';
import { Moment } from '../parts/moment.tsx';
import { Pages } from '../parts/pages.tsx';
import { Screen } from '../parts/screen.tsx';
import { useLabels } from '../words/catalogue.ts';
import { deliveryWords } from '../words/delivery.ts';
import { ReplayRange } from './deliveries/replay-range.tsx';
import { StatusBadge } from './deliveries/status-badge.tsx';

const PAGE_SIZE = 30;

export function Deliveries() {
  const words = useWords(deliveryWords);
  const { query } = usePlace();
  const [isReplaying, setReplaying] = useState(false);
  const page = Number(query.get('page')) || 1;
  const asked = {
    page,
    status: query.get('status') ?? undefined,
    'createdAt[after]': query.get('after') ?? undefined,
    'createdAt[before]': query.get('before') ?? undefined,
  };
  const list = useLoaded(JSON.stringify(asked), (signal) => listNotifications(asked, signal));
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <button type="button" onClick={() => setReplaying(true)}>
          {words.replayRange}
        </button>
      }
    >
      <div class="stack">
        <Filters query={query} />
        <Awaited of={list}>
          {(found) =>
            found.length === 0 ? (
              <Empty title={words.none}>
                <p>{words.noneText}</p>
              </Empty>
            ) : (
              <div class="stack">
                <Log list={found} />
                <Pages
                  page={page}
                  hasNext={found.length === PAGE_SIZE}
                  onPage={(next) => refine({ page: String(next) })}
                />
              </div>
            )
          }
        </Awaited>
      </div>
      {isReplaying && (
        <ReplayRange
          onClose={() => {
            setReplaying(false);
            list.reload();
          }}
        />
      )}
    </Screen>
  );
}

function Filters({ query }: { query: URLSearchParams }) {
  const words = useWords(deliveryWords);
  const labels = useLabels();
  const status = query.get('status') ?? '';
  const day = (name: 'after' | 'before') => (
    <label class="row">
      {words[name]}
      <input
        type="date"
        class="auto"
        value={query.get(name) ?? ''}
        onChange={(event) => refine({ [name]: event.currentTarget.value, page: undefined })}
      />
    </label>
  );
  return (
    <div class="row">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a box. */}
      <div class="tabs wraps" role="group" aria-label={words.status}>
        {['', ...serviceVocabularies.notificationStatus.values].map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === status}
            onClick={() => refine({ status: one || undefined, page: undefined })}
          >
            {one === '' ? words.all : labels.value(one)}
          </button>
        ))}
      </div>
      {day('after')}
      {day('before')}
    </div>
  );
}

function Log({ list }: { list: readonly Notification[] }) {
  const words = useWords(deliveryWords);
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.created}</th>
            <th scope="col">{words.status}</th>
            <th scope="col">{words.to}</th>
            <th scope="col" class="number">
              {words.attempts}
            </th>
            <th scope="col">{words.lastError}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.id}>
              <td>
                <a href={addressOf(`/deliveries/${one.id}`)}>
                  <Moment at={one.createdAt} />
                </a>
              </td>
              <td>
                <StatusBadge status={one.status} />
              </td>
              <td class="mono">{one.destinationAddress ?? '—'}</td>
              <td class="number">{one.attemptNumber}</td>
              <td class="soft small">{one.lastErrorMessage}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
