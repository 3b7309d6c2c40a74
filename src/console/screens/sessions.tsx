import { sendRequest } from '../api/client.ts';
import type { ConsoleSessionJson } from '../api/generated/console.ts';
import { useQuery } from '../api/query.ts';
import { ErrorNotice } from '../parts/feedback.tsx';
import { TableList, usePage } from '../parts/list.tsx';
import { MomentText } from '../parts/moment.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { sessionWords } from '../words/account.ts';

const PATH = '/console/api/sessions';
/** User-agent names of browsers that people know by another name. */
const BROWSER_NAMES: Readonly<Record<string, string>> = {
  Edg: 'Edge',
  OPR: 'Opera',
  HeadlessChrome: 'Chrome (headless)',
};

/** "Firefox · Linux" from a user agent. */
function browserName(userAgent: string): string {
  const browser = /(Firefox|Edg|OPR|HeadlessChrome|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /(Windows|Mac OS|Android|iPhone|iPad|Linux)/.exec(userAgent)?.[1];
  return [browser && (BROWSER_NAMES[browser] ?? browser), system].filter(Boolean).join(' · ') || userAgent;
}

export function SessionsScreen() {
  const words = useWords(sessionWords);
  const page = usePage();
  const sessions = useQuery(`sessions ${page}`, (signal) =>
    sendRequest<ConsoleSessionJson[]>(PATH, { query: { page }, signal }),
  );
  const { error, run } = useMutation();
  const endOthers = () => run(sendRequest(`${PATH}/revoke-others`, { method: 'POST' }), sessions.reload);
  const end = (id: string) => run(sendRequest(`${PATH}/${id}`, { method: 'DELETE' }), sessions.reload);
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <button type="button" onClick={endOthers}>
          {words.endOthers}
        </button>
      }
    >
      {error && <ErrorNotice fault={error} />}
      <TableList
        of={sessions}
        label={words.title}
        none={words.none}
        page={page}
        columns={[
          {
            title: words.browser,
            as: 'name',
            cell: ({ userAgent }) => (
              <span title={userAgent ?? undefined}>{userAgent ? browserName(userAgent) : words.unknown}</span>
            ),
          },
          {
            title: words.provider,
            cell: ({ provider }) => (provider === 'local' ? words.oneClick : provider),
          },
          { title: words.begun, as: 'soft', cell: ({ createdAt }) => <MomentText at={createdAt} /> },
          { title: words.lastUsed, as: 'soft', cell: ({ lastUsedAt }) => <MomentText at={lastUsedAt} /> },
          {
            title: words.actions,
            as: 'actions',
            cell: ({ id, current }) =>
              current ? (
                <span class="badge good">{words.current}</span>
              ) : (
                <button type="button" class="danger" onClick={() => end(id)}>
                  {words.end}
                </button>
              ),
          },
        ]}
      />
    </Screen>
  );
}
