import { useEffect, useState } from 'preact/hooks';
import { sendRequest } from '../api/client.ts';
import type { DeviceGrantJson } from '../api/generated/console.ts';
import { ErrorNotice } from '../parts/feedback.tsx';
import { Form, TextField } from '../parts/fields.tsx';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { useCurrentRoute } from '../state/route.ts';
import { deviceWords } from '../words/device.ts';

const PATH = '/console/api/device-grants';

/** The screen that `gable login` opens: a program waits for a key until the person decides. */
export function DeviceScreen() {
  const words = useWords(deviceWords);
  const given = useCurrentRoute().query.get('code') ?? '';
  const [code, setCode] = useState(given);
  const [grant, setGrant] = useState<DeviceGrantJson>();
  const [verdict, setVerdict] = useState<'approve' | 'deny'>();
  const [fault, setFault] = useState<Error>();
  const find = (userCode: string) =>
    sendRequest<DeviceGrantJson>(`${PATH}/lookup`, { body: { userCode } }).then((found) => {
      setFault(undefined);
      setGrant(found);
    }, setFault);
  const decide = (choice: 'approve' | 'deny') => () =>
    sendRequest(`${PATH}/${grant?.id}/${choice}`, { method: 'POST' }).then(
      () => setVerdict(choice),
      setFault,
    );
  // Runs once, for the code in the URL.
  useEffect(() => {
    if (given) find(given);
  }, []);
  return (
    <Screen title={words.title} lead={words.lead}>
      <div class="card stack narrow">
        {fault && <ErrorNotice fault={fault} />}
        {verdict && (
          <p class={verdict === 'approve' ? 'notice good' : 'notice'} role="status">
            {verdict === 'approve' ? words.approved : words.denied}
          </p>
        )}
        {!verdict && grant && (
          <>
            <p>
              <strong>{grant.program}</strong> <span class="soft">{words.from(grant.address)}</span>
            </p>
            <p>{words.compare}</p>
            <p class="figure">
              <b class="mono">{grant.userCode}</b>
            </p>
            <div class="row">
              <button type="button" class="main-action" onClick={decide('approve')}>
                {words.approve}
              </button>
              <button type="button" onClick={decide('deny')}>
                {words.deny}
              </button>
            </div>
          </>
        )}
        {!verdict && !grant && (
          <Form onSend={() => find(code)}>
            <TextField label={words.code} required autocomplete="off" value={code} onText={setCode} />
            <button type="submit" class="main-action">
              {words.find}
            </button>
          </Form>
        )}
      </div>
    </Screen>
  );
}
