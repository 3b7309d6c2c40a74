import { useState } from 'preact/hooks';
import { fetchAttempts, fetchDeliveryLine, postReplay } from '../api/deliveries.ts';
import type { EventLineJson } from '../api/generated/console.ts';
import type { DeliveryAttemptJson } from '../api/generated/public.ts';
import { useQuery } from '../api/query.ts';
import { AsyncContent, ErrorNotice } from '../parts/feedback.tsx';
import { JsonText } from '../parts/json-text.tsx';
import { PagedList, usePage } from '../parts/list.tsx';
import { useLiveReload } from '../parts/live.ts';
import { MomentText } from '../parts/moment.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen, type ScreenProps } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { buildUrl } from '../state/route.ts';
import { deliveryWords } from '../words/delivery.ts';
import { EventSentence } from './deliveries/event-sentence.tsx';
import { StatusBadge } from './deliveries/status-badge.tsx';

export function DeliveryScreen({ id }: ScreenProps) {
  const words = useWords(deliveryWords);
  const page = usePage();
  const notification = useQuery(id, (signal) => fetchDeliveryLine(id, signal));
  const attempts = useQuery(`${id} ${page}`, (signal) => fetchAttempts(id, page, signal));
  useLiveReload(() => {
    notification.reload();
    attempts.reload();
  }, notification.value?.status === 'PENDING');
  const { error, run } = useMutation();
  const [isReplayed, setReplayed] = useState(false);
  const again = () =>
    run(postReplay(id), () => {
      setReplayed(true);
      notification.reload();
      attempts.reload();
    });
  return (
    <Screen
      title={words.notification}
      lead={notification.value?.destinationAddress ?? undefined}
      actions={
        <button type="button" onClick={again}>
          {words.replay}
        </button>
      }
    >
      <div class="stack">
        {error && <ErrorNotice fault={error} />}
        {isReplayed && (
          <p class="notice good" role="status">
            {words.replayed}
          </p>
        )}
        <AsyncContent of={notification} lines={1}>
          {(known) => (
            <section class="card stack">
              <EventSentence facts={known} />
              <div class="row">
                {known.status && <StatusBadge status={known.status} />}
                <span class="soft">
                  <MomentText at={known.createdAt} />
                </span>
                <span class="mono soft address">{known.id}</span>
                <Related of={known} />
              </div>
            </section>
          )}
        </AsyncContent>
        <PagedList of={attempts} none={words.noAttempts} page={page}>
          {(list) =>
            list
              .toReversed()
              .map((attempt, at) => <AttemptCard key={attempt.id} attempt={attempt} isOpen={at === 0} />)
          }
        </PagedList>
      </div>
    </Screen>
  );
}

/** Links to the other notifications of its alert and of its home. */
function Related({ of: { alertId, propertyId, isTest } }: { of: EventLineJson }) {
  const words = useWords(deliveryWords);
  if (isTest) return null;
  return (
    <>
      <a href={buildUrl('/deliveries', { alert: alertId })}>{words.allOfAlert}</a>
      {propertyId && <a href={buildUrl('/deliveries', { property: propertyId })}>{words.allOfHome}</a>}
    </>
  );
}

/** The exact request and reply as text, never as markup. */
function AttemptCard({ attempt, isOpen }: { attempt: DeliveryAttemptJson; isOpen: boolean }) {
  const words = useWords(deliveryWords);
  return (
    <article class="card stack">
      <div class="row apart">
        <h2>{attempt.probe ? words.probe : words.attempt(attempt.attemptNumber)}</h2>
        <span class="row">
          <StatusBadge status={attempt.outcome} />
          {attempt.replyStatus !== null && <span class="badge">HTTP {attempt.replyStatus}</span>}
          {attempt.tookMs !== null && <span class="soft small numbers">{attempt.tookMs} ms</span>}
          <span class="soft small">
            <MomentText at={attempt.startedAt} />
          </span>
        </span>
      </div>
      {attempt.error && <p class="notice bad small">{attempt.error}</p>}
      <Message
        title={words.request}
        isOpen={isOpen}
        headers={attempt.requestHeaders}
        body={attempt.requestBody}
      />
      {attempt.replyStatus === null ? (
        <p class="soft small">{words.noReply}</p>
      ) : (
        <Message
          title={words.reply}
          isOpen={isOpen}
          headers={attempt.replyHeaders}
          body={attempt.replyBody}
        />
      )}
    </article>
  );
}

interface MessageProps {
  title: string;
  isOpen: boolean;
  headers: Readonly<Record<string, unknown>> | null;
  body: string | null;
}

function MessageBody({ body }: { body: string | null }) {
  const words = useWords(deliveryWords);
  if (body === null) return <pre>{words.gone}</pre>;
  return body === '' ? <p class="soft small">{words.noBody}</p> : <JsonText text={body} />;
}

function Message({ title, isOpen, headers, body }: MessageProps) {
  const words = useWords(deliveryWords);
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <div class="stack tight">
        <h3>{words.headers}</h3>
        <pre>{lines.join('\n') || words.gone}</pre>
        <h3>{words.body}</h3>
        <MessageBody body={body} />
      </div>
    </details>
  );
}
