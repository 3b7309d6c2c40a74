import { useState } from 'preact/hooks';
import type { ApiKeyJson } from '../api/generated/console.ts';
import { fetchApiKeys, removeApiKey } from '../api/keys.ts';
import { useQuery } from '../api/query.ts';
import { Confirmation } from '../parts/confirmation.tsx';
import { Icon } from '../parts/icon.tsx';
import { TableList, usePage } from '../parts/list.tsx';
import { MomentText } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { keyWords } from '../words/account.ts';
import { CreateKeyDialog } from './keys/create-key.tsx';
import { KeyStatus } from './keys/key-status.tsx';

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
            title: words.may,
            cell: ({ scope, operator }) => (operator ? words.mayOperate : words.scopes[scope]),
          },
          {
            title: words.expires,
            as: 'soft',
            cell: ({ expiresAt }) => (expiresAt ? <MomentText at={expiresAt} /> : words.never),
          },
          { title: words.status, cell: (key) => <KeyStatus apiKey={key} /> },
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
