import { useState } from 'preact/hooks';
import { fetchAttempts, fetchNotification, postReplay } from '../api/deliveries.ts';
import type { DeliveryAttemptJson, EventNotificationJson } from '../api/generated/public.ts';
import { useQuery } from '../api/query.ts';
import { AsyncContent, ErrorNotice } from '../parts/feedback.tsx';
import { PagedList } from '../parts/list.tsx';
import { MomentText } from '../parts/moment.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen, type ScreenProps } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { buildUrl } from '../state/route.ts';
import { useLabels } from '../words/catalogue.ts';
import { deliveryWords } from '../words/delivery.ts';
import { StatusBadge } from './deliveries/status-badge.tsx';

export function DeliveryScreen({ id }: ScreenProps) {
  const words = useWords(deliveryWords);
  const notification = useQuery(id, (signal) => fetchNotification(id, signal));
  const attempts = useQuery(id, (signal) => fetchAttempts(id, signal));
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
            <div class="row">
              <StatusBadge status={known.status} />
              <span class="soft">
                <MomentText at={known.createdAt} />
              </span>
              <span class="mono soft">{known.id}</span>
              <DeliverySubject of={known} />
            </div>
          )}
        </AsyncContent>
        <PagedList of={attempts} none={words.noAttempts}>
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

/** The alert and property of a notification, with links to their other notifications. */
function DeliverySubject({ of: { eventType, alert, property } }: { of: EventNotificationJson }) {
  const words = useWords(deliveryWords);
  const labels = useLabels();
  const id = (path: string) => path.split('/').at(-1) ?? '';
  return (
    <>
      <span class="badge accent">{labels.value(eventType)}</span>
      {alert && <a href={buildUrl(alert)}>{words.alert}</a>}
      {property && <a href={buildUrl(property)}>{words.home}</a>}
      {alert && <a href={buildUrl('/deliveries', { alert: id(alert) })}>{words.onlyAlert}</a>}
      {property && <a href={buildUrl('/deliveries', { property: id(property) })}>{words.onlyHome}</a>}
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
        <pre>{body ?? words.gone}</pre>
      </div>
    </details>
  );
}
