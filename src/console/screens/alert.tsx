import { useState } from 'preact/hooks';
import { type Alert, changeAlert, deleteAlert, listEvents, readAlert } from '../api/alerts.ts';
import { useLoaded } from '../api/loaded.ts';
import { useWords } from '../app/language.ts';
import { addressOf, go, refine, usePlace } from '../app/location.ts';
import type { ScreenProps } from '../app/screens.ts';
import { writeTree } from '../criteria-form/leaf.ts';
import { Summary } from '../criteria-form/summary.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Awaited, Empty, Fault } from '../parts/feedback.tsx';
import { Moment } from '../parts/moment.tsx';
import { Pages } from '../parts/pages.tsx';
import { Screen } from '../parts/screen.tsx';
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
  const [fault, setFault] = useState<Error>();
  const [isRemoving, setRemoving] = useState(false);
  const { value } = alert;
  const turn = () =>
    changeAlert(id, { enabled: !value?.enabled }).then(() => {
      setFault(undefined);
      alert.reload();
    }, setFault);
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
      {isRemoving && value && <Removal alert={value} onClose={() => setRemoving(false)} />}
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

const PAGE_SIZE = 30;

function Events({ id }: { id: string }) {
  const words = useWords(alertWords);
  const labels = useLabels();
  const page = Number(usePlace().query.get('page')) || 1;
  const events = useLoaded(`${id} ${page}`, (signal) => listEvents(id, page, signal));
  return (
    <section class="stack tight">
      <div class="row apart">
        <h2>{words.events}</h2>
        <button type="button" class="plain" onClick={events.reload}>
          ↻ <span class="hidden">{words.events}</span>
        </button>
      </div>
      <Awaited of={events}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={words.noEvents}>
              <p>{words.noEventsText}</p>
            </Empty>
          ) : (
            <div class="stack">
              <div class="table">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{words.event}</th>
                      <th scope="col">{words.home}</th>
                      <th scope="col">{words.when}</th>
                      <th scope="col">{words.delivered}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {list.map((event) => (
                      <tr key={event.id}>
                        <td>
                          <span class="badge accent">{labels.value(event.eventType)}</span>
                        </td>
                        <td>
                          <a href={addressOf(event.property)} class="mono">
                            {event.property.split('/').at(-1)?.slice(0, 8)}
                          </a>
                        </td>
                        <td class="soft">
                          <Moment at={event.createdAt} />
                        </td>
                        <td class="soft">
                          {event.notifiedAt ? <Moment at={event.notifiedAt} /> : words.notYet}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <Pages
                page={page}
                hasNext={list.length === PAGE_SIZE}
                onPage={(next) => refine({ page: String(next) })}
              />
            </div>
          )
        }
      </Awaited>
    </section>
  );
}

function Removal({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const words = useWords(alertWords);
  const parts = useWords(partWords);
  const [fault, setFault] = useState<Error>();
  return (
    <Dialog title={words.remove} onClose={onClose}>
      <p>{words.removeText(alert.name)}</p>
      {fault && <Fault fault={fault} />}
      <div class="row">
        <button
          type="button"
          class="danger"
          onClick={() => deleteAlert(alert.id).then(() => go('/alerts'), setFault)}
        >
          {words.remove}
        </button>
        <button type="button" onClick={onClose}>
          {parts.cancel}
        </button>
      </div>
    </Dialog>
  );
}
