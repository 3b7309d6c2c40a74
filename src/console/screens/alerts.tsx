import { type Alert, changeAlert, listAlerts } from '../api/alerts.ts';
import { useLoaded } from '../api/loaded.ts';
import { useActing } from '../parts/acting.ts';
import { Fault } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { TableList, usePage } from '../parts/list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { addressOf } from '../state/location.ts';
import { alertWords } from '../words/alerts.ts';
import { RuleBadges } from './alerts/rule-badges.tsx';

export function Alerts() {
  const words = useWords(alertWords);
  const page = usePage();
  const alerts = useLoaded(`alerts ${page}`, (signal) => listAlerts(page, signal));
  const { fault, act } = useActing();
  const turn = ({ id, enabled }: Alert) => act(changeAlert(id, { enabled: !enabled }), alerts.reload);
  const create = (
    <a class="button main-action" href={addressOf('/alerts/new')}>
      <Icon name="plus" size={16} />
      {words.create}
    </a>
  );
  return (
    <Screen title={words.title} lead={words.lead} actions={create}>
      {fault && <Fault fault={fault} />}
      <TableList
        of={alerts}
        label={words.title}
        none={words.none}
        noneText={words.noneText}
        action={create}
        page={page}
        columns={[
          {
            title: words.name,
            as: 'name',
            cell: ({ id, name }) => <a href={addressOf(`/alerts/${id}`)}>{name}</a>,
          },
          {
            title: words.tells,
            cell: ({ notificationConfig }) => <RuleBadges rules={notificationConfig.rules} />,
          },
          { title: words.lastChange, as: 'soft', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
          { title: words.enabled, cell: (alert) => <Switch alert={alert} turn={() => turn(alert)} /> },
        ]}
      />
    </Screen>
  );
}

function Switch({ alert, turn }: { alert: Alert; turn: () => void }) {
  const words = useWords(alertWords);
  return (
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
  );
}
