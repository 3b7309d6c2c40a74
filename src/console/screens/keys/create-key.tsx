import { useState } from 'preact/hooks';
import type { ApiKeyJson } from '../../api/generated/console.ts';
import { postApiKey } from '../../api/keys.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DraftOffer } from '../../parts/draft-offer.tsx';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { Form, SelectField, TextField } from '../../parts/fields.tsx';
import { Secret } from '../../parts/secret.tsx';
import { useDraft } from '../../state/draft.ts';
import { useWords } from '../../state/language.ts';
import { keyWords } from '../../words/account.ts';

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const words = useWords(keyWords);
  const [created, setCreated] = useState<string>();
  return (
    <Dialog title={created === undefined ? words.create : words.shown} onClose={onClose}>
      {created === undefined ? <KeyForm onCreated={setCreated} /> : <CreatedKey text={created} />}
    </Dialog>
  );
}

function CreatedKey({ text }: { text: string }) {
  const words = useWords(keyWords);
  return (
    <>
      <p>{words.shownText}</p>
      <Secret text={text} label={words.shown} />
    </>
  );
}

function KeyForm({ onCreated }: { onCreated: (key: string) => void }) {
  const words = useWords(keyWords);
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiKeyJson['scope']>('FULL');
  const [expiresAt, setExpiresAt] = useState('');
  const [fault, setFault] = useState<Error>();
  const draft = useDraft('key', { name, scope, expiresAt });
  const submit = () => {
    const sent = { name, scope, ...(expiresAt === '' ? {} : { expiresAt }) };
    postApiKey(sent).then(({ key }) => {
      draft.clear();
      if (key !== undefined) onCreated(key);
    }, setFault);
  };
  return (
    <Form onSend={submit}>
      <DraftOffer
        draft={draft}
        onRestore={(left) => {
          setName(left.name);
          setScope(left.scope);
          setExpiresAt(left.expiresAt);
        }}
      />
      <TextField
        label={words.name}
        help={words.nameHelp}
        required
        maxLength={200}
        value={name}
        onText={setName}
      />
      <SelectField
        label={words.may}
        help={words.scopeHelp}
        value={scope}
        onChoose={setScope}
        options={Object.entries(words.scopes) as [ApiKeyJson['scope'], string][]}
      />
      <TextField
        label={words.expires}
        help={words.expiresHelp}
        type="date"
        value={expiresAt}
        onText={setExpiresAt}
      />
      {fault && <ErrorNotice fault={fault} />}
      <button type="submit" class="main-action">
        {words.create}
      </button>
    </Form>
  );
}
