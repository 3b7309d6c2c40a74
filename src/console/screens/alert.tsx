import { useState } from 'preact/hooks';
import { fetchAlert, patchAlert, requestAlertDeletion } from '../api/alerts.ts';
import { fetchEventLines } from '../api/deliveries.ts';
import type { EventLineJson } from '../api/generated/console.ts';
import type { AlertJson } from '../api/generated/public.ts';
import { useQuery } from '../api/query.ts';
import { formatTree } from '../criteria-form/leaf.ts';
import { CriteriaSummary } from '../criteria-form/summary.tsx';
import { Confirmation } from '../parts/confirmation.tsx';
import { AsyncContent, ErrorNotice } from '../parts/feedback.tsx';
import { useFormat } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { TableList, usePage } from '../parts/list.tsx';
import { useLiveReload } from '../parts/live.ts';
import { MomentText } from '../parts/moment.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen, type ScreenProps } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { buildUrl, navigate } from '../state/route.ts';
import { alertWords } from '../words/alerts.ts';
import { partWords } from '../words/shell.ts';
import { ForecastPanel } from './alerts/forecast-panel.tsx';
import { RehearsalPanel } from './alerts/rehearsal-panel.tsx';
import { RuleBadges } from './alerts/rule-badges.tsx';
import { EventSentence } from './deliveries/event-sentence.tsx';
import { StatusBadge } from './deliveries/status-badge.tsx';
import '../style/alerts.css';

export function AlertScreen({ id }: ScreenProps) {
  const words = useWords(alertWords);
  const alert = useQuery(id, (signal) => fetchAlert(id, signal));
  const { error, run } = useMutation();
  const [isRemoving, setRemoving] = useState(false);
  const { value } = alert;
  const toggle = () => run(patchAlert(id, { enabled: !value?.enabled }), alert.reload);
  return (
    <Screen
      title={value?.name ?? '…'}
      actions={
        value && (
          <>
            <button type="button" onClick={toggle}>
              {value.enabled ? words.disable : words.enable}
            </button>
            <a class="button" href={buildUrl(`/alerts/${id}/edit`)}>
              {words.edit}
            </a>
            <button type="button" class="danger" onClick={() => setRemoving(true)}>
              {words.remove}
            </button>
          </>
        )
      }
    >
      {error && <ErrorNotice fault={error} />}
      <AsyncContent of={alert}>{(known) => <AlertDetails alert={known} />}</AsyncContent>
      {isRemoving && value && (
        <Confirmation
          title={words.remove}
          action={words.remove}
          act={() => requestAlertDeletion(id).then(() => navigate('/alerts'))}
          onClose={() => setRemoving(false)}
        >
          <p>{words.removeText(value.name)}</p>
        </Confirmation>
      )}
    </Screen>
  );
}

function AlertDetails({ alert }: { alert: AlertJson }) {
  const words = useWords(alertWords);
  return (
    <div class="builder">
      <div class="stack">
        <section class="card stack">
          <div class="row apart">
            <RuleBadges rules={alert.notificationConfig.rules} />
            <span class={alert.enabled ? 'badge good' : 'badge'}>
              {alert.enabled ? words.enabled : words.disabled}
            </span>
          </div>
          {alert.disabledReason && <p class="notice warn small">{words.noDestinationLeft}</p>}
          {alert.firstDays && <FirstDaysProgress progress={alert.firstDays} />}
          <h2>{words.criteria}</h2>
          <CriteriaSummary tree={alert.criteria ?? {}} />
          <div>
            <a class="button" href={buildUrl('/explore', { criteria: formatTree(alert.criteria ?? {}) })}>
              {words.showMatches}
            </a>
          </div>
        </section>
        <AlertEvents id={alert.id} />
      </div>
      <div class="beside stack">
        <ForecastPanel criteria={alert.criteria ?? {}} />
        <RehearsalPanel id={alert.id} />
      </div>
    </div>
  );
}

function FirstDaysProgress({
  progress: { remaining, until },
}: {
  progress: NonNullable<AlertJson['firstDays']>;
}) {
  const words = useWords(alertWords);
  const { number, date } = useFormat();
  return (
    <p class="soft small">
      {words.firstDays(remaining === null ? null : number(remaining))}{' '}
      <time dateTime={until}>{date(until)}</time>.
    </p>
  );
}

function AlertEvents({ id }: { id: string }) {
  const words = useWords(alertWords);
  const parts = useWords(partWords);
  const page = usePage();
  const events = useQuery(`${id} ${page}`, (signal) => fetchEventLines(id, page, signal));
  useLiveReload(events.reload);
  return (
    <section class="stack tight">
      <div class="row apart">
        <h2>{words.events}</h2>
        <button type="button" class="plain" onClick={events.reload}>
          <Icon name="again" size={16} />
          {parts.refresh}
        </button>
      </div>
      <TableList
        of={events}
        label={words.events}
        none={words.noEvents}
        noneText={words.noEventsText}
        page={page}
        columns={[
          { title: words.event, as: 'name', cell: (line) => <EventSentence facts={line} /> },
          { title: words.when, as: 'soft', cell: ({ createdAt }) => <MomentText at={createdAt} /> },
          { title: words.delivered, cell: (line) => <EventDelivery line={line} /> },
        ]}
      />
    </section>
  );
}

/** The state of its delivery, which it links to. */
function EventDelivery({ line: { notificationId, status, destinationAddress } }: { line: EventLineJson }) {
  const words = useWords(alertWords);
  if (notificationId === null || status === null) return <span class="soft">{words.notYet}</span>;
  return (
    <div class="stack tight">
      <a href={buildUrl(`/deliveries/${notificationId}`)}>
        <StatusBadge status={status} />
      </a>
      <span class="soft small address">{destinationAddress}</span>
    </div>
  );
}
