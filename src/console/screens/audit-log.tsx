import { fetchAuditLog } from '../api/audit-log.ts';
import type { AuditEntryJson } from '../api/generated/public.ts';
import { useQuery } from '../api/query.ts';
import { TableList, usePage } from '../parts/list.tsx';
import { MomentText } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { auditWords } from '../words/account.ts';
import { auditActionWords } from '../words/audit-actions.ts';

export function AuditLogScreen() {
  const words = useWords(auditWords);
  const present = useStore(session);
  return (
    <Screen title={words.title} lead={words.lead}>
      {present?.role === 'OWNER' ? <AuditTable /> : <p>{words.forOwners}</p>}
    </Screen>
  );
}

function AuditTable() {
  const words = useWords(auditWords);
  const page = usePage();
  const entries = useQuery(`audit log ${page}`, (signal) => fetchAuditLog(page, signal));
  return (
    <TableList
      of={entries}
      label={words.title}
      none={words.none}
      page={page}
      columns={[
        { title: words.what, as: 'name', cell: ({ action }) => <ActionText action={action} /> },
        { title: words.who, cell: (entry) => <Actor entry={entry} /> },
        { title: words.when, as: 'soft', cell: ({ occurredAt }) => <MomentText at={occurredAt} /> },
        { title: words.target, as: 'mono', cell: ({ target }) => target },
      ]}
    />
  );
}

function Actor({ entry: { actorType, actorName } }: { entry: AuditEntryJson }) {
  const words = useWords(auditWords);
  if (actorType === 'COMMAND') return <>{words.COMMAND}</>;
  return (
    <>
      {actorName ?? '–'} <span class="soft small">{words[actorType]}</span>
    </>
  );
}

function ActionText({ action }: { action: string }) {
  const words: Readonly<Record<string, string>> = useWords(auditActionWords);
  // An entry of a former release may have an action that is gone.
  return <>{words[action] ?? action}</>;
}
