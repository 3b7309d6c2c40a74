import { useState } from 'preact/hooks';
import { type Alert, changeAlert, listAlerts } from '../api/alerts.ts';
import { useLoaded } from '../api/loaded.ts';
import { useWords } from '../app/language.ts';
import { addressOf, refine, usePlace } from '../app/location.ts';
import { Awaited, Empty, Fault } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Pages } from '../parts/pages.tsx';
import { Screen } from '../parts/screen.tsx';
import { alertWords } from '../words/alerts.ts';
import { RuleBadges } from './alerts/rule-badges.tsx';

const PAGE_SIZE = 30;

export function Alerts() {
  const words = useWords(alertWords);
  const page = Number(usePlace().query.get('page')) || 1;
  const alerts = useLoaded(`alerts ${page}`, (signal) => listAlerts(page, signal));
  const create = (
    <a class="button main-action" href={addressOf('/alerts/new')}>
      <Icon name="plus" size={16} />
      {words.create}
    </a>
  );
  return (
    <Screen title={words.title} lead={words.lead} actions={create}>
      <Awaited of={alerts}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={words.none}>
              <p>{words.noneText}</p>
              {create}
            </Empty>
          ) : (
            <div class="stack">
              <div class="table">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{words.name}</th>
                      <th scope="col">{words.tells}</th>
                      <th scope="col">{words.lastChange}</th>
                      <th scope="col">{words.enabled}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {list.map((alert) => (
                      <Row key={alert.id} alert={alert} />
                    ))}
                  </tbody>
                </table>
              </div>
              <Pages
                page={page}
                hasNext={list.length === PAGE_SIZE}
                onPage={(next) => refine({ page: next === 1 ? undefined : String(next) })}
              />
            </div>
          )
        }
      </Awaited>
    </Screen>
  );
}

function Row({ alert: given }: { alert: Alert }) {
  const words = useWords(alertWords);
  const [alert, setAlert] = useState(given);
  const [fault, setFault] = useState<Error>();
  const turn = () =>
    changeAlert(alert.id, { enabled: !alert.enabled }).then((changed) => {
      setFault(undefined);
      setAlert(changed);
    }, setFault);
  return (
    <tr>
      <th scope="row">
        <a href={addressOf(`/alerts/${alert.id}`)}>{alert.name}</a>
        {fault && <Fault fault={fault} />}
      </th>
      <td>
        <RuleBadges rules={alert.notificationConfig.rules} />
      </td>
      <td class="soft">
        <Moment at={alert.updatedAt} />
      </td>
      <td>
        <input
          type="checkbox"
          role="switch"
          class="switch"
          aria-label={`${words.enabled}: ${alert.name}`}
          checked={alert.enabled}
          aria-checked={alert.enabled}
          onClick={(event) => {
            event.preventDefault();
            turn();
          }}
        />
      </td>
    </tr>
  );
}
