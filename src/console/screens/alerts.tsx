import { fetchAlerts, patchAlert } from '../api/alerts.ts';
import type { AlertJson } from '../api/generated/public.ts';
import { useQuery } from '../api/query.ts';
import { ErrorNotice } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { TableList, usePage } from '../parts/list.tsx';
import { MomentText } from '../parts/moment.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { buildUrl } from '../state/route.ts';
import { alertWords } from '../words/alerts.ts';
import { RuleBadges } from './alerts/rule-badges.tsx';

export function AlertsScreen() {
  const words = useWords(alertWords);
  const page = usePage();
  const alerts = useQuery(`alerts ${page}`, (signal) => fetchAlerts(page, signal));
  const { error, run } = useMutation();
  const turn = ({ id, enabled }: AlertJson) => run(patchAlert(id, { enabled: !enabled }), alerts.reload);
  const create = (
    <a class="button main-action" href={buildUrl('/alerts/new')}>
      <Icon name="plus" size={16} />
      {words.create}
    </a>
  );
  return (
    <Screen title={words.title} lead={words.lead} actions={create}>
      {error && <ErrorNotice fault={error} />}
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
            cell: ({ id, name }) => <a href={buildUrl(`/alerts/${id}`)}>{name}</a>,
          },
          {
            title: words.eventTypes,
            cell: ({ notificationConfig }) => <RuleBadges rules={notificationConfig.rules} />,
          },
          { title: words.lastChange, as: 'soft', cell: ({ updatedAt }) => <MomentText at={updatedAt} /> },
          { title: words.enabled, cell: (alert) => <EnabledSwitch alert={alert} turn={() => turn(alert)} /> },
        ]}
      />
    </Screen>
  );
}

function EnabledSwitch({ alert, turn }: { alert: AlertJson; turn: () => void }) {
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
