import { useState } from 'preact/hooks';
import { call } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { useWords } from '../app/language.ts';
import { Awaited, Fault } from '../parts/feedback.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { sessionWords } from '../words/account.ts';

interface SessionRow {
  readonly id: string;
  readonly provider: string;
  readonly userAgent: string | null;
  readonly current: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

const PATH = '/console/api/sessions';

/** "Firefox · Linux" out of what a browser says of itself. */
function browserName(userAgent: string): string {
  const browser = /(Firefox|Edg|OPR|HeadlessChrome|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /(Windows|Mac OS|Android|iPhone|iPad|Linux)/.exec(userAgent)?.[1];
  return (
    [browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser, system]
      .filter(Boolean)
      .join(' · ') || userAgent
  );
}

export function Sessions() {
  const words = useWords(sessionWords);
  const sessions = useLoaded('sessions', (signal) => call<SessionRow[]>(PATH, { signal }));
  const [fault, setFault] = useState<Error>();
  const act = (action: Promise<unknown>) => action.then(sessions.reload, setFault);
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <button type="button" onClick={() => act(call(`${PATH}/revoke-others`, { method: 'POST' }))}>
          {words.endOthers}
        </button>
      }
    >
      {fault && <Fault fault={fault} />}
      <Awaited of={sessions}>
        {(list) => (
          <div class="table">
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.browser}</th>
                  <th scope="col">{words.provider}</th>
                  <th scope="col">{words.begun}</th>
                  <th scope="col">{words.lastUsed}</th>
                  <th scope="col">
                    <span class="hidden">{words.actions}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.map((one) => (
                  <tr key={one.id}>
                    <th scope="row" title={one.userAgent ?? undefined}>
                      {one.userAgent ? browserName(one.userAgent) : words.unknown}
                    </th>
                    <td>{one.provider}</td>
                    <td class="soft">
                      <Moment at={one.createdAt} />
                    </td>
                    <td class="soft">
                      <Moment at={one.lastUsedAt} />
                    </td>
                    <td class="number">
                      {one.current ? (
                        <span class="badge good">{words.current}</span>
                      ) : (
                        <button
                          type="button"
                          class="danger"
                          onClick={() => act(call(`${PATH}/${one.id}`, { method: 'DELETE' }))}
                        >
                          {words.end}
                        </button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Awaited>
    </Screen>
  );
}
