import { useState } from 'preact/hooks';
import { type ApiKey, createKey, listKeys, revokeKey } from '../api/keys.ts';
import { useLoaded } from '../api/loaded.ts';
import { useWords } from '../app/language.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Awaited, Empty, Fault } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { Secret } from '../parts/secret.tsx';
import { keyWords } from '../words/account.ts';
import { partWords } from '../words/shell.ts';

export function Keys() {
  const words = useWords(keyWords);
  const keys = useLoaded('keys', listKeys);
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const close = () => {
    setCreating(false);
    setRevoking(undefined);
    keys.reload();
  };
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <button type="button" class="main-action" onClick={() => setCreating(true)}>
          <Icon name="plus" size={16} />
          {words.create}
        </button>
      }
    >
      <Awaited of={keys}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={words.none}>
              <p>{words.noneText}</p>
            </Empty>
          ) : (
            <div class="table">
              <table>
                <thead>
                  <tr>
                    <th scope="col">{words.name}</th>
                    <th scope="col">{words.hint}</th>
                    <th scope="col">{words.created}</th>
                    <th scope="col">{words.lastUsed}</th>
                    <th scope="col">{words.status}</th>
                    <th scope="col">
                      <span class="hidden">{words.actions}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((key) => (
                    <Row key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Awaited>
      {isCreating && <Creation onClose={close} />}
      {revoking && <Revocation apiKey={revoking} onClose={close} />}
    </Screen>
  );
}

function Row({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const words = useWords(keyWords);
  return (
    <tr>
      <th scope="row">{apiKey.name}</th>
      <td class="mono">…{apiKey.hint}</td>
      <td class="soft">
        <Moment at={apiKey.createdAt} />
      </td>
      <td class="soft">{apiKey.lastUsedAt ? <Moment at={apiKey.lastUsedAt} /> : words.never}</td>
      <td>
        <span class={apiKey.revokedAt ? 'badge' : 'badge good'}>
          {apiKey.revokedAt ? words.revoked : words.live}
        </span>
      </td>
      <td class="number">
        {!apiKey.revokedAt && (
          <button
            type="button"
            class="danger"
            aria-label={`${words.revoke} ${apiKey.name}`}
            onClick={onRevoke}
          >
            {words.revoke}
          </button>
        )}
      </td>
    </tr>
  );
}

function Creation({ onClose }: { onClose: () => void }) {
  const words = useWords(keyWords);
  const [name, setName] = useState('');
  const [made, setMade] = useState<string>();
  const [fault, setFault] = useState<Error>();
  if (made) {
    return (
      <Dialog title={words.shown} onClose={onClose}>
        <p>{words.shownText}</p>
        <Secret text={made} label={words.shown} />
      </Dialog>
    );
  }
  return (
    <Dialog title={words.create} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          createKey(name).then(({ key }) => setMade(key), setFault);
        }}
      >
        <label class="field">
          {words.name}
          <input
            type="text"
            required
            maxLength={200}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <span class="help">{words.nameHelp}</span>
        </label>
        {fault && <Fault fault={fault} />}
        <button type="submit" class="main-action">
          {words.create}
        </button>
      </form>
    </Dialog>
  );
}

function Revocation({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const words = useWords(keyWords);
  const parts = useWords(partWords);
  const [fault, setFault] = useState<Error>();
  return (
    <Dialog title={words.revoke} onClose={onClose}>
      <p>{words.revokeText(apiKey.name)}</p>
      {fault && <Fault fault={fault} />}
      <div class="row">
        <button type="button" class="danger" onClick={() => revokeKey(apiKey.id).then(onClose, setFault)}>
          {words.revoke}
        </button>
        <button type="button" onClick={onClose}>
          {parts.cancel}
        </button>
      </div>
    </Dialog>
  );
}
