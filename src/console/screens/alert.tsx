import { useState } from 'preact/hooks';
import { type Alert, changeAlert, deleteAlert, listEvents, readAlert } from '../api/alerts.ts';
import { useLoaded } from '../api/loaded.ts';
import { writeTree } from '../criteria-form/leaf.ts';
import { Summary } from '../criteria-form/summary.tsx';
import { useActing } from '../parts/acting.ts';
import { Confirmation } from '../parts/confirmation.tsx';
import { Awaited, Fault } from '../parts/feedback.tsx';
import { useFormat } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { TableList, usePage } from '../parts/list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen, type ScreenProps } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { addressOf, go } from '../state/location.ts';
import { alertWords } from '../words/alerts.ts';
import { useLabels } from '../words/catalogue.ts';
import { partWords } from '../words/shell.ts';
import { ForecastPanel } from './alerts/forecast-panel.tsx';
import { RehearsalPanel } from './alerts/rehearsal-panel.tsx';
import { RuleBadges } from './alerts/rule-badges.tsx';
import '../style/alerts.css';

export function AlertScreen({ id }: ScreenProps) {
  const words = useWords(alertWords);
  const alert = useLoaded(id, (signal) => readAlert(id, signal));
  const { fault, act } = useActing();
  const [isRemoving, setRemoving] = useState(false);
  const { value } = alert;
  const turn = () => act(changeAlert(id, { enabled: !value?.enabled }), alert.reload);
  return (
    <Screen
      title={value?.name ?? '…'}
      actions={
        value && (
          <>
            <button type="button" onClick={turn}>
              {value.enabled ? words.disable : words.enable}
            </button>
            <a class="button" href={addressOf(`/alerts/${id}/edit`)}>
              {words.edit}
            </a>
            <button type="button" class="danger" onClick={() => setRemoving(true)}>
              {words.remove}
            </button>
          </>
        )
      }
    >
      {fault && <Fault fault={fault} />}
      <Awaited of={alert}>{(known) => <Whole alert={known} />}</Awaited>
      {isRemoving && value && (
        <Confirmation
          title={words.remove}
          action={words.remove}
          act={() => deleteAlert(id).then(() => go('/alerts'))}
          onClose={() => setRemoving(false)}
        >
          <p>{words.removeText(value.name)}</p>
        </Confirmation>
      )}
    </Screen>
  );
}

function Whole({ alert }: { alert: Alert }) {
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
          {alert.firstDays && <FirstDays progress={alert.firstDays} />}
          <h2>{words.criteria}</h2>
          <Summary tree={alert.criteria ?? {}} />
          <div>
            <a class="button" href={addressOf('/explore', { criteria: writeTree(alert.criteria ?? {}) })}>
              {words.showMatches}
            </a>
          </div>
        </section>
        <Events id={alert.id} />
      </div>
      <div class="beside stack">
        <ForecastPanel criteria={alert.criteria ?? {}} />
        <RehearsalPanel id={alert.id} />
      </div>
    </div>
  );
}

function FirstDays({ progress: { remaining, until } }: { progress: NonNullable<Alert['firstDays']> }) {
  const words = useWords(alertWords);
  const { number } = useFormat();
  return (
    <p class="soft small">
      {words.firstDays(remaining === null ? null : number(remaining))} <Moment at={until} />
    </p>
  );
}

function Events({ id }: { id: string }) {
  const words = useWords(alertWords);
  const parts = useWords(partWords);
  const labels = useLabels();
  const page = usePage();
  const events = useLoaded(`${id} ${page}`, (signal) => listEvents(id, page, signal));
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
          {
            title: words.event,
            cell: ({ eventType }) => <span class="badge accent">{labels.value(eventType)}</span>,
          },
          {
            title: words.home,
            cell: ({ property }) => (
              <a href={addressOf(property)} class="mono">
                {property.split('/').at(-1)?.slice(0, 8)}
              </a>
            ),
          },
          { title: words.when, as: 'soft', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          {
            title: words.delivered,
            as: 'soft',
            cell: ({ notifiedAt }) => (notifiedAt ? <Moment at={notifiedAt} /> : words.notYet),
          },
        ]}
      />
    </section>
  );
}
