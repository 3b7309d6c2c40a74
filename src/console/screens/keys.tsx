import { useState } from 'preact/hooks';
import type { ApiKeyJson } from '../api/generated/console.ts';
import { fetchApiKeys, postApiKey, removeApiKey } from '../api/keys.ts';
import { useQuery } from '../api/query.ts';
import { Confirmation } from '../parts/confirmation.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNotice } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { TableList, usePage } from '../parts/list.tsx';
import { MomentText } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { Secret } from '../parts/secret.tsx';
import { useWords } from '../state/language.ts';
import { keyWords } from '../words/account.ts';

export function KeysScreen() {
  const words = useWords(keyWords);
  const page = usePage();
  const keys = useQuery(`keys ${page}`, (signal) => fetchApiKeys(page, signal));
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKeyJson>();
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
      <TableList
        of={keys}
        label={words.title}
        none={words.none}
        noneText={words.noneText}
        page={page}
        columns={[
          { title: words.name, as: 'name', cell: ({ name }) => name },
          { title: words.hint, as: 'mono', cell: ({ hint }) => `…${hint}` },
          { title: words.created, as: 'soft', cell: ({ createdAt }) => <MomentText at={createdAt} /> },
          {
            title: words.lastUsed,
            as: 'soft',
            cell: ({ lastUsedAt }) => (lastUsedAt ? <MomentText at={lastUsedAt} /> : words.never),
          },
          {
            title: words.status,
            cell: ({ revokedAt }) => (
              <span class={revokedAt ? 'badge' : 'badge good'}>{revokedAt ? words.revoked : words.live}</span>
            ),
          },
          {
            title: words.actions,
            as: 'actions',
            cell: (key) => !key.revokedAt && <RevokeButton apiKey={key} onClick={() => setRevoking(key)} />,
          },
        ]}
      />
      {isCreating && <CreateKeyDialog onClose={close} />}
      {revoking && (
        <Confirmation
          title={words.revoke}
          action={words.revoke}
          act={() => removeApiKey(revoking.id)}
          onClose={close}
        >
          <p>{words.revokeText(revoking.name)}</p>
        </Confirmation>
      )}
    </Screen>
  );
}

const RevokeButton = ({ apiKey, onClick }: { apiKey: ApiKeyJson; onClick: () => void }) => {
  const words = useWords(keyWords);
  return (
    <button type="button" class="danger" aria-label={`${words.revoke} ${apiKey.name}`} onClick={onClick}>
      {words.revoke}
    </button>
  );
};

function CreateKeyDialog({ onClose }: { onClose: () => void }) {
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
          postApiKey(name).then(({ key }) => setMade(key), setFault);
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
        {fault && <ErrorNotice fault={fault} />}
        <button type="submit" class="main-action">
          {words.create}
        </button>
      </form>
    </Dialog>
  );
}
